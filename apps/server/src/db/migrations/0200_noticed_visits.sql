-- Opens and clicks as they were noticed, many to a row: appended at once, written down one by one when there is time.
create table noticed_visits (
  id bigint generated always as identity primary key,
  visits json not null,
  noticed_at timestamptz not null
);
create index noticed_visits_order on noticed_visits (noticed_at, id);
-- Read once and deleted: compressing costs more than it saves.
alter table noticed_visits alter column visits set storage external;
