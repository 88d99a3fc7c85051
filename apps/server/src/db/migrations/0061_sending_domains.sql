-- Keys that sign messages. The private half is sealed with a key that is not in this database.
create table dkim_keys (
  id uuid primary key default gen_random_uuid(),
  domain text not null,
  selector text not null,
  sealed_key text not null,
  created_at timestamptz not null,
  unique (domain, selector)
);
-- One key a domain, even when two processes make the first at once.
create unique index dkim_keys_domain on dkim_keys (domain);

-- What was last found published for a domain.
create table domain_checks (
  domain text primary key,
  report jsonb not null,
  checked_at timestamptz not null
);
