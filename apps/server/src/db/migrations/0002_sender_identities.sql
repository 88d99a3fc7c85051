-- The company and postal address in the footer of an owner's campaign mail.
create table sender_identities (
  owner_id uuid primary key references owners on delete cascade,
  company text not null,
  street text not null,
  postcode text,
  city text not null,
  country text not null,
  register_line text,
  privacy_url text,
  updated_at timestamptz not null
);
