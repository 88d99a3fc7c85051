-- One run of writing a template: what the operator's model was asked for and what that cost.
create table generations (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  campaign_id uuid references campaigns on delete set null,
  -- The model that was asked; null for the composer alone.
  model text,
  written_by text not null,
  note text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  -- In millionths of the currency that the prices are set in; null where no price is set.
  cost_micros bigint,
  duration_ms integer not null,
  created_at timestamptz not null
);
create index generations_at on generations (created_at);
create index generations_owner on generations (owner_id);
create index generations_campaign on generations (campaign_id);
