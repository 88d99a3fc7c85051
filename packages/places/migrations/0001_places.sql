-- The directory of places: open data that was imported, searchable without any extension of PostgreSQL.
create schema places;

-- Where data comes from and what its licence asks for.
create table places.origin (
  origin_id smallint generated always as identity primary key,
  source text not null,
  licence text not null,
  attribution text not null,
  unique (source, licence, attribution)
);

-- What was imported as one and is replaced or removed as one.
create table places.region (
  region_id integer generated always as identity primary key,
  name text not null unique,
  origin_id smallint not null references places.origin,
  places integer not null default 0,
  elements bigint not null default 0,
  data_at timestamptz,
  imported_at timestamptz not null,
  is_demo boolean not null default false
);

-- Each region has partitions of its own: they are filled and indexed apart and then put in force at once, and a
-- region that is replaced leaves nothing behind to clean up.
create sequence places.place_row_ids;

create table places.place (
  row_id bigint not null default nextval('places.place_row_ids'),
  region_id integer not null,
  origin_id smallint not null,
  place_id text not null,
  name text not null,
  address text not null,
  locality text,
  region text,
  country text,
  website text,
  phone text,
  email text,
  opening_hours text,
  categories text[] not null,
  lat double precision not null,
  lon double precision not null,
  -- Other entries of the same business that were put together with this one.
  merged_ids text[] not null default '{}',
  -- Best first: how complete the entry is (website, phone, e-mail), then 16 equal shares.
  tier smallint not null,
  -- Hashes of all that the place is found by: what it is, words of its name, its areas, its grid cells, its tier.
  terms bigint[] not null,
  -- Hashes of the name with the website's host and with the phone number: equal ones are looked at for duplicates.
  twin_site bigint,
  twin_phone bigint,
  -- The same business in another region's data, which is shown instead of this entry.
  shadowed_by bigint,
  -- What this entry lacks and entries shadowed by it have: {website, phone, email, origin_ids}.
  extra jsonb
) partition by list (region_id);

create index place_terms on places.place using gin (terms) with (fastupdate = off);
create index place_row_id on places.place (row_id);
create index place_place_id on places.place (place_id);
create index place_twin_site on places.place (twin_site) where twin_site is not null;
create index place_twin_phone on places.place (twin_phone) where twin_phone is not null;
create index place_shadowed_by on places.place (shadowed_by) where shadowed_by is not null;

-- How often a term is used, and for words of names the hashes by which misspelt ones are found.
create table places.term (
  region_id integer not null,
  term bigint not null,
  uses integer not null,
  word text,
  spellings integer[],
  primary key (term, region_id)
) partition by list (region_id);

create index term_spellings on places.term using gin (spellings) with (fastupdate = off);

-- What people name to say where.
create table places.area (
  region_id integer not null,
  key text not null,
  kind text not null,
  name text not null,
  names text[] not null,
  spellings integer[] not null,
  country text,
  lat double precision not null,
  lon double precision not null,
  radius_m integer not null,
  -- The hash that the area's places carry.
  term bigint not null,
  has_boundary boolean not null,
  primary key (region_id, key)
) partition by list (region_id);

create index area_names on places.area using gin (names) with (fastupdate = off);
create index area_spellings on places.area using gin (spellings) with (fastupdate = off);
