-- How long things are kept, and the texts of messages that are over, which move from `recipients` to monthly tables.
-- old code survives: only messages that were over 30 days ago lose their text in `recipients`, which it then shows as
-- empty; it sends none of them.

-- Texts of messages, without those of the last 30 days. In monthly tables by the moment at which the message ended.
create table sent_texts (
  owner_id uuid not null references owners on delete cascade,
  recipient_id uuid not null,
  at timestamptz not null,
  content text not null,
  primary key (owner_id, recipient_id)
);
create trigger route_to_month before insert on sent_texts for each row execute function route_to_month('recipient_id');

-- Until when an owner's texts were moved.
-- small table: one row per account
create table text_moves (
  owner_id uuid primary key references owners on delete cascade,
  moved_until timestamptz not null
);

-- An owner's shorter choices, in days; null is the installation's.
-- small table: one row per account
create table retention_choices (
  owner_id uuid primary key references owners on delete cascade,
  texts_days integer,
  events_days integer,
  incoming_days integer,
  updated_at timestamptz not null
);

create or replace function delete_months_of_owner() returns trigger language plpgsql as $$
begin
  delete from send_attempts where owner_id = old.id;
  delete from tracking_events where owner_id = old.id;
  delete from sent_texts where owner_id = old.id;
  return null;
end $$;

-- Names, company and address, notes, and the texts of both sides, the newest first. Each part is cut, so that none
-- pushes out another. A tsvector holds 1 MB.
create or replace function words_of_conversation(uuid) returns tsvector language sql stable as $$
  select array_to_tsvector(array(
    select distinct left(word, 100)
    from unnest(string_to_array(left(fold_words(written.text), 200000), ' ')) as word
    where length(word) >= 2))
  from conversations c left join prospects p on p.id = c.prospect_id
  cross join lateral (
    select concat_ws(' ', c.email, c.sender_name, p.first_name, p.last_name, p.business_name,
      (select left(string_agg(n.text, ' '), 50000) from (
        select text from conversation_notes where conversation_id = c.id order by created_at desc limit 200) n),
      (select left(string_agg(concat_ws(' ', i.subject, i.reply_text), ' '), 60000) from (
        select subject, reply_text from inbound_messages
        where owner_id = c.owner_id and lower(from_email) = c.email and kind in ('reply', 'auto-reply')
        order by received_at desc limit 200) i),
      (select left(string_agg(a.subject || ' ' || a.content, ' '), 50000) from (
        select subject, content from answers where owner_id = c.owner_id and lower(to_email) = c.email
        order by created_at desc limit 200) a),
      (select left(string_agg(r.subject || ' ' || regexp_replace(r.content, '<[^>]*>|&[a-z#0-9]+;', ' ', 'g'), ' '), 30000) from (
        select subject, coalesce(nullif(content, ''),
          (select s.content from sent_texts s where s.owner_id = m.owner_id and s.recipient_id = m.id), '') as content
        from recipients m
        where owner_id = c.owner_id and lower(email) = c.email and transmitting_at is not null
        order by transmitting_at desc limit 200) r)) as text
  ) as written
  where c.id = $1
$$;
