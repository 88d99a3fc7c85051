import type { ClientBase } from 'pg'

/**
 * Shows a business in two regions once. With the same id, the newer data win. With the same name and contact within
 * 100 m, OpenStreetMap's entry wins, otherwise the older one.
 */
export async function shadowTwins(client: ClientBase, regionId: number, oldId: number | null): Promise<void> {
  await client.query(
    `with pair as (
       select n.row_id as new_id, o.row_id as old_id, n.place_id = o.place_id as is_same,
              coalesce(nr.data_at, nr.imported_at) >= coalesce(old_r.data_at, old_r.imported_at) as is_newer,
              no.source = 'openstreetmap' and oo.source <> 'openstreetmap' as is_preferred
       from (
         select n.row_id as a, o.row_id as b from places.place n join places.place o on o.place_id = n.place_id
         where n.region_id = $1 and o.region_id <> $1 and o.region_id is distinct from $2
         union
         select n.row_id, o.row_id from places.place n join places.place o on o.twin_site = n.twin_site
         where n.region_id = $1 and o.region_id <> $1 and o.region_id is distinct from $2 and ${NEAR}
         union
         select n.row_id, o.row_id from places.place n join places.place o on o.twin_phone = n.twin_phone
         where n.region_id = $1 and o.region_id <> $1 and o.region_id is distinct from $2 and ${NEAR}
       ) found
       join places.place n on n.row_id = found.a join places.place o on o.row_id = found.b
       join places.region nr on nr.region_id = n.region_id join places.region old_r on old_r.region_id = o.region_id
       join places.origin no on no.origin_id = n.origin_id join places.origin oo on oo.origin_id = o.origin_id
       where o.shadowed_by is null and not nr.is_demo and not old_r.is_demo
     ), decided as (
       select distinct on (loser) loser, winner from (
         select case when is_same and is_newer or not is_same and is_preferred then old_id else new_id end as loser,
                case when is_same and is_newer or not is_same and is_preferred then new_id else old_id end as winner
         from pair
       ) p order by loser, winner
     )
     update places.place p set shadowed_by = d.winner from decided d
     where p.row_id = d.loser and not exists (select 1 from decided other where other.loser = d.winner)`,
    [regionId, oldId],
  )
}

/** Within 100 m, without a PostgreSQL extension. */
const NEAR = `abs(n.lat - o.lat) < 0.0009 and abs(n.lon - o.lon) * cos(radians(n.lat)) < 0.0009
  and power(n.lat - o.lat, 2) + power((n.lon - o.lon) * cos(radians(n.lat)), 2) < power(0.0009, 2)`

/** Shows places again that were hidden by a region's places. */
export async function showShadowed(client: ClientBase, regionId: number): Promise<void> {
  await client.query(
    `update places.place set shadowed_by = null
     where shadowed_by is not null and shadowed_by in (select row_id from places.place where region_id = $1)`,
    [regionId],
  )
}

/** Fills missing values of places from the places they hide. */
export async function refreshExtras(client: ClientBase): Promise<void> {
  await client.query(
    `with gathered as (
       select shadowed_by as row_id,
              jsonb_strip_nulls(jsonb_build_object(
                'website', min(website), 'phone', min(phone), 'email', min(email),
                'sources', jsonb_agg(distinct source), 'attributions', jsonb_agg(distinct attribution))) as extra
       from places.place join places.origin using (origin_id)
       where shadowed_by is not null group by shadowed_by
     )
     update places.place p set extra = g.extra
     from (select coalesce(g.row_id, p.row_id) as row_id, g.extra
           from gathered g full join (select row_id from places.place where extra is not null) p using (row_id)) g
     where p.row_id = g.row_id and p.extra is distinct from g.extra`,
  )
}
