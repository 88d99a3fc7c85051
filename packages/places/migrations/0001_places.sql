create schema places;

create table places.origin (
  origin_id smallint generated always as identity primary key,
  source text not null,
  licence text not null,
  attribution text not null,
  unique (source, licence, attribution)
);

-- A set of places that is imported, replaced and removed as one.
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

-- The tables below have a partition for each region. An import fills and indexes new partitions, then attaches them and
-- drops the old ones in one transaction.
create sequence places.place_row_ids;

create table places.place (
  row_id bigint not null default nextval('places.place_row_ids'),
  region_id integer not null,
  origin_id smallint not null,
  place_id text collate "C" not null,
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
  -- Ids of duplicates that were merged into this place.
  merged_ids text[] not null default '{}',
  -- Places that match equally well are shown in this order: complete ones first, see search/terms.ts.
  rank integer not null,
  -- What the place is found by: tag:shop=bakery, word:krone, area:r123. search/terms.ts makes them.
  terms text[] not null,
  -- The name with the website's host and with the phone: candidates for the same business in another region.
  twin_site text,
  twin_phone text,
  -- row_id of the same business in another region, which is shown instead.
  shadowed_by bigint,
  -- What this place lacks and places shadowed by it have: {website, phone, email, sources, attributions}.
  extra jsonb
) partition by list (region_id);

create index place_terms on places.place using gin (terms) with (fastupdate = off);
create index place_point on places.place using gist (point(lon, lat));
create index place_rank on places.place (rank, place_id);
create index place_row_id on places.place (row_id);
create index place_place_id on places.place (place_id);
create index place_twin_site on places.place (twin_site) where twin_site is not null;
create index place_twin_phone on places.place (twin_phone) where twin_phone is not null;
create index place_shadowed_by on places.place (shadowed_by) where shadowed_by is not null;

-- How many places of the region carry a term.
create table places.term (
  region_id integer not null,
  term text collate "C" not null,
  uses integer not null,
  -- Of words: see places.spellings.
  spellings text[],
  primary key (term, region_id)
) partition by list (region_id);

create index term_spellings on places.term using gin (spellings) with (fastupdate = off);

-- Towns, regions, postcodes, landmarks: what people name to say where.
create table places.area (
  region_id integer not null,
  key text not null,
  kind text not null,
  name text not null,
  -- Folded, in all languages.
  names text[] not null,
  spellings text[] not null,
  country text,
  lat double precision not null,
  lon double precision not null,
  radius_m integer not null,
  has_boundary boolean not null,
  primary key (region_id, key)
) partition by list (region_id);

create index area_names on places.area using gin (names) with (fastupdate = off);
create index area_spellings on places.area using gin (spellings) with (fastupdate = off);

-- Symmetric delete: the word, and the word without each of its letters. A misspelt word and the one that was meant have
-- one of these in common. It needs no extension. Short words and numbers are taken as they are.
create function places.spellings(word text) returns text[]
language sql immutable parallel safe
as $$
  select case when length(word) between 4 and 40 and word !~ '\d'
    then array(select distinct left(word, at - 1) || substr(word, at + 1) from generate_series(1, length(word) + 1) at)
    else '{}' end
$$;
