create table signatures (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  name text not null,
  content text not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index signatures_owner on signatures (owner_id, created_at);
create unique index signatures_one_default on signatures (owner_id) where is_default;

create table signature_images (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  key text not null unique,
  content_type text not null,
  created_at timestamptz not null
);
create index signature_images_owner on signature_images (owner_id);

create table return_addresses (
  email_id text primary key,
  owner_id uuid not null references users on delete cascade,
  is_current boolean not null,
  updated_at timestamptz not null
);
create unique index return_addresses_current on return_addresses (owner_id) where is_current;
create index return_addresses_owner on return_addresses (owner_id);

create table campaigns (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  name text not null,
  description text,
  marketing_copy text not null,
  promotional_content text,
  status text not null default 'draft' check (status in ('draft', 'active', 'paused', 'completed', 'archived')),
  signature_id uuid references signatures on delete set null,
  email_subject text,
  email_body text,
  written_by text,
  writing_note text,
  generations integer not null default 0,
  template_version integer not null default 0,
  template_at timestamptz,
  rendering_total integer,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index campaigns_owner on campaigns (owner_id, created_at desc);
create index campaigns_signature on campaigns (signature_id);

create table campaign_prospects (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  campaign_id uuid not null references campaigns on delete cascade,
  prospect_id uuid references prospects on delete set null,
  email text not null,
  first_name text,
  last_name text,
  business_name text,
  position integer not null,
  email_status text not null default 'pending' check (email_status in
    ('pending', 'generated', 'sent', 'opened', 'responded', 'unsubscribed', 'failed', 'bounced')),
  email_subject text,
  email_content text,
  edited_body text,
  rendered_version integer not null default 0,
  is_edited boolean not null default false,
  delivery text check (delivery in ('unconfirmed')),
  status_reason text,
  round integer not null default 0,
  sent_at timestamptz,
  opened_at timestamptz,
  responded_at timestamptz,
  created_at timestamptz not null
);
create unique index campaign_prospects_once on campaign_prospects (campaign_id, prospect_id);
create index campaign_prospects_counts on campaign_prospects (owner_id, campaign_id, email_status, delivery);
create index campaign_prospects_order on campaign_prospects (campaign_id, position);
create index campaign_prospects_prospect on campaign_prospects (prospect_id);
