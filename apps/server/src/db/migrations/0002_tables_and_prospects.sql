create table business_tables (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  name text not null,
  query text not null,
  prospecting_status text check (prospecting_status in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  last_prospecting_at timestamptz,
  created_at timestamptz not null
);
create index business_tables_owner on business_tables (owner_id, created_at desc);

create table businesses (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  table_id uuid not null references business_tables on delete cascade,
  place_id text not null,
  position integer not null,
  name text not null,
  address text not null,
  website text,
  phone text,
  email text,
  notes text,
  locality text,
  attribution text,
  is_demo boolean not null default false,
  gathering_outcome text,
  gathering_explanation text,
  gathered_at timestamptz,
  site_facts jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index businesses_place on businesses (table_id, place_id);
create index businesses_owner_place on businesses (owner_id, place_id);

create table prospects (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  business_table_id uuid references business_tables on delete set null,
  place_id text not null default '',
  business_name text,
  email text not null,
  first_name text,
  last_name text,
  phone text,
  title text,
  notes text,
  status text not null default 'new' check (status in
    ('new', 'contacted', 'responded', 'converted', 'rejected', 'email_generated', 'email_sent')),
  last_contact timestamptz,
  is_edited boolean not null default false,
  source_url text,
  source_method text,
  source_snippet text,
  found_at timestamptz,
  confidence real,
  no_solicitation boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index prospects_unique on prospects (owner_id, place_id, lower(email));
create index prospects_owner on prospects (owner_id, created_at desc, id);
create index prospects_table on prospects (business_table_id);
create index prospects_email on prospects (owner_id, lower(email));

create table deleted_prospects (
  owner_id uuid not null references users on delete cascade,
  place_id text not null,
  email_hash text not null,
  deleted_at timestamptz not null,
  primary key (owner_id, place_id, email_hash)
);

create table gathering_jobs (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  table_id uuid not null references business_tables on delete cascade,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  total integer not null,
  error text,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index gathering_jobs_table on gathering_jobs (table_id, created_at desc);
create unique index gathering_jobs_one_active on gathering_jobs (table_id) where status in ('pending', 'processing');
create index gathering_jobs_active on gathering_jobs (status) where status in ('pending', 'processing');

create table gathering_items (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  job_id uuid not null references gathering_jobs on delete cascade,
  business_id uuid not null references businesses on delete cascade,
  position integer not null,
  state text not null check (state in ('queued', 'claimed', 'done', 'cancelled')),
  worker_id text,
  lease_until timestamptz,
  attempts integer not null default 0,
  outcome text,
  prospects_found integer not null default 0,
  finished_at timestamptz
);
create unique index gathering_items_once on gathering_items (job_id, business_id);
create index gathering_items_queue on gathering_items (job_id, position) where state = 'queued';
create index gathering_items_claimed on gathering_items (worker_id) where state = 'claimed';
create index gathering_items_business on gathering_items (business_id);
