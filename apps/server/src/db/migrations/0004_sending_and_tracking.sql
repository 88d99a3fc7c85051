create table send_jobs (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  campaign_id uuid not null references campaigns on delete cascade,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  resend boolean not null,
  error text,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index send_jobs_campaign on send_jobs (campaign_id, created_at desc);
create unique index send_jobs_one_active on send_jobs (campaign_id) where status in ('pending', 'processing');

create table recipients (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  campaign_id uuid references campaigns on delete set null,
  campaign_prospect_id uuid references campaign_prospects on delete set null,
  prospect_id uuid,
  job_id uuid references send_jobs on delete set null,
  round integer not null,
  email text not null,
  subject text not null,
  content text not null,
  state text not null check (state in
    ('queued', 'claimed', 'transmitting', 'sent', 'failed', 'unconfirmed', 'cancelled', 'suppressed', 'expired')),
  reason text,
  message_id text,
  server_message_id text,
  worker_id text,
  attempts integer not null default 0,
  next_at timestamptz not null,
  is_charged boolean not null default false,
  queued_at timestamptz not null,
  first_tried_at timestamptz,
  transmitting_at timestamptz,
  finished_at timestamptz
);
create unique index recipients_once on recipients (campaign_prospect_id, round);
create index recipients_queue on recipients (job_id, next_at, id) where state = 'queued';
create index recipients_worker on recipients (worker_id) where state in ('claimed', 'transmitting');
create index recipients_job on recipients (job_id, state);
create index recipients_campaign on recipients (campaign_id, queued_at desc);
create index recipients_server_message_id on recipients (server_message_id) where server_message_id is not null;
create index recipients_email on recipients (owner_id, lower(email), finished_at desc);

create table send_attempts (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  recipient_id uuid not null references recipients on delete cascade,
  outcome text not null,
  code integer,
  answer text,
  at timestamptz not null
);
create index send_attempts_recipient on send_attempts (recipient_id, at);

create table workers (
  id text primary key,
  started_at timestamptz not null,
  beat_at timestamptz not null
);

create table outbox_messages (
  id uuid primary key default gen_random_uuid(),
  envelope_from text not null,
  envelope_to text not null,
  raw bytea not null,
  received_at timestamptz not null
);
create index outbox_messages_to on outbox_messages (lower(envelope_to), received_at desc);
create index outbox_messages_at on outbox_messages (received_at desc);

create table tracking_events (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  recipient_id uuid not null references recipients on delete cascade,
  kind text not null,
  class text,
  rule text,
  detail jsonb,
  at timestamptz not null
);
create index tracking_events_recipient on tracking_events (recipient_id, at);
create index tracking_events_owner on tracking_events (owner_id, at desc);

create table suppressions (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  email text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complaint', 'stop_reply', 'manual')),
  recipient_id uuid,
  created_at timestamptz not null,
  lifted_at timestamptz
);
create unique index suppressions_in_force on suppressions (owner_id, email) where lifted_at is null;

create table inbound_messages (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid references users on delete cascade,
  envelope_from text,
  envelope_to text not null,
  raw bytea not null,
  raw_hash text not null,
  kind text,
  recipient_id uuid references recipients on delete set null,
  from_email text,
  subject text,
  reply_text text,
  received_at timestamptz not null,
  handled_at timestamptz,
  forwarded_at timestamptz,
  forward_state text,
  notice text,
  worker_id text,
  next_at timestamptz,
  attempts integer not null default 0,
  error text
);
create unique index inbound_messages_once on inbound_messages (envelope_to, raw_hash);
create index inbound_messages_unhandled on inbound_messages (received_at) where handled_at is null;
create index inbound_messages_to_forward on inbound_messages (next_at) where forward_state = 'queued';
create index inbound_messages_worker on inbound_messages (worker_id) where forward_state in ('claimed', 'transmitting');
create index inbound_messages_owner on inbound_messages (owner_id, received_at desc);

create table support_requests (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  type text not null,
  title text not null,
  description text not null,
  priority text not null,
  screenshot_key text,
  state text not null default 'open',
  created_at timestamptz not null
);
create index support_requests_owner on support_requests (owner_id, created_at desc);

create table mailing_list_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text,
  company_name text,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz
);
create unique index mailing_list_email on mailing_list_subscribers (lower(email));
