-- What a user answers to a reply, out of the application: one row a message, handed over as carefully as a campaign's.
create table answers (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  inbound_id uuid references inbound_messages on delete set null,
  recipient_id uuid references recipients on delete set null,
  -- Made by the browser: a second press of the button sends nothing again.
  press_id uuid not null,
  to_email text not null,
  subject text not null,
  content text not null,
  state text not null check (state in ('queued', 'claimed', 'transmitting', 'sent', 'failed', 'unconfirmed')),
  reason text,
  worker_id text,
  attempts integer not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (owner_id, press_id)
);
create index answers_due on answers (next_at) where state = 'queued';
create index answers_worker on answers (worker_id) where state in ('claimed', 'transmitting');
create index answers_inbound on answers (inbound_id);
create index answers_recipient on answers (recipient_id);
create index answers_to on answers (owner_id, to_email);
create index inbound_messages_from on inbound_messages (owner_id, from_email, received_at desc);
create index inbound_messages_recipient on inbound_messages (recipient_id);
