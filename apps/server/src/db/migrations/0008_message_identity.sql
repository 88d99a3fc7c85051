-- The Message-ID and the sender of a message, hashed: headers that servers add don't make it another message.
alter table inbound_messages add column identity_hash text;
-- old code survives: the column is null in rows that it writes.
create unique index inbound_messages_once_by_identity on inbound_messages (owner_id, identity_hash, dedupe_key);
