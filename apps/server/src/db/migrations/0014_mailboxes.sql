-- Own mailboxes: several of an owner, sent from in turn and read for answers.
-- old code survives: new columns have defaults or are null.
-- What the old code saves in sender_mailboxes after this migration isn't taken over.

create table mailboxes (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  kind text not null,
  provider text,
  address text not null,
  account text not null,
  name text,
  smtp jsonb,
  imap jsonb,
  -- Password or refresh token. Empty once the mailbox is removed, its access withdrawn, or the key lost.
  sealed_secret text not null,
  -- Changes with each consent and each password.
  grant_id uuid default gen_random_uuid() not null,
  granted_scopes text[] default '{}' not null,
  reads text default 'answers' not null,
  is_used boolean default true not null,
  daily_cap integer default 40 not null,
  has_ramp boolean default true not null,
  keep_copy boolean default true not null,
  state text default 'connected' not null,
  failure text,
  failures integer default 0 not null,
  reading_failures integer default 0 not null,
  failing_since timestamptz,
  checked_at timestamptz,
  next_try_at timestamptz,
  told_at timestamptz,
  held_until timestamptz,
  refreshing_until timestamptz,
  -- When its next message may leave, a gap after the one before.
  next_at timestamptz,
  sending_days integer default 0 not null,
  last_sending_day date,
  read_at timestamptz,
  connected_by uuid references users on delete set null,
  connected_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  constraint mailboxes_kind_check check (kind in ('password', 'google', 'microsoft')),
  constraint mailboxes_servers_check check ((kind = 'password') = (smtp is not null) and (kind = 'password' or imap is null)),
  constraint mailboxes_reads_check check (reads in ('answers', 'nothing')),
  constraint mailboxes_cap_check check (daily_cap between 1 and 500),
  constraint mailboxes_state_check check (state in ('connected', 'failing', 'needs_login', 'off'))
);
-- A removed mailbox comes back as the same row, with its people.
create unique index mailboxes_address on mailboxes (owner_id, lower(address));
create index mailboxes_owner on mailboxes (owner_id, id);
create index mailboxes_connected_by on mailboxes (connected_by) where connected_by is not null;
create index mailboxes_failing on mailboxes (next_try_at) where removed_at is null and state = 'failing';

-- When mailboxes are visited next, in system time. Apart from them, since nothing on a screen depends on it.
create table mailbox_looks (
  mailbox_id uuid primary key references mailboxes on delete cascade,
  owner_id uuid not null references owners on delete cascade,
  due_at timestamptz default 'epoch' not null,
  -- No visit begins before then: one is under way, or the provider demands a pause.
  held_until timestamptz,
  -- Of the visit under way.
  lease_id uuid,
  -- Failed attempts per message.
  attempts jsonb default '{}' not null
);
create index mailbox_looks_due on mailbox_looks (due_at);
create index mailbox_looks_owner on mailbox_looks (owner_id, mailbox_id);

-- How far each folder was read.
create table mailbox_places (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  mailbox_id uuid not null references mailboxes on delete cascade,
  folder text not null,
  place jsonb not null,
  updated_at timestamptz not null,
  unique (mailbox_id, folder)
);
create index mailbox_places_owner on mailbox_places (owner_id, id);

-- From which mailbox a person hears, in all campaigns of the owner.
create table mailbox_people (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  -- In lower case.
  email text not null,
  mailbox_id uuid not null references mailboxes on delete cascade,
  -- The message that bound them, as long as nothing is known of its hand-over.
  recipient_id uuid,
  bound_at timestamptz not null,
  unique (owner_id, email)
);
create index mailbox_people_mailbox on mailbox_people (mailbox_id, email);
create index mailbox_people_recipient on mailbox_people (recipient_id) where recipient_id is not null;

-- Sign-ins at Google or Microsoft, from their start to their answer.
create table mailbox_sign_ins (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  provider text not null,
  state_hash text not null unique,
  sealed_verifier text not null,
  reads text not null,
  mailbox_id uuid references mailboxes on delete cascade,
  shared_address text,
  started_at timestamptz not null,
  constraint mailbox_sign_ins_provider_check check (provider in ('google', 'microsoft')),
  constraint mailbox_sign_ins_reads_check check (reads in ('answers', 'nothing'))
);
create index mailbox_sign_ins_owner on mailbox_sign_ins (owner_id, id);
create index mailbox_sign_ins_session on mailbox_sign_ins (session_id);
create index mailbox_sign_ins_user on mailbox_sign_ins (user_id);
create index mailbox_sign_ins_mailbox on mailbox_sign_ins (mailbox_id) where mailbox_id is not null;
create index mailbox_sign_ins_started on mailbox_sign_ins (started_at);

-- The newest sign-in of each person; code and message are null if it worked.
create table mailbox_attempts (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  user_id uuid not null references users on delete cascade,
  provider text not null,
  code text,
  message text,
  at timestamptz not null,
  unique (owner_id, user_id),
  constraint mailbox_attempts_provider_check check (provider in ('google', 'microsoft'))
);
create index mailbox_attempts_user on mailbox_attempts (user_id);

-- Null: every mailbox that is used. Empty: the return address.
alter table campaigns add column mailbox_ids uuid[];
-- When the hold of a job was decided.
alter table send_jobs add column held_at timestamptz;
-- Null for the return address, and before one is chosen.
alter table recipients add column mailbox_id uuid;
create index recipients_mailbox on recipients (mailbox_id, first_tried_at) where mailbox_id is not null;
create index recipients_leaving on recipients (mailbox_id, transmitting_at) where mailbox_id is not null;
-- A copy in its Sent folder is due, or the search for an unconfirmed message there.
alter table recipients add column sent_copy_at timestamptz;
create index recipients_sent_copy on recipients (mailbox_id, sent_copy_at) where sent_copy_at is not null;
-- The mailbox that an incoming message was found in.
alter table inbound_messages add column mailbox_id uuid;
alter table inbound_messages add column mailbox_notice text;
create index inbound_messages_mailbox on inbound_messages (mailbox_id) where mailbox_id is not null;
-- The mailbox that an answer leaves from.
alter table answers add column mailbox_id uuid, add column first_tried_at timestamptz;
create index answers_mailbox on answers (mailbox_id, lower(to_email)) where mailbox_id is not null;

-- Today's mailbox becomes the first one. An owner without a pace of their own sends 200 messages a day. Only a refused
-- password waits for a person, all other faults are tried again. Connections without encryption no longer exist.
insert into mailboxes (owner_id, kind, address, account, name, smtp, sealed_secret, reads, is_used, daily_cap, has_ramp,
  keep_copy, state, failure, failing_since, next_try_at, checked_at, connected_at, updated_at)
select m.owner_id, 'password', m.address, m.username, m.name,
  jsonb_build_object('host', m.host, 'port', m.port,
    'security', case m.security when 'none' then 'starttls' else m.security end, 'username', m.username),
  m.sealed_password, 'nothing', m.is_used,
  case when p.owner_id is null then 200 else least(coalesce(p.daily_cap, 500), 500) end, false,
  false, checked.state, m.check_error,
  case checked.state when 'failing' then coalesce(m.checked_at, m.updated_at) end,
  case checked.state when 'failing' then now() end, m.checked_at,
  coalesce(m.checked_at, m.updated_at), m.updated_at
from sender_mailboxes m
left join sending_paces p on p.owner_id = m.owner_id
cross join lateral (select case
  when m.check_error is null then 'connected'
  when m.check_error like '%refused the user name or password%' then 'needs_login'
  else 'failing' end as state) as checked;

update recipients r set mailbox_id = m.id
from mailboxes m where m.owner_id = r.owner_id and r.sender = 'mailbox';

insert into mailbox_people (owner_id, email, mailbox_id, bound_at)
select r.owner_id, lower(r.email), r.mailbox_id, max(coalesce(r.finished_at, r.queued_at))
from recipients r
where r.mailbox_id is not null and r.state in ('transmitting', 'sent', 'unconfirmed')
group by r.owner_id, lower(r.email), r.mailbox_id;

do $$
declare
  changed text;
begin
  foreach changed in array array['mailboxes', 'mailbox_attempts'] loop
    execute format('create trigger announce_insert after insert on %I referencing new table as changed
      for each statement execute function announce_change(%L)', changed, 'mailboxes');
    execute format('create trigger announce_update after update on %I referencing new table as changed
      for each statement execute function announce_change(%L)', changed, 'mailboxes');
    execute format('create trigger announce_delete after delete on %I referencing old table as changed
      for each statement execute function announce_change(%L)', changed, 'mailboxes');
  end loop;
end $$;

insert into mailbox_looks (mailbox_id, owner_id) select id, owner_id from mailboxes;
