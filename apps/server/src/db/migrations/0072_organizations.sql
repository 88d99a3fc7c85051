create table organizations (
  id uuid primary key references owners on delete cascade,
  name text not null,
  created_at timestamptz not null,
  deleting_at timestamptz
);

create table organization_members (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  joined_at timestamptz not null,
  primary key (user_id, organization_id)
);
create index organization_members_of on organization_members (organization_id);
create unique index organization_members_one_owner on organization_members (organization_id) where role = 'owner';

create table organization_invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('admin', 'member')),
  token_hash text not null unique,
  invited_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index organization_invitations_one on organization_invitations (organization_id, lower(email));

-- The organization that a session works for: only one that the person is a member of, and nobody's once they are out.
alter table sessions add column organization_id uuid;
alter table sessions add constraint sessions_organization foreign key (user_id, organization_id)
  references organization_members (user_id, organization_id) on delete set null (organization_id);
