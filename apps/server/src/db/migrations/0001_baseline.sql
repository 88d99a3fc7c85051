-- The schema. Later migrations expand it (docs/house-rules.md, 7).

create extension if not exists pg_trgm;

-- Accounts

create table users (
  id uuid default gen_random_uuid() primary key,
  email text not null,
  pending_email text,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  subscription_plan text not null,
  tokens_enabled boolean default false not null,
  email_notifications boolean default true not null,
  weekly_reports boolean default true not null,
  email_confirmed_at timestamptz,
  weekly_report_at timestamptz,
  deleting_at timestamptz,
  created_at timestamptz not null,
  constraint users_subscription_plan_check check (subscription_plan in ('test', 'free', 'basic', 'premium'))
);
create index users_weekly_report on users (weekly_report_at)
  where weekly_reports and (email_confirmed_at is not null) and (deleting_at is null);
create unique index users_email on users (lower(email));

create table account_tokens (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references users on delete cascade,
  type text not null,
  token_hash text not null unique,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint account_tokens_type_check check (type in ('signup', 'recovery', 'email_change'))
);
create index account_tokens_user on account_tokens (user_id, type);

create table bot_check_uses (
  token_hash text primary key,
  expires_at timestamptz not null
);
create index bot_check_uses_expiry on bot_check_uses (expires_at);

create table owners (
  id uuid primary key,
  person_id uuid not null references users on delete cascade
);
create index owners_person on owners (person_id);

create table notices (
  owner_id uuid not null references owners on delete cascade,
  cause text not null,
  created_at timestamptz not null,
  primary key (owner_id, cause)
);

create table refused_logins (
  hour timestamptz not null,
  reason text not null,
  logins integer not null,
  primary key (hour, reason)
);

-- Owners and organizations

create table organizations (
  id uuid primary key references owners on delete cascade,
  name text not null,
  created_at timestamptz not null,
  deleting_at timestamptz
);

create table organization_members (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null,
  joined_at timestamptz not null,
  constraint organization_members_role_check check (role in ('owner', 'admin', 'member')),
  primary key (user_id, organization_id)
);
create index organization_members_of on organization_members (organization_id);
create unique index organization_members_one_owner on organization_members (organization_id) where role = 'owner';

create table sessions (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  used_at timestamptz not null,
  user_agent text,
  organization_id uuid,
  previous_hash text,
  rotated_at timestamptz,
  confirmed_at timestamptz,
  proved_at timestamptz,
  constraint sessions_organization foreign key (user_id, organization_id) references organization_members(user_id, organization_id) on delete set null (organization_id)
);
create index sessions_user on sessions (user_id);
create unique index sessions_previous on sessions (previous_hash) where previous_hash is not null;

create table organization_invitations (
  id uuid default gen_random_uuid() primary key,
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null,
  token_hash text not null unique,
  invited_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint organization_invitations_role_check check (role in ('admin', 'member'))
);
create index organization_invitations_inviter on organization_invitations (invited_by) where invited_by is not null;
create unique index organization_invitations_one on organization_invitations (organization_id, lower(email));

-- Usage and the ledger

create table kept_payments (
  id uuid default gen_random_uuid() primary key,
  payment_id text not null,
  tokens integer not null,
  paid_at timestamptz not null
);

create table token_balances (
  owner_id uuid primary key references owners on delete cascade,
  tokens integer not null,
  constraint token_balances_tokens_check check (tokens >= 0)
);

create table usage_entries (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  cause text not null,
  kind text not null,
  usage_type text,
  month text,
  units integer default 0 not null,
  tokens integer default 0 not null,
  payment_id text,
  note text,
  created_at timestamptz not null,
  spender_id uuid not null,
  constraint usage_entries_kind_check check (kind in ('use', 'refund', 'purchase', 'grant')),
  constraint usage_entries_usage_type_check check (usage_type in ('business_searches', 'email_generations', 'emails_sent'))
);
create index usage_entries_owner on usage_entries (owner_id, created_at desc);
create index usage_entries_tokens on usage_entries (owner_id, created_at desc, id desc) where tokens <> 0;
create unique index usage_entries_cause on usage_entries (spender_id, cause);

create table usage_months (
  owner_id uuid not null references owners on delete cascade,
  month text not null,
  usage_type text not null,
  units integer not null,
  constraint usage_months_units_check check (units >= 0),
  primary key (owner_id, month, usage_type)
);

-- Billing

create table billing_customers (
  customer_id text primary key,
  owner_id uuid not null references owners on delete cascade,
  provider text not null,
  created_at timestamptz not null,
  checked_at timestamptz,
  constraint billing_customers_provider_check check (provider in ('embedded', 'stripe')),
  constraint billing_customers_owner_id_provider_key unique (owner_id, provider)
);

create table billing_checkouts (
  id uuid primary key,
  customer_id text not null,
  owner_id uuid not null references owners on delete cascade,
  wanted text not null,
  session_id text,
  session_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  completed_at timestamptz,
  constraint billing_checkouts_customer_id_fkey foreign key (customer_id) references billing_customers(customer_id) on delete cascade
);
create index billing_checkouts_customer on billing_checkouts (customer_id);
create index billing_checkouts_open on billing_checkouts (customer_id, created_at) where completed_at is null;
create index billing_checkouts_owner on billing_checkouts (owner_id, id);

create table billing_events (
  id text primary key,
  type text not null,
  customer_id text,
  received_at timestamptz not null,
  processed_at timestamptz
);
create index billing_events_waiting on billing_events (received_at) where processed_at is null;

create table billing_payments (
  id text primary key,
  customer_id text not null,
  owner_id uuid not null references owners on delete cascade,
  tokens integer not null,
  amount_cents integer not null,
  returned_cents integer default 0 not null,
  tokens_taken integer default 0 not null,
  paid_at timestamptz not null,
  created_at timestamptz not null,
  constraint billing_payments_tokens_check check (tokens >= 0),
  constraint billing_payments_customer_id_fkey foreign key (customer_id) references billing_customers(customer_id) on delete cascade
);
create index billing_payments_customer on billing_payments (customer_id);
create index billing_payments_owner on billing_payments (owner_id, paid_at desc);

create table billing_subscriptions (
  customer_id text primary key,
  owner_id uuid not null references owners on delete cascade,
  subscription_id text not null,
  plan text not null,
  status text not null,
  period_end timestamptz not null,
  pending_plan text,
  pending_at timestamptz,
  past_due_since timestamptz,
  entitled_plan text not null,
  constraint billing_subscriptions_entitled_plan_check check (entitled_plan in ('free', 'basic', 'premium')),
  constraint billing_subscriptions_pending_plan_check check (pending_plan in ('free', 'basic', 'premium')),
  constraint billing_subscriptions_plan_check check (plan in ('basic', 'premium')),
  constraint billing_subscriptions_status_check check (status in ('incomplete', 'active', 'past_due', 'ended')),
  constraint billing_subscriptions_customer_id_fkey foreign key (customer_id) references billing_customers(customer_id) on delete cascade
);
create index billing_subscriptions_owner on billing_subscriptions (owner_id);

create table embedded_payment_objects (
  id text primary key,
  kind text not null,
  customer_id text not null,
  content jsonb not null,
  created_at timestamptz not null,
  constraint embedded_payment_objects_kind_check check (kind in ('customer', 'page', 'subscription', 'payment'))
);
create index embedded_payment_objects_customer on embedded_payment_objects (customer_id, kind);

-- Tables and businesses

create table business_tables (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  name text not null,
  query text not null,
  prospecting_status text,
  last_prospecting_at timestamptz,
  created_at timestamptz not null,
  constraint business_tables_prospecting_status_check check (prospecting_status in ('pending', 'processing', 'completed', 'failed', 'cancelled'))
);
create index business_tables_owner on business_tables (owner_id, created_at desc);

create table businesses (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  table_id uuid not null references business_tables on delete cascade,
  place_id text not null,
  "position" integer not null,
  name text not null,
  address text not null,
  website text,
  phone text,
  email text,
  notes text,
  locality text,
  attribution text,
  is_demo boolean default false not null,
  gathering_outcome text,
  gathering_explanation text,
  gathered_at timestamptz,
  site_facts jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  category text
);
create index businesses_by_address on businesses (table_id, lower(address) collate "und-x-icu", id);
create index businesses_by_name on businesses (table_id, lower(name) collate "und-x-icu", id);
create index businesses_expiry on businesses (expires_at, place_id) where expires_at is not null;
create index businesses_order on businesses (table_id, "position", id);
create index businesses_owner_place on businesses (owner_id, place_id);
create index businesses_same on businesses (table_id, lower(name), lower(address));
create index businesses_search on businesses using gin (lower(((name || '
'::text) || address)) gin_trgm_ops);
create unique index businesses_place on businesses (table_id, place_id);

-- Prospects

create table deleted_prospects (
  owner_id uuid not null references owners on delete cascade,
  place_id text not null,
  email_hash text not null,
  deleted_at timestamptz not null,
  primary key (owner_id, place_id, email_hash)
);

create table prospects (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  business_table_id uuid references business_tables on delete set null,
  place_id text default '' not null,
  business_name text,
  email text not null,
  first_name text,
  last_name text,
  phone text,
  title text,
  notes text,
  status text default 'new' not null,
  last_contact timestamptz,
  is_edited boolean default false not null,
  source_url text,
  source_method text,
  source_snippet text,
  found_at timestamptz,
  confidence real,
  no_solicitation boolean default false not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  address_check text,
  address_reasons jsonb default '[]'::jsonb not null,
  address_checked_at timestamptz,
  address_check_due_at timestamptz default '1970-01-01 00:00:00+00'::timestamptz not null,
  found_email text,
  reviewed_at timestamptz,
  constraint prospects_address_check_check check (address_check in ('safe', 'risky', 'bad', 'unknown')),
  constraint prospects_status_check check (status in ('new', 'contacted', 'responded', 'converted', 'rejected', 'email_generated', 'email_sent'))
) with (fillfactor = 85);
create index prospects_address_check_due on prospects (address_check_due_at);
create index prospects_by_business on prospects (owner_id, lower(coalesce(business_name, '')) collate "und-x-icu", id);
create index prospects_by_name on prospects (owner_id, lower(coalesce(NULLIF(TRIM(BOTH FROM ((coalesce(first_name, '') || ' ') || coalesce(last_name, ''))), ''), email)) collate "und-x-icu", id);
create index prospects_email on prospects (owner_id, lower(email));
create index prospects_in_no_table on prospects (owner_id, id) where business_table_id is null;
create index prospects_in_table on prospects (business_table_id, id);
create index prospects_owner on prospects (owner_id, created_at desc, id);
create index prospects_search on prospects using gin (lower(((((email || '
'::text) || coalesce(first_name, '')) || ' ') || coalesce(last_name, ''))) gin_trgm_ops);
create index prospects_table_newest on prospects (business_table_id, created_at desc, id);
create index prospects_to_review on prospects (business_table_id, created_at)
  where (reviewed_at is null) and (source_url is not null);
create unique index prospects_unique on prospects (owner_id, place_id, lower(email));

create table prospect_events (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  prospect_id uuid not null references prospects on delete cascade,
  kind text not null,
  from_status text,
  to_status text,
  change_id uuid,
  at timestamptz not null,
  constraint prospect_events_kind_check check (kind in ('status', 'email_generated'))
);
create index prospect_events_change on prospect_events (owner_id, change_id) where change_id is not null;
create index prospect_events_owner on prospect_events (owner_id, id);
create index prospect_events_prospect on prospect_events (prospect_id, at);

-- Imports

create table imports (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  kind text not null,
  file_name text not null,
  encoding text not null,
  delimiter text not null,
  columns jsonb not null,
  mapping jsonb not null,
  business_table_id uuid references business_tables on delete cascade,
  status text not null,
  duplicates text default 'skip' not null,
  total integer default 0 not null,
  processed integer default 0 not null,
  suppressed integer default 0 not null,
  error text,
  created_at timestamptz not null,
  worked_at timestamptz not null,
  constraint imports_duplicates_check check (duplicates in ('skip', 'update')),
  constraint imports_kind_check check (kind in ('prospects', 'businesses')),
  constraint imports_status_check check (status in ('reading', 'read', 'checking', 'checked', 'importing', 'completed', 'failed', 'cancelled'))
);
create index imports_active on imports (worked_at) where status in ('checking', 'importing');
create index imports_owner on imports (owner_id, created_at desc);
create index imports_table on imports (business_table_id) where business_table_id is not null;

create table import_rows (
  id bigint generated always as identity primary key,
  owner_id uuid not null references owners on delete cascade,
  import_id uuid not null references imports on delete cascade,
  line integer not null,
  cells jsonb not null,
  state text default 'unread' not null,
  key text,
  problem text
);
create index import_rows_owner on import_rows (owner_id, id);
create index import_rows_state on import_rows (import_id, state, line);
create unique index import_rows_line on import_rows (import_id, line);

-- Gathering

create table gathering_jobs (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  table_id uuid not null references business_tables on delete cascade,
  status text not null,
  total integer not null,
  error text,
  created_at timestamptz not null,
  completed_at timestamptz,
  constraint gathering_jobs_status_check check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled'))
);
create index gathering_jobs_active on gathering_jobs (status) where status in ('pending', 'processing');
create index gathering_jobs_owner on gathering_jobs (owner_id, id);
create index gathering_jobs_table on gathering_jobs (table_id, created_at desc);
create unique index gathering_jobs_one_active on gathering_jobs (table_id) where status in ('pending', 'processing');

create table gathering_items (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  job_id uuid not null references gathering_jobs on delete cascade,
  business_id uuid references businesses on delete set null,
  "position" integer not null,
  state text not null,
  worker_id text,
  attempts integer default 0 not null,
  outcome text,
  prospects_found integer default 0 not null,
  finished_at timestamptz,
  host text,
  turn integer default 0 not null,
  prospects_added integer default 0 not null,
  left_out_suppressed integer default 0 not null,
  left_out_deleted integer default 0 not null,
  constraint gathering_items_state_check check (state in ('queued', 'claimed', 'done', 'cancelled'))
);
create index gathering_items_business on gathering_items (business_id);
create index gathering_items_claimed on gathering_items (worker_id) where state = 'claimed';
create index gathering_items_open on gathering_items (job_id) where state in ('queued', 'claimed');
create index gathering_items_owner on gathering_items (owner_id, id);
create index gathering_items_queue on gathering_items (job_id, turn, "position") where state = 'queued';
create unique index gathering_items_once on gathering_items (job_id, business_id);

-- Crawling

create table excluded_sites (
  domain text primary key,
  reason text not null,
  excluded_at timestamptz not null
);

-- Signatures and return addresses

create table signatures (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  name text not null,
  content text not null,
  is_default boolean default false not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index signatures_owner on signatures (owner_id, created_at);
create unique index signatures_one_default on signatures (owner_id) where is_default;

-- Campaigns

create table campaigns (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  name text not null,
  description text,
  marketing_copy text not null,
  promotional_content text,
  status text default 'draft' not null,
  signature_id uuid references signatures on delete set null,
  email_subject text,
  email_body text,
  written_by text,
  writing_note text,
  generations integer default 0 not null,
  template_version integer default 0 not null,
  template_at timestamptz,
  rendering_total integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  max_age_hours integer default 72 not null,
  constraint campaigns_max_age_hours_check check ((max_age_hours >= 24) and (max_age_hours <= 720)),
  constraint campaigns_status_check check (status in ('draft', 'active', 'paused', 'completed', 'archived'))
);
create index campaigns_owner on campaigns (owner_id, created_at desc);
create index campaigns_signature on campaigns (signature_id);

create table campaign_prospects (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  campaign_id uuid not null references campaigns on delete cascade,
  prospect_id uuid references prospects on delete set null,
  email text not null,
  first_name text,
  last_name text,
  further_fields jsonb default '{}'::jsonb not null,
  business_name text,
  "position" integer not null,
  email_status text default 'pending' not null,
  email_subject text,
  email_content text,
  edited_body text,
  rendered_version integer default 0 not null,
  is_edited boolean default false not null,
  delivery text,
  status_reason text,
  round integer default 0 not null,
  sent_at timestamptz,
  opened_at timestamptz,
  responded_at timestamptz,
  created_at timestamptz not null,
  constraint campaign_prospects_delivery_check check (delivery = 'unconfirmed'),
  constraint campaign_prospects_email_status_check check (email_status in ('pending', 'generated', 'sent', 'opened', 'responded', 'unsubscribed', 'failed', 'bounced'))
);
create index campaign_prospects_counts on campaign_prospects (owner_id, campaign_id, email_status, delivery);
create index campaign_prospects_order on campaign_prospects (campaign_id, "position");
create index campaign_prospects_prospect on campaign_prospects (prospect_id);
create unique index campaign_prospects_once on campaign_prospects (campaign_id, prospect_id);

create table return_addresses (
  email_id text primary key,
  owner_id uuid not null references owners on delete cascade,
  is_current boolean not null,
  updated_at timestamptz not null
);
create index return_addresses_owner on return_addresses (owner_id);
create unique index return_addresses_current on return_addresses (owner_id) where is_current;

create table signature_images (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  key text not null unique,
  content_type text not null,
  created_at timestamptz not null,
  bytes integer default 0 not null
);
create index signature_images_owner on signature_images (owner_id);

-- Writing

create table generations (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  campaign_id uuid references campaigns on delete set null,
  model text,
  written_by text not null,
  note text,
  input_tokens integer default 0 not null,
  output_tokens integer default 0 not null,
  cost_micros bigint,
  duration_ms integer not null,
  created_at timestamptz not null
);
create index generations_at on generations (created_at);
create index generations_campaign on generations (campaign_id);
create index generations_owner on generations (owner_id);

-- Sending

create table outbox_messages (
  id uuid default gen_random_uuid() primary key,
  envelope_from text not null,
  envelope_to text not null,
  raw bytea not null,
  received_at timestamptz not null
);
create index outbox_messages_at on outbox_messages (received_at desc);
create index outbox_messages_to on outbox_messages (lower(envelope_to), received_at desc);

create table send_jobs (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  campaign_id uuid not null references campaigns on delete cascade,
  status text not null,
  resend boolean not null,
  error text,
  created_at timestamptz not null,
  completed_at timestamptz,
  held_until timestamptz,
  held_reason text,
  sender text default 'shared' not null,
  looked_at timestamptz,
  constraint send_jobs_sender_check check (sender in ('shared', 'mailbox')),
  constraint send_jobs_status_check check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled'))
);
create index send_jobs_campaign on send_jobs (campaign_id, created_at desc);
create index send_jobs_owner on send_jobs (owner_id, id);
create unique index send_jobs_one_active on send_jobs (campaign_id) where status in ('pending', 'processing');

create table recipients (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  campaign_id uuid references campaigns on delete set null,
  campaign_prospect_id uuid references campaign_prospects on delete set null,
  prospect_id uuid,
  job_id uuid references send_jobs on delete set null,
  round integer not null,
  email text not null,
  subject text not null,
  content text not null,
  state text not null,
  reason text,
  message_id text,
  server_message_id text,
  worker_id text,
  attempts integer default 0 not null,
  next_at timestamptz not null,
  is_charged boolean default false not null,
  queued_at timestamptz not null,
  first_tried_at timestamptz,
  transmitting_at timestamptz,
  finished_at timestamptz,
  server_group text,
  sender text default 'shared' not null,
  refusal text,
  language text,
  constraint recipients_refusal_check check (refusal in ('address', 'policy', 'other')),
  constraint recipients_sender_check check (sender in ('shared', 'mailbox')),
  constraint recipients_state_check check (state in ('queued', 'claimed', 'transmitting', 'sent', 'failed', 'unconfirmed', 'cancelled', 'suppressed', 'expired'))
);
create index recipients_campaign on recipients (campaign_id, queued_at desc);
create index recipients_email on recipients (owner_id, lower(email), finished_at desc);
create index recipients_finished on recipients (owner_id, finished_at) where finished_at is not null;
create index recipients_in_flight on recipients (server_group) where state in ('claimed', 'transmitting');
create index recipients_in_progress on recipients (owner_id) where state in ('claimed', 'transmitting');
create index recipients_job on recipients (job_id, state);
create index recipients_prospect on recipients (prospect_id) where prospect_id is not null;
create index recipients_queue on recipients (job_id, next_at, id) where state = 'queued';
create index recipients_retries on recipients (job_id, next_at) where (state = 'queued') and (attempts > 0);
create index recipients_server_message_id on recipients (server_message_id) where server_message_id is not null;
create index recipients_tried on recipients (owner_id, first_tried_at) where first_tried_at is not null;
create index recipients_worker on recipients (worker_id) where state in ('claimed', 'transmitting');
create unique index recipients_once on recipients (campaign_prospect_id, round);

create table send_attempts (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  recipient_id uuid not null,
  outcome text not null,
  code integer,
  answer text,
  at timestamptz not null
);
create index send_attempts_owner on send_attempts (owner_id, id);
create index send_attempts_recipient on send_attempts (recipient_id, at);

create table workers (
  id text primary key,
  started_at timestamptz not null,
  beat_at timestamptz not null
);

-- Limits of sending

create table installation_epochs (
  place text primary key,
  epoch bigint not null,
  identity text,
  seen_at timestamptz not null
);

create table installation_holds (
  id uuid default gen_random_uuid() primary key,
  sentence text not null,
  at timestamptz not null,
  lifted_at timestamptz
);

create table mail_domains (
  domain text primary key,
  server_group text not null,
  looked_up_at timestamptz not null
);

create table sender_mailboxes (
  owner_id uuid primary key references owners on delete cascade,
  address text not null,
  name text,
  host text not null,
  port integer not null,
  security text not null,
  username text not null,
  sealed_password text not null,
  is_used boolean default false not null,
  checked_at timestamptz,
  check_error text,
  updated_at timestamptz not null,
  constraint sender_mailboxes_security_check check (security in ('tls', 'starttls', 'none'))
);

create table sending_days (
  domain text not null,
  day date not null,
  messages integer not null,
  primary key (domain, day)
);

create table sending_paces (
  owner_id uuid primary key references owners on delete cascade,
  daily_cap integer,
  gap_from_seconds integer not null,
  gap_to_seconds integer not null,
  window_days integer[] not null,
  window_from text not null,
  window_to text not null,
  time_zone text not null,
  has_ramp boolean not null,
  updated_at timestamptz not null
);

create table sending_pauses (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  campaign_id uuid references campaigns on delete cascade,
  kind text not null,
  sentence text not null,
  answer text,
  at timestamptz not null,
  lifted_at timestamptz,
  constraint sending_pauses_kind_check check (kind in ('policy', 'bounces', 'complaints'))
);
create index sending_pauses_campaign on sending_pauses (campaign_id) where campaign_id is not null;
create index sending_pauses_owner on sending_pauses (owner_id, at desc);
create unique index sending_pauses_one on sending_pauses (owner_id, coalesce(campaign_id, owner_id))
  where lifted_at is null;

create table sending_turns (
  owner_id uuid primary key references owners on delete cascade,
  next_at timestamptz not null
);

create table server_groups (
  name text primary key,
  next_at timestamptz,
  slow_until timestamptz,
  held_until timestamptz,
  answer text,
  updated_at timestamptz not null
);
create index server_groups_held on server_groups (held_until) where held_until is not null;
create index server_groups_next on server_groups (next_at) where next_at is not null;

-- Sending domains

create table dkim_keys (
  id uuid default gen_random_uuid() primary key,
  domain text not null,
  selector text not null,
  sealed_key text not null,
  created_at timestamptz not null,
  constraint dkim_keys_domain_selector_key unique (domain, selector)
);
create unique index dkim_keys_domain on dkim_keys (domain);

create table domain_checks (
  domain text primary key,
  report jsonb not null,
  checked_at timestamptz not null
);

-- Tracking

create table inbound_messages (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid references owners on delete cascade,
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
  attempts integer default 0 not null,
  error text,
  dedupe_key text,
  original_id uuid references inbound_messages on delete set null,
  has_original boolean default true not null,
  bytes integer default 0 not null,
  attachments text[]
);
create index inbound_messages_bytes on inbound_messages (owner_id) include (bytes);
create index inbound_messages_from on inbound_messages (owner_id, from_email, received_at desc);
create index inbound_messages_original on inbound_messages (original_id) where original_id is not null;
create index inbound_messages_originals on inbound_messages (owner_id, received_at) where has_original;
create index inbound_messages_owner on inbound_messages (owner_id, received_at desc);
create index inbound_messages_recipient on inbound_messages (recipient_id);
create index inbound_messages_to_forward on inbound_messages (next_at) where forward_state = 'queued';
create index inbound_messages_unhandled on inbound_messages (received_at) where handled_at is null;
create index inbound_messages_worker on inbound_messages (worker_id)
  where forward_state in ('claimed', 'transmitting');
create unique index inbound_messages_once on inbound_messages (envelope_to, raw_hash);
create unique index inbound_messages_once_for_owner on inbound_messages (owner_id, raw_hash, dedupe_key);

create table inbound_storage (
  owner_id uuid primary key references owners on delete cascade,
  bytes bigint not null
);

create table suppressions (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  email text,
  reason text not null,
  recipient_id uuid,
  created_at timestamptz not null,
  lifted_at timestamptz,
  kind text default 'address' not null,
  hash text not null,
  source text,
  constraint suppressions_kind_check check (kind in ('address', 'domain')),
  constraint suppressions_reason_check check (reason in ('unsubscribed', 'bounced', 'complaint', 'stop_reply', 'manual'))
);
create index suppressions_hash on suppressions (owner_id, hash);
create index suppressions_listed on suppressions (owner_id, created_at desc, id) where lifted_at is null;
create index suppressions_owner on suppressions (owner_id, id);
create unique index suppressions_in_force on suppressions (owner_id, hash) where lifted_at is null;

create table tracking_events (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  recipient_id uuid not null references recipients on delete cascade,
  kind text not null,
  class text,
  rule text,
  detail jsonb,
  at timestamptz not null
);
create index tracking_events_owner on tracking_events (owner_id, at desc);
create index tracking_events_recipient on tracking_events (recipient_id, at);

-- Tracking choices

create table campaign_tracking_choices (
  campaign_id uuid primary key references campaigns on delete cascade,
  owner_id uuid not null references owners on delete cascade,
  opens boolean,
  clicks boolean,
  updated_at timestamptz not null
);
create index campaign_tracking_choices_owner on campaign_tracking_choices (owner_id);

create table tracked_links (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  campaign_id uuid,
  url text not null,
  created_at timestamptz not null
);
create index tracked_links_campaign on tracked_links (owner_id, campaign_id);

create table tracking_choices (
  owner_id uuid primary key references owners on delete cascade,
  opens boolean not null,
  clicks boolean not null,
  updated_at timestamptz not null
);

create table tracking_withdrawals (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  hash text not null,
  withdrawn_at timestamptz not null,
  constraint tracking_withdrawals_owner_id_hash_key unique (owner_id, hash)
);

-- Incoming mail and answers

create table answers (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  inbound_id uuid references inbound_messages on delete set null,
  recipient_id uuid references recipients on delete set null,
  press_id uuid not null,
  to_email text not null,
  subject text not null,
  content text not null,
  state text not null,
  reason text,
  worker_id text,
  attempts integer default 0 not null,
  next_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint answers_state_check check (state in ('queued', 'claimed', 'transmitting', 'sent', 'failed', 'unconfirmed')),
  constraint answers_owner_id_press_id_key unique (owner_id, press_id)
);
create index answers_due on answers (next_at) where state = 'queued';
create index answers_inbound on answers (inbound_id);
create index answers_recipient on answers (recipient_id);
create index answers_to on answers (owner_id, to_email);
create index answers_worker on answers (worker_id) where state in ('claimed', 'transmitting');

-- Support and the mailing list

create table mailing_list_subscribers (
  id uuid default gen_random_uuid() primary key,
  email text not null,
  name text,
  company_name text,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz
);
create unique index mailing_list_email on mailing_list_subscribers (lower(email));

create table support_requests (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  type text not null,
  title text not null,
  description text not null,
  priority text not null,
  screenshot_key text,
  state text default 'open' not null,
  created_at timestamptz not null,
  screenshot_bytes integer default 0 not null
);
create index support_requests_owner on support_requests (owner_id, created_at desc);

-- Undo

create table removals (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  kind text not null,
  bytes bigint default 0 not null,
  removed_at timestamptz not null,
  constraint removals_kind_check check (kind in ('prospects', 'businesses', 'table', 'campaign'))
);
create index removals_age on removals (removed_at);
create index removals_owner on removals (owner_id, removed_at desc);

create table removed_rows (
  id bigint generated always as identity primary key,
  owner_id uuid not null references owners on delete cascade,
  removal_id uuid not null references removals on delete cascade,
  held_by text not null,
  contents jsonb not null
);
create index removed_rows_owner on removed_rows (owner_id, id);
create index removed_rows_removal on removed_rows (removal_id, held_by);

-- The installation

create table installation_secrets (
  name text not null,
  version integer not null,
  secret bytea not null,
  created_at timestamptz not null,
  primary key (name, version)
);

create table key_check (
  is_only boolean default true primary key,
  sealed text not null,
  created_at timestamptz not null,
  constraint key_check_is_only_check check (is_only)
);

create unlogged table crawl_turns (
  key text primary key,
  free_at timestamptz not null
);

create unlogged table rate_limits (
  key text primary key,
  points integer default 0 not null,
  expire bigint
);

-- Functions and triggers

create function book_crawl_turn(keys text[], interval_ms double precision) returns double precision
  language plpgsql
  as $$
declare
  starts_at timestamptz;
begin
  insert into crawl_turns as turn (key, free_at)
    select key, '-infinity' from unnest(keys) as given (key) order by key
    on conflict (key) do update set free_at = turn.free_at;
  select greatest(clock_timestamp(), max(free_at)) into starts_at from crawl_turns where key = any (keys);
  update crawl_turns set free_at = starts_at + interval_ms * interval '1 millisecond' where key = any (keys);
  return greatest(0, extract(epoch from starts_at - clock_timestamp()) * 1000);
end $$;

create function book_usage(spender uuid, type text, caps jsonb, organization_plans text[], current_month text, causes text[], booked_at timestamptz, out payer uuid, out payer_plan text, out frozen boolean, out used_before integer, out used_after integer, out tokens_used integer, out paid text[]) returns record
  language plpgsql
  as $$
declare
  known text[];
  wanted text[];
  is_enabled boolean;
  balance integer;
  from_allowance integer;
begin
  select o.person_id into payer from owners o where o.id = spender;
  perform pg_advisory_xact_lock(hashtextextended('ledger:' || payer, 0));
  select u.subscription_plan, u.tokens_enabled into payer_plan, is_enabled from users u where u.id = payer;
  frozen := payer <> spender and not payer_plan = any (organization_plans);
  select coalesce(array_agg(e.cause), '{}') into known
    from usage_entries e where e.spender_id = spender and e.cause = any (causes);
  select coalesce(array_agg(c.cause order by c.place), '{}') into wanted from (
    select t.cause, min(t.place) as place from unnest(causes) with ordinality t (cause, place)
    where not t.cause = any (known) group by t.cause
  ) c;
  select coalesce(max(m.units), 0) into used_before
    from usage_months m where m.owner_id = payer and m.month = current_month and m.usage_type = type;
  select coalesce(max(b.tokens), 0) into balance from token_balances b where b.owner_id = payer;
  from_allowance := least(greatest((caps ->> payer_plan)::integer - used_before, 0), cardinality(wanted));
  tokens_used := case when is_enabled then least(balance, cardinality(wanted) - from_allowance) else 0 end;
  if frozen then
    from_allowance := 0;
    tokens_used := 0;
  end if;
  used_after := used_before + from_allowance;
  paid := known || wanted[1 : from_allowance + tokens_used];
  insert into usage_entries (owner_id, spender_id, cause, kind, usage_type, month, units, tokens, created_at)
    select payer, spender, t.cause, 'use', type, current_month,
      case when t.place <= from_allowance then 1 else 0 end,
      case when t.place <= from_allowance then 0 else -1 end, booked_at
    from unnest(wanted[1 : from_allowance + tokens_used]) with ordinality t (cause, place);
  if from_allowance > 0 then
    insert into usage_months as m (owner_id, month, usage_type, units)
      values (payer, current_month, type, from_allowance)
      on conflict (owner_id, month, usage_type) do update set units = m.units + excluded.units;
  end if;
  if tokens_used > 0 then
    update token_balances b set tokens = b.tokens - tokens_used where b.owner_id = payer;
  end if;
end $$;

create function forget_address_check() returns trigger
  language plpgsql
  as $$
begin
  new.address_check := null;
  new.address_reasons := '[]';
  new.address_checked_at := null;
  new.address_check_due_at := 'epoch';
  if old.source_url is not null then
    new.found_email := coalesce(old.found_email, old.email);
    if lower(new.found_email) = lower(new.email) then
      new.found_email := null;
    end if;
  end if;
  return new;
end $$;

create function create_personal_owner() returns trigger
  language plpgsql
  as $$
begin
  insert into owners (id, person_id) values (new.id, new.id);
  return new;
end $$;

create trigger prospects_address_changed
  before update of email on prospects
  for each row when ((lower(old.email) is distinct from lower(new.email))) execute function forget_address_check();
create trigger users_create_personal_owner
  after insert on users
  for each row execute function create_personal_owner();
