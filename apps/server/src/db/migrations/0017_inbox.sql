-- The inbox: conversations with state, label and assignee; notes, drafts, saved replies, and what changes can be undone.
-- old code survives: new columns are null or have defaults, and it writes to none of the new tables. A job labels mail
-- without a label, which is all mail before this and what old code handles while both run, and fills conversations.

-- All mail between an owner and one address. One without a newest message was acted on before the person wrote.
create table conversations (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  -- Lower case, nothing folded.
  email text not null,
  -- As the sender gives it.
  sender_name text,
  -- The newest message that came in; its time and kind are kept for lists.
  newest_id uuid references inbound_messages on delete set null,
  newest_at timestamptz,
  newest_kind text,
  received integer default 0 not null,
  -- Of these, messages that a person wrote.
  replies integer default 0 not null,
  has_files boolean default false not null,
  prospect_id uuid references prospects on delete set null,
  campaign_ids uuid[] default '{}' not null,
  answers_for text,
  state text default 'done' not null,
  snoozed_until timestamptz,
  snoozed_before timestamptz,
  unread boolean default false not null,
  -- Of the newest message that a person wrote, else of the newest.
  auto_label text,
  auto_label_by text,
  auto_label_reason text,
  later_until date,
  -- A person's choice: a built-in label or the id of an own one. Wins for ever.
  chosen_label text,
  chosen_by uuid references users on delete set null,
  chosen_by_name text,
  -- What lists and counts use: the choice, else the automatic one.
  label text generated always as (coalesce(chosen_label, auto_label)) stored,
  assignee_id uuid references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint conversations_state_check check (state in ('open', 'snoozed', 'done')),
  constraint conversations_snoozed_check check ((state = 'snoozed') = (snoozed_until is not null)),
  constraint conversations_kind_check check (newest_kind in ('reply', 'auto-reply')),
  constraint conversations_label_by_check check (auto_label_by in ('rule', 'model'))
);
create unique index conversations_address on conversations (owner_id, email);
-- Few, because a change of 50,000 conversations writes each of them anew. Other filters scan the owner's.
create index conversations_newest on conversations (owner_id, newest_at desc, id desc) where newest_at is not null;
create index conversations_state on conversations (owner_id, state, newest_at desc, id desc) where newest_at is not null;
create index conversations_label on conversations (owner_id, label, newest_at desc, id desc) where newest_at is not null;
create index conversations_snoozes on conversations (snoozed_until) where state = 'snoozed';
create index conversations_newest_message on conversations (newest_id);
create index conversations_prospect on conversations (prospect_id);
create index conversations_chosen_by on conversations (chosen_by) where chosen_by is not null;
create index conversations_assigned on conversations (assignee_id, newest_at desc) where assignee_id is not null;

-- The words of conversations for searching; apart from them, so that a change of state writes no index of words.
create table conversation_words (
  conversation_id uuid primary key references conversations on delete cascade,
  owner_id uuid not null references owners on delete cascade,
  words tsvector not null
);
create index conversation_words_words on conversation_words using gin (words);
create index conversation_words_owner on conversation_words (owner_id);

-- Lower case, without accents; everything but letters and digits is a space.
create function fold_words(text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    translate(replace(replace(replace(
      lower(regexp_replace(normalize($1, NFKD), U&'[\0300-\036F]', '', 'g') collate "und-x-icu"),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđı', 'oldi'),
    '[^[:alnum:]]+' collate "und-x-icu", ' ', 'g')
$$;

-- All words of a search text, each as the beginning of a word. Without words it has no nodes.
create function words_query(text) returns tsquery language sql immutable parallel safe as $$
  select coalesce(string_agg(quote_literal(left(word, 100)) || ':*', ' & '), '')::tsquery
  from unnest(string_to_array(fold_words($1), ' ')) as word where length(word) >= 2
$$;

create table reply_labels (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  name text not null,
  colour text not null,
  effect text,
  created_at timestamptz not null
);
create unique index reply_labels_name on reply_labels (owner_id, lower(name));

-- A change of one or many conversations, undone within a day.
create table conversation_changes (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  user_id uuid references users on delete set null,
  -- What it did elsewhere: statuses, stopped follow-ups, suppressions, holds.
  effects jsonb default '{}' not null,
  -- How many conversations it changed.
  conversations integer default 0 not null,
  changed_at timestamptz not null,
  undone_at timestamptz
);
create index conversation_changes_owner on conversation_changes (owner_id);
create index conversation_changes_age on conversation_changes (changed_at);
create index conversation_changes_user on conversation_changes (user_id) where user_id is not null;

-- Conversations that were alike before and after a change; of 50,000 there are a few hundred rows.
create table conversation_change_rows (
  id uuid default gen_random_uuid() primary key,
  change_id uuid not null references conversation_changes on delete cascade,
  owner_id uuid not null references owners on delete cascade,
  conversation_ids uuid[] not null,
  -- The changed columns before and after, and the number of replies.
  before jsonb not null,
  after jsonb not null
);
create index conversation_change_rows_change on conversation_change_rows (change_id);
create index conversation_change_rows_owner on conversation_change_rows (owner_id);

create table conversation_notes (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  author_id uuid references users on delete set null,
  author_name text not null,
  text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index conversation_notes_conversation on conversation_notes (conversation_id, created_at);
create index conversation_notes_owner on conversation_notes (owner_id);
create index conversation_notes_author on conversation_notes (author_id) where author_id is not null;

create table answer_drafts (
  conversation_id uuid not null references conversations on delete cascade,
  user_id uuid not null references users on delete cascade,
  owner_id uuid not null references owners on delete cascade,
  text text not null,
  version integer not null,
  updated_at timestamptz not null,
  primary key (conversation_id, user_id)
);
create index answer_drafts_user on answer_drafts (user_id);
create index answer_drafts_owner on answer_drafts (owner_id);

-- Files of drafts and answers. Without either they are deleted after a day.
create table answer_files (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  user_id uuid not null references users on delete cascade,
  answer_id uuid references answers on delete cascade,
  is_in_draft boolean default true not null,
  position integer default 0 not null,
  name text not null,
  type text not null,
  content bytea not null,
  created_at timestamptz not null
);
create index answer_files_conversation on answer_files (conversation_id, user_id);
create index answer_files_answer on answer_files (answer_id) where answer_id is not null;
create index answer_files_unsent on answer_files (created_at) where answer_id is null;
create index answer_files_owner on answer_files (owner_id);
create index answer_files_user on answer_files (user_id);

create table saved_replies (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  name text not null,
  text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_replies_owner on saved_replies (owner_id, lower(name));

-- Who has a conversation open, in real time; forgotten after 30 seconds.
create table conversation_presence (
  conversation_id uuid not null references conversations on delete cascade,
  user_id uuid not null references users on delete cascade,
  owner_id uuid not null references owners on delete cascade,
  is_writing boolean not null,
  seen_at timestamptz not null,
  primary key (conversation_id, user_id)
);
create index conversation_presence_user on conversation_presence (user_id);
create index conversation_presence_age on conversation_presence (seen_at);
create index conversation_presence_owner on conversation_presence (owner_id);

alter table inbound_messages
  add column from_name text,
  -- The rest of the text below what the sender wrote.
  add column quoted_text text,
  add column has_html boolean default false not null,
  -- id, name, type and size of each; null until they are read from the original.
  add column files jsonb,
  add column label text,
  add column label_by text,
  add column label_reason text,
  add column later_until date,
  -- Addresses that it names, in lower case.
  add column named text[] default '{}' not null,
  -- True if it names a message of ours or is signed by its domain.
  add column is_proven boolean default false not null,
  -- When a model was asked for its label, so that it is asked once.
  add column model_asked_at timestamptz;
create index inbound_messages_unlabelled on inbound_messages (received_at)
  where label is null and kind in ('reply', 'auto-reply');
create index inbound_messages_for_model on inbound_messages (received_at)
  where label = 'other' and label_by = 'rule' and model_asked_at is null;

alter table answers
  add column author_id uuid references users on delete set null,
  add column author_name text,
  add column draft_version integer,
  -- Real time until which it can be taken back; it isn't claimed before.
  add column held_until timestamptz,
  add column has_files boolean default false not null,
  -- What it did to the conversation's state, for taking it back.
  add column state_change jsonb;
create index answers_to_address on answers (owner_id, lower(to_email));
create index inbound_messages_from_address on inbound_messages (owner_id, lower(from_email), received_at desc);
create index answers_author on answers (author_id) where author_id is not null;

-- Names, company and address, notes, and the texts of both sides, the newest first. Each part is cut, so that none
-- pushes out another. A tsvector holds 1 MB.
create function words_of_conversation(uuid) returns tsvector language sql stable as $$
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
        select subject, content from recipients
        where owner_id = c.owner_id and lower(email) = c.email and transmitting_at is not null
        order by transmitting_at desc limit 200) r)) as text
  ) as written
  where c.id = $1
$$;

-- A prospect was renamed.
create function follow_renamed_prospect() returns trigger language plpgsql as $$
begin
  update conversation_words w set words = words_of_conversation(c.id)
  from conversations c where c.prospect_id = new.id and w.conversation_id = c.id;
  return null;
end $$;
create trigger follow_renamed_prospect after update of first_name, last_name, business_name on prospects
  for each row when ((old.first_name, old.last_name, old.business_name)
    is distinct from (new.first_name, new.last_name, new.business_name))
  execute function follow_renamed_prospect();

-- Who set the status: null for a person, else 'label' or 'undo'.
alter table prospect_events add column set_by text;

alter table removals drop constraint removals_kind_check;
alter table removals add constraint removals_kind_check
  check (kind in ('prospects', 'businesses', 'table', 'campaign', 'conversation'));

do $$
declare
  watched text;
begin
  foreach watched in array array['conversations', 'conversation_notes', 'reply_labels', 'saved_replies'] loop
    execute format('create trigger announce_insert after insert on %I referencing new table as changed
      for each statement execute function announce_change(''replies'')', watched);
    execute format('create trigger announce_update after update on %I referencing new table as changed
      for each statement execute function announce_change(''replies'')', watched);
    execute format('create trigger announce_delete after delete on %I referencing old table as changed
      for each statement execute function announce_change(''replies'')', watched);
  end loop;
end $$;
