-- One value sealed with the installation's key. A process whose key doesn't open it doesn't start.
create table key_check (
  is_only boolean primary key default true check (is_only),
  sealed text not null,
  created_at timestamptz not null
);
