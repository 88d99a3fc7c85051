-- Follow-ups: the steps of a campaign after its template, and where each recipient stands among them.
-- old code survives: new columns have defaults or are null, and it starts one kind of job.

alter table campaigns add column stop_scope text default 'business' not null
  constraint campaigns_stop_scope_check check (stop_scope in ('person', 'business'));
alter table campaigns add column follow_ups_first boolean default true not null;

create table campaign_steps (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  campaign_id uuid not null references campaigns on delete cascade,
  -- Null once the step is removed: what was sent of it stays in the results.
  "position" integer,
  wait_days integer not null,
  wait_in text not null,
  thread text not null,
  subject text,
  body text not null,
  written_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  unique (campaign_id, "position"),
  -- Up to 9, and above while steps change places.
  constraint campaign_steps_position_check check (("position" is null) = (removed_at is not null) and "position" between 1 and 18),
  constraint campaign_steps_wait_check check (wait_days between 1 and 60 and wait_in in ('working_days', 'days')),
  constraint campaign_steps_thread_check check (thread in ('same', 'new') and (thread = 'same') = (subject is null))
);
create index campaign_steps_owner on campaign_steps (owner_id, id);

create table enrolments (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  campaign_id uuid not null references campaigns on delete cascade,
  campaign_prospect_id uuid not null unique references campaign_prospects on delete cascade,
  -- In lower case: where the template was sent to.
  email text not null,
  state text not null,
  next_step_id uuid references campaign_steps on delete set null,
  -- Steps that were handed over or passed over, in that order.
  done uuid[] default '{}' not null,
  waited_from timestamptz not null,
  -- Null until it is computed, and after anything changed that it depends on.
  due_at timestamptz,
  held_until timestamptz,
  hold_reason text,
  -- The placeholder without a value.
  missing text,
  stop_reason text,
  -- Person holds since `waited_from`: their days are not counted.
  held_spans jsonb default '[]' not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint enrolments_state_check check (state in ('waiting', 'queued', 'held', 'stopped', 'finished')),
  constraint enrolments_hold_check check ((state = 'held') = (hold_reason is not null)),
  constraint enrolments_hold_reason_check check (hold_reason in ('away', 'manual', 'missing_value', 'allowance', 'campaign_paused', 'account_paused', 'no_mailbox', 'unconfirmed')),
  constraint enrolments_stop_check check ((state = 'stopped') = (stop_reason is not null)),
  constraint enrolments_stop_reason_check check (stop_reason in ('replied', 'colleague_replied', 'stop_word', 'unsubscribed', 'complained', 'bounced', 'suppressed', 'converted', 'rejected', 'left_company', 'address_changed', 'step_failed', 'removed', 'archived', 'campaign_ended', 'manual'))
);
create index enrolments_campaign on enrolments (campaign_id, state, next_step_id);
create index enrolments_owner on enrolments (owner_id, id);
create index enrolments_step on enrolments (next_step_id) where next_step_id is not null;
create index enrolments_email on enrolments (owner_id, email) where state in ('waiting', 'queued', 'held');
create index enrolments_domain on enrolments (owner_id, split_part(email, '@', 2)) where state in ('waiting', 'queued', 'held');
create index enrolments_due on enrolments (owner_id, due_at) where state = 'waiting' and due_at is not null;
create index enrolments_undated on enrolments (updated_at) where due_at is null and state in ('waiting', 'held');
create index enrolments_held on enrolments (hold_reason, owner_id, held_until) where state = 'held';
create index enrolments_queued on enrolments (updated_at) where state = 'queued';

-- E-mails of a step that were edited for one recipient.
create table step_emails (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  campaign_prospect_id uuid not null references campaign_prospects on delete cascade,
  step_id uuid not null references campaign_steps on delete cascade,
  subject text,
  body text not null,
  updated_at timestamptz not null,
  unique (campaign_prospect_id, step_id)
);
create index step_emails_owner on step_emails (owner_id, id);
create index step_emails_step on step_emails (step_id);

-- People who are left alone until a moment, in all campaigns of the owner.
create table person_holds (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  -- In lower case.
  email text not null,
  until timestamptz not null,
  reason text not null,
  created_at timestamptz not null,
  unique (owner_id, email),
  constraint person_holds_reason_check check (reason in ('away', 'manual'))
);

alter table send_jobs add column kind text default 'send' not null
  constraint send_jobs_kind_check check (kind in ('send', 'follow_ups'));
drop index send_jobs_one_active;
create unique index send_jobs_one_active on send_jobs (campaign_id, kind) where status in ('pending', 'processing');

alter table recipients add column step_id uuid references campaign_steps on delete set null;
-- The position as which it was sent: the step may be moved later.
alter table recipients add column step_position integer;
alter table recipients add column in_reply_to text;
alter table recipients add column reference_ids text[];
create index recipients_step on recipients (step_id) where step_id is not null;
-- One person gets a step at most once.
create unique index recipients_step_once on recipients (campaign_prospect_id, step_id)
  where step_id is not null and state in ('queued', 'claimed', 'transmitting', 'sent', 'unconfirmed');

-- Whoever was written to before has got all there was.
insert into enrolments (owner_id, campaign_id, campaign_prospect_id, email, state, stop_reason, waited_from, created_at, updated_at)
select owner_id, campaign_id, id, lower(email),
  case when email_status in ('responded', 'unsubscribed', 'bounced') then 'stopped' else 'finished' end,
  case email_status when 'responded' then 'replied' when 'unsubscribed' then 'unsubscribed' when 'bounced' then 'bounced' end,
  coalesce(sent_at, first_sent_at), first_sent_at, first_sent_at
from campaign_prospects where first_sent_at is not null;

do $$
declare
  watched record;
begin
  for watched in
    select * from (values
      ('campaign_steps', 'campaigns'),
      ('enrolments', 'campaigns'),
      ('person_holds', 'replies')
    ) as t (name, topic)
  loop
    execute format('create trigger announce_insert after insert on %I referencing new table as changed
      for each statement execute function announce_change(%L)', watched.name, watched.topic);
    execute format('create trigger announce_update after update on %I referencing new table as changed
      for each statement execute function announce_change(%L)', watched.name, watched.topic);
    execute format('create trigger announce_delete after delete on %I referencing old table as changed
      for each statement execute function announce_change(%L)', watched.name, watched.topic);
  end loop;
end $$;
