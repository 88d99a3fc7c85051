-- Each owner's mails by day (UTC), counted once the day is over, so that the operator's list of accounts doesn't count
-- the messages of 30 days. Kept for 31 days.
create table owner_days (
  owner_id uuid not null references owners on delete cascade,
  day date not null,
  sent integer not null,
  refused integer not null,
  bounced integer not null,
  complained integer not null,
  primary key (owner_id, day)
);
create index owner_days_day on owner_days (day);
