-- Businesses that were removed from a table, kept a day so that it can be taken back.
create table removed_businesses (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  table_id uuid not null references business_tables on delete cascade,
  removal_id uuid not null,
  business jsonb not null,
  removed_at timestamptz not null
);
create index removed_businesses_removal on removed_businesses (owner_id, removal_id);
create index removed_businesses_age on removed_businesses (removed_at);
create index removed_businesses_table on removed_businesses (table_id);
