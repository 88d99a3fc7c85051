-- The Message-ID and the sender of a message, hashed: headers that servers add don't make it another message.
alter table inbound_messages add column identity_hash text;
-- old code survives: the column is null in rows that it writes.
create unique index inbound_messages_once_by_identity on inbound_messages (owner_id, identity_hash, dedupe_key);

-- Subjects and names of files lose their bidirectional controls, as those of new messages do.
update inbound_messages set subject = regexp_replace(subject, '[\u202a-\u202e\u2066-\u2069]', '', 'g')
where subject ~ '[\u202a-\u202e\u2066-\u2069]';
update inbound_messages set attachments = array(
  select regexp_replace(name, '[\u202a-\u202e\u2066-\u2069]', '', 'g') from unnest(attachments) with ordinality as t (name, at) order by at)
where attachments::text ~ '[\u202a-\u202e\u2066-\u2069]';
