create table imports (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('prospects', 'businesses')),
  file_name text not null,
  encoding text not null,
  delimiter text not null,
  columns jsonb not null,
  mapping jsonb not null,
  business_table_id uuid references business_tables on delete cascade,
  status text not null check (status in
    ('reading', 'read', 'checking', 'checked', 'importing', 'completed', 'failed', 'cancelled')),
  duplicates text not null default 'skip' check (duplicates in ('skip', 'update')),
  total integer not null default 0,
  processed integer not null default 0,
  suppressed integer not null default 0,
  error text,
  created_at timestamptz not null,
  worked_at timestamptz not null
);
create index imports_owner on imports (owner_id, created_at desc);
create index imports_active on imports (worked_at) where status in ('checking', 'importing');

create table import_rows (
  id bigint generated always as identity primary key,
  owner_id uuid not null references users on delete cascade,
  import_id uuid not null references imports on delete cascade,
  line integer not null,
  cells jsonb not null,
  state text not null default 'unread',
  -- What makes two rows the same: the address in lower case, or name and address of a business.
  key text,
  problem text
);
create unique index import_rows_line on import_rows (import_id, line);
create index import_rows_state on import_rows (import_id, state, line);

-- A business is known again by its name and address.
create index businesses_same on businesses (table_id, lower(name), lower(address));
