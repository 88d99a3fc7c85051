import type { Pool } from 'pg'
import { degreesFor, type Point } from '../geometry/distance.ts'
import type { PlaceFilters } from '../place.ts'
import { type Match, POINTS, PREFERRED_POINTS, WHOLE_NAME_POINTS } from '../search/score.ts'

/** Where a page ended. */
export type Position = [score: number, distance: number, rank: number, placeId: string]

export interface PlaceQuery {
  /** A place must carry a term of each list. */
  conditions: string[][]
  /** A place must not carry a term of every list of one of these. */
  excluded: string[][][]
  /** No place that matches has a lower rank: a walk of the index begins here. */
  minRank: number
  around: { points: Point[]; radiusM: number } | null
  filters: PlaceFilters
  /** Terms to score; without them, complete places come first. */
  score: { matches: Record<Match, string[]>[]; wholeName: string; preferred: string[] } | null
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
  /** Values that the place lacks and entries of the same business in other regions have. */
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

/** The first places that match, after a position. */
export async function findPlaces(pool: Pool, query: PlaceQuery): Promise<FoundPlace[]> {
  const { text, values } = statement(query)
  const { rows } = await pool.query<FoundPlace>(text, values)
  return rows
}

type AddValue = (value: unknown) => string

function statement(query: PlaceQuery): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const add: AddValue = (value) => `$${values.push(value)}`
  const distance = query.around === null ? '0' : distanceFrom(query.around.points, add)
  const order = query.score === null ? 'rank, place_id' : 'score desc, distance, rank, place_id'
  const text = `
    select p.place_id, p.name, p.address, p.locality, p.region, p.country, p.website, p.phone, p.email, p.categories,
      p.lat, p.lon, p.extra, p.rank, p.score, p.distance, o.source, o.licence, o.attribution, r.imported_at, r.is_demo
    from (
      select * from (
        select p.*, ${scoreOf(query, add)} as score, (${distance} / 100)::integer as distance
        from places.place p
        where ${conditionsOf(query, distance, add).join(' and ')}
      ) matched
      ${query.after === null ? '' : `where ${isAfter(query.after, query.score !== null, add)}`}
      order by ${order} limit ${add(query.limit)}
    ) p
    join places.region r using (region_id) join places.origin o on o.origin_id = p.origin_id
    order by ${order}`
  return { text, values }
}

function conditionsOf(query: PlaceQuery, distance: string, add: AddValue): string[] {
  const { conditions, excluded, minRank, around, filters } = query
  const carries = (terms: readonly string[]) => `p.terms && ${add(terms)}::text[]`
  return [
    'p.shadowed_by is null',
    ...conditions.map(carries),
    ...excluded.map((lists) => `not (${lists.map(carries).join(' and ')})`),
    ...(minRank > 0 ? [`p.rank >= ${add(minRank)}`] : []),
    ...(around === null ? [] : [isNear(around, add), `${distance} <= ${add(around.radiusM)}`]),
    ...(filters.has_website ? [`coalesce(p.website, p.extra->>'website') is not null`] : []),
    ...(filters.has_phone ? [`coalesce(p.phone, p.extra->>'phone') is not null`] : []),
    ...(filters.has_email ? [`coalesce(p.email, p.extra->>'email') is not null`] : []),
  ]
}

function scoreOf({ score }: PlaceQuery, add: AddValue): string {
  if (score === null) return '0'
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

/** Metres to the nearest of the points. */
function distanceFrom(points: readonly Point[], add: AddValue): string {
  const lats = add(points.map(({ lat }) => lat))
  const lons = add(points.map(({ lon }) => lon))
  return `(select ${METRES_PER_DEGREE} * min(sqrt(power(p.lat - lat, 2) + power((p.lon - lon) * cos(radians(lat)), 2)))
    from unnest(${lats}::double precision[], ${lons}::double precision[]) as near(lat, lon))`
}

/** Boxes for the index. */
function isNear({ points, radiusM }: NonNullable<PlaceQuery['around']>, add: AddValue): string {
  const boxes = points.map(({ lat, lon }) => {
    const reach = degreesFor(radiusM, lat)
    return add(`(${lon - reach.lon},${lat - reach.lat}),(${lon + reach.lon},${lat + reach.lat})`)
  })
  return `(${boxes.map((box) => `point(p.lon, p.lat) <@ ${box}::box`).join(' or ')})`
}

function isAfter([score, distance, rank, placeId]: Position, isScored: boolean, add: AddValue): string {
  if (!isScored) return `(rank, place_id) > (${add(rank)}, ${add(placeId)})`
  return `(-score, distance, rank, place_id) > (${[-score, distance, rank, placeId].map(add).join(', ')})`
}
