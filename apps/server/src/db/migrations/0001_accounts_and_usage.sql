create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  pending_email text,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  subscription_plan text not null check (subscription_plan in ('test', 'free', 'basic', 'premium')),
  tokens_enabled boolean not null default false,
  email_notifications boolean not null default true,
  weekly_reports boolean not null default true,
  email_confirmed_at timestamptz,
  weekly_report_at timestamptz,
  deleting_at timestamptz,
  created_at timestamptz not null
);
create unique index users_email on users (lower(email));

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  used_at timestamptz not null,
  user_agent text
);
create index sessions_user on sessions (user_id);

create table account_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  type text not null check (type in ('signup', 'recovery', 'email_change')),
  token_hash text not null unique,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index account_tokens_user on account_tokens (user_id, type);

create table bot_check_uses (
  token_hash text primary key,
  expires_at timestamptz not null
);
create index bot_check_uses_expiry on bot_check_uses (expires_at);

create table installation_secrets (
  name text not null,
  version integer not null,
  secret bytea not null,
  created_at timestamptz not null,
  primary key (name, version)
);

create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

create table usage_entries (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  cause text not null,
  kind text not null check (kind in ('use', 'refund', 'purchase', 'grant')),
  usage_type text check (usage_type in ('business_searches', 'email_generations', 'emails_sent')),
  month text,
  units integer not null default 0,
  tokens integer not null default 0,
  payment_id text,
  note text,
  created_at timestamptz not null
);
create unique index usage_entries_cause on usage_entries (owner_id, cause);
create index usage_entries_owner on usage_entries (owner_id, created_at desc);

create table usage_months (
  owner_id uuid not null references users on delete cascade,
  month text not null,
  usage_type text not null,
  units integer not null check (units >= 0),
  primary key (owner_id, month, usage_type)
);

create table token_balances (
  owner_id uuid primary key references users on delete cascade,
  tokens integer not null check (tokens >= 0)
);

create table kept_payments (
  id uuid primary key default gen_random_uuid(),
  payment_id text not null,
  tokens integer not null,
  paid_at timestamptz not null
);

create table notices (
  owner_id uuid not null references users on delete cascade,
  cause text not null,
  created_at timestamptz not null,
  primary key (owner_id, cause)
);
