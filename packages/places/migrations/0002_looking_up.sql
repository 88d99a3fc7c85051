-- What every search asks first. As functions their plans are made once for a connection, and never with workers of
-- their own: planning anew and starting workers both take longer than the work.

create function places.look_up(asked_names text[], asked_terms bigint[])
returns table (what text, region_id integer, key text, kind text, name text, names text[], country text,
  lat double precision, lon double precision, radius_m integer, has_boundary boolean, uses integer, term bigint)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set max_parallel_workers_per_gather = 0
as $$
begin
  return query
    select 'area', a.region_id, a.key, a.kind, a.name, a.names, a.country, a.lat, a.lon, a.radius_m, a.has_boundary,
      coalesce((select t.uses from places.term t where t.term = a.term and t.region_id = a.region_id), 0), null::bigint
    from places.area a where a.names && asked_names;
  return query
    select 'term', null::integer, null::text, null::text, null::text, null::text[], null::text, null::double precision,
      null::double precision, null::integer, null::boolean, sum(t.uses)::integer, t.term
    from places.term t where t.term = any(asked_terms) group by t.term;
  return query
    select 'total', null::integer, null::text, null::text, null::text, null::text[], null::text, null::double precision,
      null::double precision, null::integer, null::boolean, coalesce(sum(r.places), 0)::integer, null::bigint
    from places.region r;
end $$;

-- Areas with a name that may be meant by one that is misspelt.
create function places.areas_spelled_like(asked integer[])
returns table (region_id integer, key text, kind text, name text, names text[], country text,
  lat double precision, lon double precision, radius_m integer, has_boundary boolean, uses integer)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set max_parallel_workers_per_gather = 0
as $$
begin
  return query
    select a.region_id, a.key, a.kind, a.name, a.names, a.country, a.lat, a.lon, a.radius_m, a.has_boundary,
      coalesce((select t.uses from places.term t where t.term = a.term and t.region_id = a.region_id), 0)
    from places.area a where a.spellings && asked limit 2000;
end $$;

-- Words of names that may be meant by one that is misspelt, the most used first.
create function places.words_spelled_like(asked integer[])
returns table (word text)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set max_parallel_workers_per_gather = 0
as $$
begin
  return query
    select t.word from places.term t where t.spellings && asked
    group by t.word order by sum(t.uses) desc limit 500;
end $$;
