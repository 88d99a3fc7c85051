-- Where tracked links lead. They outlive their campaign: a link in a sent message works for ever.
create table tracked_links (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  campaign_id uuid,
  url text not null,
  created_at timestamptz not null
);
create index tracked_links_campaign on tracked_links (owner_id, campaign_id);

-- What an owner wants to be recorded.
create table tracking_choices (
  owner_id uuid primary key references users on delete cascade,
  opens boolean not null,
  clicks boolean not null,
  updated_at timestamptz not null
);

-- Where a campaign differs from its owner's choice; null follows it.
create table campaign_tracking_choices (
  campaign_id uuid primary key references campaigns on delete cascade,
  owner_id uuid not null references users on delete cascade,
  opens boolean,
  clicks boolean,
  updated_at timestamptz not null
);
create index campaign_tracking_choices_owner on campaign_tracking_choices (owner_id);

-- People who do not want it recorded what they open, by the hash of their address; also for mail sent before.
create table tracking_withdrawals (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  hash text not null,
  withdrawn_at timestamptz not null,
  unique (owner_id, hash)
);
