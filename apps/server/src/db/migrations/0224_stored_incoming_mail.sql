-- A message that comes in is stored once for its owner. Return addresses of one owner share a row; a return path has one
-- of its own, for each tells of another message, and points to the row that holds the original.
alter table inbound_messages add column dedupe_key text;
alter table inbound_messages add column original_id uuid references inbound_messages on delete set null;
-- False for rows that point to another one, and once the original was deleted: `raw` is empty then.
alter table inbound_messages add column has_original boolean not null default true;
-- Of the original and the text: what counts against the owner's quota.
alter table inbound_messages add column bytes integer not null default 0;
-- Names of attached files; null where they still have to be read from the original.
alter table inbound_messages add column attachments text[];

update inbound_messages set bytes = octet_length(raw) + coalesce(octet_length(reply_text), 0);

create unique index inbound_messages_once_for_owner on inbound_messages (owner_id, raw_hash, dedupe_key);
create index inbound_messages_original on inbound_messages (original_id) where original_id is not null;
create index inbound_messages_originals on inbound_messages (owner_id, received_at) where has_original;
create index inbound_messages_bytes on inbound_messages (owner_id) include (bytes);

-- How much incoming mail an owner has: asked before each message, so it is not added up each time.
create table inbound_storage (
  owner_id uuid primary key references owners on delete cascade,
  bytes bigint not null
);
insert into inbound_storage (owner_id, bytes)
  select owner_id, sum(bytes) from inbound_messages where owner_id is not null group by owner_id;
