-- How complete the places are that carry a term, so that a search knows beforehand what it will find where: of each of
-- the eight levels how many. Null where there are so few that nobody reads them level by level.
alter table places.term add column levels integer[];
-- Whether its terms were counted by level and by country; regions of earlier imports were not.
alter table places.region add column counts_levels boolean not null default false;

create function places.look_up_with_levels(asked_names text[], asked_terms bigint[])
returns table (what text, region_id integer, key text, kind text, name text, names text[], country text,
  lat double precision, lon double precision, radius_m integer, has_boundary boolean, uses integer, term bigint,
  levels integer[])
language plpgsql stable
set plan_cache_mode = force_generic_plan
set max_parallel_workers_per_gather = 0
as $$
begin
  return query
    select 'area', a.region_id, a.key, a.kind, a.name, a.names, a.country, a.lat, a.lon, a.radius_m, a.has_boundary,
      coalesce((select t.uses from places.term t where t.term = a.term and t.region_id = a.region_id), 0), null::bigint,
      null::integer[]
    from places.area a where a.names && asked_names;
  return query
    select 'term', null::integer, null::text, null::text, null::text, null::text[], null::text, null::double precision,
      null::double precision, null::integer, null::boolean, sum(t.uses)::integer, t.term,
      case when bool_or(t.levels is not null) then array[
        sum(coalesce(t.levels[1], t.uses)), sum(coalesce(t.levels[2], t.uses)), sum(coalesce(t.levels[3], t.uses)),
        sum(coalesce(t.levels[4], t.uses)), sum(coalesce(t.levels[5], t.uses)), sum(coalesce(t.levels[6], t.uses)),
        sum(coalesce(t.levels[7], t.uses)), sum(coalesce(t.levels[8], t.uses))]::integer[] end
    from places.term t where t.term = any(asked_terms) group by t.term;
  return query
    select 'total', null::integer, null::text, null::text, null::text, null::text[], null::text, null::double precision,
      null::double precision, null::integer, coalesce(bool_and(r.counts_levels), true),
      coalesce(sum(r.places), 0)::integer, null::bigint, null::integer[]
    from places.region r;
end $$;
