-- Whether its places are listed by what they are in their country, level by level; regions of earlier imports are not.
alter table places.region add column lists_by_country boolean not null default false;

-- The areas with one of the names, how often the terms are used, and what there is in all.
create function places.look_up_listed(asked_names text[], asked_terms bigint[])
returns table (what text, region_id integer, key text, kind text, name text, names text[], country text,
  lat double precision, lon double precision, radius_m integer, has_boundary boolean, uses integer, term bigint,
  levels integer[], is_listed boolean)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set max_parallel_workers_per_gather = 0
as $$
begin
  return query
    select 'area', a.region_id, a.key, a.kind, a.name, a.names, a.country, a.lat, a.lon, a.radius_m, a.has_boundary,
      coalesce((select t.uses from places.term t where t.term = a.term and t.region_id = a.region_id), 0), null::bigint,
      null::integer[], null::boolean
    from places.area a where a.names && asked_names
    union all
    select 'term', null, null, null, null, null, null, null, null, null, null, sum(t.uses)::integer, t.term,
      case when bool_or(t.levels is not null) then array[
        sum(coalesce(t.levels[1], t.uses)), sum(coalesce(t.levels[2], t.uses)), sum(coalesce(t.levels[3], t.uses)),
        sum(coalesce(t.levels[4], t.uses)), sum(coalesce(t.levels[5], t.uses)), sum(coalesce(t.levels[6], t.uses)),
        sum(coalesce(t.levels[7], t.uses)), sum(coalesce(t.levels[8], t.uses))]::integer[] end, null
    from places.term t where t.term = any(asked_terms) group by t.term
    union all
    select 'total', null, null, null, null, null, null, null, null, null, coalesce(bool_and(r.counts_levels), true),
      coalesce(sum(r.places), 0)::integer, null, null, coalesce(bool_and(r.lists_by_country), true)
    from places.region r;
end $$;

-- What a misspelt word may mean: areas, words of names (the most used first), and how often the terms are used of which
-- it is a category. All in one question: a round takes longer than any of them.
create function places.look_up_spelled_like(asked integer[], asked_terms bigint[])
returns table (what text, region_id integer, key text, kind text, name text, names text[], country text,
  lat double precision, lon double precision, radius_m integer, has_boundary boolean, uses integer, term bigint,
  levels integer[])
language plpgsql stable
set plan_cache_mode = force_generic_plan
set max_parallel_workers_per_gather = 0
as $$
begin
  return query
    (select 'area', a.region_id, a.key, a.kind, a.name, a.names, a.country, a.lat, a.lon, a.radius_m, a.has_boundary,
      coalesce((select t.uses from places.term t where t.term = a.term and t.region_id = a.region_id), 0), a.term,
      null::integer[]
    from places.area a where a.spellings && asked limit 2000)
    union all
    (select 'word', null, null, null, min(t.word), null, null, null, null, null, null, sum(t.uses)::integer, t.term,
      case when bool_or(t.levels is not null) then array[
        sum(coalesce(t.levels[1], t.uses)), sum(coalesce(t.levels[2], t.uses)), sum(coalesce(t.levels[3], t.uses)),
        sum(coalesce(t.levels[4], t.uses)), sum(coalesce(t.levels[5], t.uses)), sum(coalesce(t.levels[6], t.uses)),
        sum(coalesce(t.levels[7], t.uses)), sum(coalesce(t.levels[8], t.uses))]::integer[] end
    from places.term t where t.spellings && asked
    group by t.term order by sum(t.uses) desc limit 500)
    union all
    select 'term', null, null, null, null, null, null, null, null, null, null, found.uses, found.term, found.levels
    from places.look_up_listed('{}', asked_terms) found where found.what = 'term';
end $$;
