-- What was deleted in one go, kept for a day so that it can be taken back.
create table removals (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  kind text not null check (kind in ('prospects', 'table', 'campaign')),
  bytes bigint not null default 0,
  removed_at timestamptz not null
);
create index removals_owner on removals (owner_id, removed_at desc);
create index removals_age on removals (removed_at);

-- The rows as they stood, and of what stays the columns that pointed to them.
create table removed_rows (
  id bigint generated always as identity primary key,
  owner_id uuid not null references owners on delete cascade,
  removal_id uuid not null references removals on delete cascade,
  held_by text not null,
  contents jsonb not null
);
create index removed_rows_removal on removed_rows (removal_id, held_by);
create index removed_rows_owner on removed_rows (owner_id, id);
