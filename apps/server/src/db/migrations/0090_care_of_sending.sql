-- After an outage longer than this, what is left of a campaign is shown and not sent.
alter table campaigns add column max_age_hours integer not null default 72 check (max_age_hours between 24 and 720);
-- When a worker last looked at the job: how an outage is told from a campaign that takes its time.
alter table send_jobs add column looked_at timestamptz;
