-- How far the demo clock is ahead of the system's time. One row, and none before the first jump.
create table demo_clock (
  is_only boolean default true primary key,
  offset_seconds integer not null,
  constraint demo_clock_is_only_check check (is_only)
);

-- Imports are deleted a week after they were last worked on, in system time: a jump doesn't age them.
create index imports_worked on imports (worked_at);
