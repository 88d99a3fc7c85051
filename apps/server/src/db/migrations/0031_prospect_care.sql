-- What is known of an address without writing to it, and when it is asked again.
alter table prospects add column address_check text check (address_check in ('safe', 'risky', 'bad', 'unknown'));
alter table prospects add column address_reasons jsonb not null default '[]';
alter table prospects add column address_checked_at timestamptz;
alter table prospects add column address_check_due_at timestamptz not null default 'epoch';
create index prospects_address_check_due on prospects (address_check_due_at);

-- The address that the website showed, where the user has changed it since.
alter table prospects add column found_email text;

-- When the user looked a gathered prospect over and kept it.
alter table prospects add column reviewed_at timestamptz;
create index prospects_to_review on prospects (business_table_id, created_at) where reviewed_at is null and source_url is not null;

-- Whoever changes an address, in whichever way: what was known of the old one is not known of the new one.
create function forget_address_check() returns trigger language plpgsql as $$
begin
  new.address_check := null;
  new.address_reasons := '[]';
  new.address_checked_at := null;
  new.address_check_due_at := 'epoch';
  if old.source_url is not null then
    new.found_email := coalesce(old.found_email, old.email);
    if lower(new.found_email) = lower(new.email) then
      new.found_email := null;
    end if;
  end if;
  return new;
end $$;
create trigger prospects_address_changed before update of email on prospects
  for each row when (lower(old.email) is distinct from lower(new.email)) execute function forget_address_check();

-- Prospects that were deleted while reviewing, kept a day so that it can be taken back.
create table discarded_prospects (
  id uuid primary key,
  owner_id uuid not null,
  prospect jsonb not null,
  discarded_at timestamptz not null
);
create index discarded_prospects_owner on discarded_prospects (owner_id, discarded_at);

-- An installation may have its owners already; where it does not, they take this reference over later.
do $$
begin
  execute format(
    'alter table discarded_prospects add foreign key (owner_id) references %I on delete cascade',
    case when to_regclass('owners') is null then 'users' else 'owners' end
  );
end $$;
