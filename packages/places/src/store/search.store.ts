import type { Pool } from 'pg'
import { degreesFor, type Point } from '../geometry/distance.ts'
import type { PlaceCounts, PlaceFilters } from '../place.ts'
import { type Match, POINTS, PREFERRED_POINTS, WHOLE_NAME_POINTS } from '../search/score.ts'

/** Where a page ends. */
export type Position = [score: number, distance: number, rank: number, placeId: string]

/** Terms to score. */
export interface Score {
  matches: Record<Match, string[]>[]
  wholeName: string
  preferred: string[]
}

export interface PlaceQuery {
  /** A place must have a term of each list. */
  conditions: string[][]
  /** A place must not have a term of every list in any of these. */
  excluded: string[][][]
  /** No matching place has a lower rank, so the index walk begins here. */
  minRank: number
  around: { points: Point[]; radiusM: number } | null
  filters: PlaceFilters
  /** 'rank' is most complete first, 'distance' nearest to `from` first. */
  order: { by: 'score'; score: Score } | { by: 'distance'; from: Point[] } | { by: 'rank' | 'name' }
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
  imported_at: Date
  is_demo: boolean
  /** Values missing here that entries of the same business in other regions have. */
  extra: {
    website?: string
    phone?: string
    email?: string
    sources: string[]
    attributions: string[]
  } | null
  score: number
  distance: number
  rank: number
}

/** The first matching places after a position. */
export async function findPlaces(pool: Pool, query: PlaceQuery): Promise<FoundPlace[]> {
  const { text, values } = statement(query)
  const { rows } = await pool.query<FoundPlace>(text, values)
  return rows
}

/** Counts the places that match, up to `countTo`. */
export async function countPlaces(
  pool: Pool,
  query: Omit<PlaceQuery, 'order' | 'after' | 'limit'>,
  countTo: number,
): Promise<PlaceCounts> {
  const values: unknown[] = []
  const add: AddValue = (value) => `$${values.push(value)}`
  const { rows } = await pool.query<{ category: string | null; total: number; withWebsite: number }>(
    `select category, count(*)::integer as total, count(website)::integer as "withWebsite" from (
      select ${WEBSITE} as website, p.categories[1] as category from places.place p
      where ${conditionsOf(query, add).join(' and ')} limit ${add(countTo)}
    ) matched group by category order by count(*) desc, category`,
    values,
  )
  return {
    total: rows.reduce((sum, { total }) => sum + total, 0),
    withWebsite: rows.reduce((sum, { withWebsite }) => sum + withWebsite, 0),
    categories: rows.flatMap(({ category }) => category ?? []),
  }
}

const BY_NAME = `lower(p.name) collate "und-x-icu"`
const ORDERS = {
  score: 'score desc, distance, rank, place_id',
  distance: 'distance, rank, place_id',
  rank: 'rank, place_id',
  name: 'by_name, place_id',
}

type AddValue = (value: unknown) => string

function statement(query: PlaceQuery): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const add: AddValue = (value) => `$${values.push(value)}`
  const { order, after } = query
  const points = order.by === 'distance' ? order.from : query.around?.points
  const distance = points === undefined ? '0' : distanceFrom(points, add)
  const text = `
    select p.place_id, p.name, p.address, p.locality, p.region, p.country, p.website, p.phone, p.email, p.categories,
      p.lat, p.lon, p.extra, p.rank, p.score, p.distance, o.source, o.licence, o.attribution, r.imported_at, r.is_demo
    from (
      select * from (
        select p.*, ${order.by === 'score' ? scoreOf(order.score, add) : '0'} as score,
          (${distance} / 100)::integer as distance, ${order.by === 'name' ? BY_NAME : 'null'} as by_name
        from places.place p
        where ${conditionsOf(query, add).join(' and ')}
      ) matched
      ${after === null ? '' : `where ${isAfter(after, order.by, add)}`}
      order by ${ORDERS[order.by]} limit ${add(query.limit)}
    ) p
    join places.region r using (region_id) join places.origin o on o.origin_id = p.origin_id
    order by ${ORDERS[order.by]}`
  return { text, values }
}

const WEBSITE = `coalesce(p.website, p.extra->>'website')`

function conditionsOf(query: Omit<PlaceQuery, 'order' | 'after' | 'limit'>, add: AddValue): string[] {
  const { conditions, excluded, minRank, around, filters } = query
  const carries = (terms: readonly string[]) => `p.terms && ${add(terms)}::text[]`
  return [
    'p.shadowed_by is null',
    ...conditions.map(carries),
    ...excluded.map((lists) => `not (${lists.map(carries).join(' and ')})`),
    ...(minRank > 0 ? [`p.rank >= ${add(minRank)}`] : []),
    ...(around === null
      ? []
      : [isNear(around, add), `${distanceFrom(around.points, add)} <= ${add(around.radiusM)}`]),
    ...(filters.has_website ? [`${WEBSITE} is not null`] : []),
    ...(filters.has_phone ? [`coalesce(p.phone, p.extra->>'phone') is not null`] : []),
    ...(filters.category === undefined ? [] : [`p.categories[1] = ${add(filters.category)}`]),
    ...(filters.has_email ? [`coalesce(p.email, p.extra->>'email') is not null`] : []),
  ]
}

function scoreOf(score: Score, add: AddValue): string {
  const points = (terms: readonly string[], count: number) =>
    `when p.terms && ${add(terms)}::text[] then ${count}`
  const segments = score.matches.map((match) => {
    const ways = (Object.keys(POINTS) as Match[]).filter((way) => match[way].length > 0)
    return `case ${ways.map((way) => points(match[way], POINTS[way])).join(' ')} else 0 end`
  })
  return [
    ...segments,
    `case ${points([score.wholeName], WHOLE_NAME_POINTS)} else 0 end`,
    `case ${points(score.preferred, PREFERRED_POINTS)} else 0 end`,
  ].join(' + ')
}

const METRES_PER_DEGREE = 111_195

/** Metres to the nearest point. */
function distanceFrom(points: readonly Point[], add: AddValue): string {
  const lats = add(points.map(({ lat }) => lat))
  const lons = add(points.map(({ lon }) => lon))
  return `(select ${METRES_PER_DEGREE} * min(sqrt(power(p.lat - lat, 2) + power((p.lon - lon) * cos(radians(lat)), 2)))
    from unnest(${lats}::double precision[], ${lons}::double precision[]) as near(lat, lon))`
}

/** Bounding boxes for the index. */
function isNear({ points, radiusM }: NonNullable<PlaceQuery['around']>, add: AddValue): string {
  const boxes = points.map(({ lat, lon }) => {
    const reach = degreesFor(radiusM, lat)
    return add(`(${lon - reach.lon},${lat - reach.lat}),(${lon + reach.lon},${lat + reach.lat})`)
  })
  return `(${boxes.map((box) => `point(p.lon, p.lat) <@ ${box}::box`).join(' or ')})`
}

function isAfter(
  [score, distance, rank, placeId]: Position,
  by: PlaceQuery['order']['by'],
  add: AddValue,
): string {
  if (by === 'rank') return `(rank, place_id) > (${add(rank)}, ${add(placeId)})`
  if (by === 'distance')
    return `(distance, rank, place_id) > (${[distance, rank, placeId].map(add).join(', ')})`
  if (by === 'name') {
    const id = add(placeId)
    // A name is too long for a cursor.
    return `(by_name, place_id) > ((select ${BY_NAME} from places.place p where p.place_id = ${id} limit 1), ${id})`
  }
  return `(-score, distance, rank, place_id) > (${[-score, distance, rank, placeId].map(add).join(', ')})`
}
