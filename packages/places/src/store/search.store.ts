import type { Pool } from 'pg'
import type { Point } from '../geometry/distance.ts'
import type { PlaceFilters } from '../place.ts'
import type { Segment } from '../search/segment.ts'

/** Where a page ended: the next one begins after it. */
export type Position = [miss: number, distance: number, tier: number, placeId: string]

export interface PlaceQuery {
  segments: Segment[]
  wholeName: number
  /** Lists of terms of each of which a place has at least one: areas, cells, tiers. */
  lists: number[][]
  /** Places with one of these stand a little higher. */
  preferred: number[]
  around: { points: Point[]; radiusM: number } | null
  filters: PlaceFilters
  after: Position | null
  limit: number
}

export interface FoundPlace {
  place_id: string
  name: string
  address: string
  locality: string | null
  region: string | null
  country: string | null
  website: string | null
  phone: string | null
  email: string | null
  categories: string[]
  lat: number
  lon: number
  source: string
  licence: string
  attribution: string
  other_origins: number[]
  fetched_at: Date
  is_demo: boolean
  miss: number
  distance: number
  tier: number
}

/** Points for how well a segment is matched, and for a name that is the whole query. */
const POINTS = { category: 8, word: 6, area: 7, weak: 3 }
const WHOLE_NAME = 20

/** The best places that match every segment and every list, after a position. */
export async function findPlaces(pool: Pool, query: PlaceQuery): Promise<FoundPlace[]> {
  const { text, values, shape } = statement(query)
  const { rows } = await pool.query<FoundPlace>({ name: `places-search-${shape}`, text, values })
  return rows
}

class Values {
  readonly all: unknown[] = []

  add(value: unknown, type: string): string {
    this.all.push(value)
    return `$${this.all.length}::${type}`
  }
}

/** Queries of one shape are one prepared statement: planning takes longer than most searches. */
function statement(query: PlaceQuery): { text: string; values: unknown[]; shape: string } {
  const values = new Values()
  const conditions = ['p.shadowed_by is null']
  const points = [
    `case when p.terms && array[${values.add(query.wholeName, 'bigint')}] then ${WHOLE_NAME} else 0 end`,
  ]
  points.push(`case when p.terms && ${values.add(query.preferred, 'bigint[]')} then 1 else 0 end`)
  for (const segment of query.segments) {
    const { category, word, area, weak } = segment
    conditions.push(`p.terms && ${values.add([...category, ...word, ...area, ...weak], 'bigint[]')}`)
    points.push(segmentPoints(segment, values))
  }
  for (const list of query.lists) conditions.push(`p.terms && ${values.add(list, 'bigint[]')}`)
  const distance = distanceIn(query, values, conditions)
  addFilters(query.filters, conditions)
  const after = query.after === null ? '' : afterIn(query.after, values)
  const text = `
    select p.place_id, p.name, p.address, p.locality, p.region, p.country,
      coalesce(p.website, p.extra->>'website') as website, coalesce(p.phone, p.extra->>'phone') as phone,
      coalesce(p.email, p.extra->>'email') as email, p.categories, p.lat, p.lon, o.source, o.licence, o.attribution,
      coalesce((select array_agg(id::integer) from jsonb_array_elements_text(p.extra->'origin_ids') id), '{}') as other_origins,
      r.imported_at as fetched_at, r.is_demo, best.miss, best.distance, best.tier
    from (
      select * from (
        select p.row_id, p.place_id, p.tier, -(${points.join(' + ')}) as miss, ${distance} as distance
        from places.place p where ${conditions.join(' and ')}
      ) matched ${after}
      order by miss, distance, tier, place_id collate "C" limit ${values.add(query.limit, 'integer')}
    ) best
    join places.place p using (row_id)
    join places.origin o on o.origin_id = p.origin_id
    join places.region r on r.region_id = p.region_id
    order by best.miss, best.distance, best.tier, best.place_id collate "C"`
  return { text, values: values.all, shape: shapeOf(query) }
}

function segmentPoints({ category, word, area, weak }: Segment, values: Values): string {
  const ranked = [
    { terms: category, points: POINTS.category },
    { terms: area, points: POINTS.area },
    { terms: word, points: POINTS.word },
    { terms: weak, points: POINTS.weak },
  ]
  const cases = ranked.map(
    ({ terms, points }) => `when p.terms && ${values.add(terms, 'bigint[]')} then ${points}`,
  )
  return `case ${cases.join(' ')} else 0 end`
}

/** In steps of 100 m, to the nearest of the points; 0 when the search is not around points. */
function distanceIn({ around }: PlaceQuery, values: Values, conditions: string[]): string {
  if (around === null) return '0'
  const lats = values.add(
    around.points.map(({ lat }) => lat),
    'double precision[]',
  )
  const lons = values.add(
    around.points.map(({ lon }) => lon),
    'double precision[]',
  )
  const metres = `(select min(sqrt(power(p.lat - lat, 2) + power((p.lon - lon) * cos(radians(lat)), 2))) * 111195
    from unnest(${lats}, ${lons}) as point(lat, lon))`
  conditions.push(`${metres} <= ${values.add(around.radiusM, 'double precision')}`)
  return `floor(${metres} / 100)::integer`
}

function addFilters({ has_website, has_phone, has_email }: PlaceFilters, conditions: string[]): void {
  if (has_website) conditions.push(`coalesce(p.website, p.extra->>'website') is not null`)
  if (has_phone) conditions.push(`coalesce(p.phone, p.extra->>'phone') is not null`)
  if (has_email) conditions.push(`coalesce(p.email, p.extra->>'email') is not null`)
}

function afterIn([miss, distance, tier, placeId]: Position, values: Values): string {
  const position = [values.add(miss, 'integer'), values.add(distance, 'integer'), values.add(tier, 'integer')]
  return `where (miss, distance, tier::integer, place_id collate "C") > (${position.join(', ')}, ${values.add(placeId, 'text')} collate "C")`
}

function shapeOf({ segments, lists, around, filters, after }: PlaceQuery): string {
  const flags = [filters.has_website, filters.has_phone, filters.has_email, around !== null, after !== null]
  return `${segments.length}-${lists.length}-${flags.map((flag) => (flag ? 1 : 0)).join('')}`
}
