-- Whether it is counted how many places share a name as a whole; of regions of earlier imports it is not.
alter table places.region add column counts_names boolean not null default false;

-- The areas with one of the names, how often the terms are used, and what there is in all, with the version of the
-- directory: another one as soon as a region is added, replaced or removed, for their numbers only grow.
create function places.look_up_counted(asked_names text[], asked_terms bigint[])
returns table (what text, region_id integer, key text, kind text, name text, names text[], country text,
  lat double precision, lon double precision, radius_m integer, has_boundary boolean, uses integer, term bigint,
  levels integer[], is_listed boolean, counts_names boolean, version text)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set max_parallel_workers_per_gather = 0
as $$
begin
  return query
    select 'area', a.region_id, a.key, a.kind, a.name, a.names, a.country, a.lat, a.lon, a.radius_m, a.has_boundary,
      coalesce((select t.uses from places.term t where t.term = a.term and t.region_id = a.region_id), 0), null::bigint,
      null::integer[], null::boolean, null::boolean, null::text
    from places.area a where a.names && asked_names
    union all
    select 'term', null, null, null, null, null, null, null, null, null, null, sum(t.uses)::integer, t.term,
      case when bool_or(t.levels is not null) then array[
        sum(coalesce(t.levels[1], t.uses)), sum(coalesce(t.levels[2], t.uses)), sum(coalesce(t.levels[3], t.uses)),
        sum(coalesce(t.levels[4], t.uses)), sum(coalesce(t.levels[5], t.uses)), sum(coalesce(t.levels[6], t.uses)),
        sum(coalesce(t.levels[7], t.uses)), sum(coalesce(t.levels[8], t.uses))]::integer[] end, null, null, null
    from places.term t where t.term = any(asked_terms) group by t.term
    union all
    select 'total', null, null, null, null, null, null, null, null, null, coalesce(bool_and(r.counts_levels), true),
      coalesce(sum(r.places), 0)::integer, null, null, coalesce(bool_and(r.lists_by_country), true),
      coalesce(bool_and(r.counts_names), true), coalesce(sum(r.region_id::bigint * 65536 + 1), 0)::text
    from places.region r;
end $$;
