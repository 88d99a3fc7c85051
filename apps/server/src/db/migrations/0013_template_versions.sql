-- The former texts of a campaign's template, at most 50. The current one stays in the campaign.
create table template_versions (
  id uuid default gen_random_uuid() primary key,
  owner_id uuid not null references owners on delete cascade,
  campaign_id uuid not null references campaigns on delete cascade,
  -- The campaign's `template_version` at that time, for the order of texts saved at one time.
  version integer not null,
  subject text not null,
  body text not null,
  written_by text not null,
  saved_at timestamptz not null
);
create index template_versions_owner on template_versions (owner_id, id);
create index template_versions_campaign on template_versions (campaign_id, saved_at desc, version desc);
