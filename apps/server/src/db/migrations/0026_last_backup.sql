-- One row: when the last backup was completed.
-- small table: one row
create table last_backup (
  is_only boolean primary key default true check (is_only),
  completed_at timestamptz not null
);
