create table billing_customers (
  customer_id text primary key,
  owner_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('embedded', 'stripe')),
  created_at timestamptz not null,
  checked_at timestamptz,
  unique (owner_id, provider)
);

-- The subscription in force, or the last one; as read back from the provider.
create table billing_subscriptions (
  customer_id text primary key references billing_customers on delete cascade,
  owner_id uuid not null references users on delete cascade,
  subscription_id text not null,
  plan text not null check (plan in ('basic', 'premium')),
  status text not null check (status in ('incomplete', 'active', 'past_due', 'ended')),
  period_end timestamptz not null,
  pending_plan text check (pending_plan in ('free', 'basic', 'premium')),
  pending_at timestamptz,
  past_due_since timestamptz,
  entitled_plan text not null check (entitled_plan in ('free', 'basic', 'premium'))
);
create index billing_subscriptions_owner on billing_subscriptions (owner_id);

create table billing_payments (
  id text primary key,
  customer_id text not null references billing_customers on delete cascade,
  owner_id uuid not null references users on delete cascade,
  tokens integer not null check (tokens >= 0),
  amount_cents integer not null,
  returned_cents integer not null default 0,
  tokens_taken integer not null default 0,
  paid_at timestamptz not null,
  created_at timestamptz not null
);
create index billing_payments_owner on billing_payments (owner_id, paid_at desc);

create table billing_checkouts (
  id uuid primary key,
  customer_id text not null references billing_customers on delete cascade,
  owner_id uuid not null references users on delete cascade,
  wanted text not null,
  session_id text,
  session_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  completed_at timestamptz
);
create index billing_checkouts_open on billing_checkouts (customer_id, created_at) where completed_at is null;

-- Every event of the provider once, whoever it is about.
create table billing_events (
  id text primary key,
  type text not null,
  customer_id text,
  received_at timestamptz not null,
  processed_at timestamptz
);
create index billing_events_waiting on billing_events (received_at) where processed_at is null;

-- What the embedded test checkout remembers in place of a payment provider.
create table embedded_payment_objects (
  id text primary key,
  kind text not null check (kind in ('customer', 'page', 'subscription', 'payment')),
  customer_id text not null,
  content jsonb not null,
  created_at timestamptz not null
);
create index embedded_payment_objects_customer on embedded_payment_objects (customer_id, kind);
