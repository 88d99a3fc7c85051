-- Mail servers of the world, by who runs them, and what they can take at this moment. Here and not in a process, so
-- that more workers don't send faster.
create table server_groups (
  name text primary key,
  -- When the next message may start, while the group is slow or has a rate.
  next_at timestamptz,
  slow_until timestamptz,
  held_until timestamptz,
  -- The server's own words for it.
  answer text,
  updated_at timestamptz not null
);
create table mail_domains (
  domain text primary key,
  server_group text not null,
  looked_up_at timestamptz not null
);

alter table recipients add column server_group text;
alter table recipients add column sender text not null default 'shared' check (sender in ('shared', 'mailbox'));
alter table recipients add column refusal text check (refusal in ('address', 'policy', 'other'));
create index recipients_in_flight on recipients (server_group) where state in ('claimed', 'transmitting');
create index recipients_tried on recipients (owner_id, first_tried_at) where first_tried_at is not null;
create index recipients_finished on recipients (owner_id, finished_at) where finished_at is not null;

-- Why a whole job waits, and until when.
alter table send_jobs add column held_until timestamptz;
alter table send_jobs add column held_reason text;
alter table send_jobs add column sender text not null default 'shared' check (sender in ('shared', 'mailbox'));

-- How an owner's mail is spread over the days. Without a row the defaults hold.
create table sending_paces (
  owner_id uuid primary key references users on delete cascade,
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
-- When the next message of an owner may start; a random gap after the last one.
create table sending_turns (
  owner_id uuid primary key references users on delete cascade,
  next_at timestamptz not null
);
-- How many messages left from a sending domain on each day in UTC: what the ramp of a new domain is counted from.
create table sending_days (
  domain text not null,
  day date not null,
  messages integer not null,
  primary key (domain, day)
);

create table sending_pauses (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  -- Null: all campaigns of the owner.
  campaign_id uuid references campaigns on delete cascade,
  kind text not null check (kind in ('policy', 'bounces', 'complaints')),
  sentence text not null,
  answer text,
  at timestamptz not null,
  lifted_at timestamptz
);
create unique index sending_pauses_one on sending_pauses (owner_id, coalesce(campaign_id, owner_id)) where lifted_at is null;
create index sending_pauses_owner on sending_pauses (owner_id, at desc);

-- Folders of data that this database was seen with: how a restored backup is told.
create table installation_epochs (
  place text primary key,
  epoch bigint not null,
  identity text,
  seen_at timestamptz not null
);
create table installation_holds (
  id uuid primary key default gen_random_uuid(),
  sentence text not null,
  at timestamptz not null,
  lifted_at timestamptz
);

-- A user's own mailbox as sender. The password is sealed with the installation's key.
create table sender_mailboxes (
  owner_id uuid primary key references users on delete cascade,
  address text not null,
  name text,
  host text not null,
  port integer not null,
  security text not null check (security in ('tls', 'starttls', 'none')),
  username text not null,
  sealed_password text not null,
  is_used boolean not null default false,
  checked_at timestamptz,
  check_error text,
  updated_at timestamptz not null
);

-- Where owners stand in a table of their own already, rows go with them; else the migration that makes it sees to it.
do $$
declare
  held_by text;
begin
  if to_regclass('owners') is null then return; end if;
  foreach held_by in array array['sending_paces', 'sending_turns', 'sending_pauses', 'sender_mailboxes'] loop
    execute format('alter table %I drop constraint %I', held_by, held_by || '_owner_id_fkey');
    execute format(
      'alter table %I add constraint %I foreign key (owner_id) references owners on delete cascade',
      held_by, held_by || '_owner_id_fkey'
    );
  end loop;
end $$;
