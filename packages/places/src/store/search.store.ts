import type { Point } from '../geometry/distance.ts'
import type { PlaceFilters } from '../place.ts'
import type { Match } from '../search/segment.ts'
import { hash53 } from '../text/term.ts'
import { IN_ONE_PROCESS, VERSION } from './lookup.store.ts'
import type { Queryable } from './pipelines.ts'

/** Where a page ended: the next one begins after it. */
export type Position = [miss: number, distance: number, tier: number, placeId: string]

/** Terms of which a place has at least one. */
export interface AnyOf {
  terms: number[]
  /** Whether the index is asked; otherwise it is looked at in the places that the index has found. */
  isIndexed: boolean
}

export interface PlaceQuery {
  conditions: AnyOf[]
  /** What is asked for, one by one, to tell how well it is matched. */
  matches: Record<Match, number[]>[]
  wholeName: number
  /** Whether places whose whole name it is are among those wanted; otherwise they were shown before. */
  isWholeNameShown: boolean
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
  region_id: number
  origin_id: number
  /** What the entry lacks and others of the same business have. */
  extra: { website?: string; phone?: string; email?: string; origin_ids?: number[] } | null
  miss: number
  distance: number
  tier: number
}

/** Points for how well a segment is matched, and for a name that is the whole query. */
const POINTS = { category: 8, word: 6, area: 7, weak: 3 }
const WHOLE_NAME = 20

/** The best places that match every segment and every list, after a position, and the directory's version. */
export async function findPlaces(
  directory: Queryable,
  query: PlaceQuery,
): Promise<{ found: FoundPlace[]; version: string }> {
  const { text, values, shape } = statement(query)
  // PostgreSQL cuts names of statements off at 63 bytes.
  const name = `places-search-${hash53(shape).toString(36)}`
  const { rows } = await directory.query<{ found: string; version: string }>({ name, text, values })
  const { found, version } = rows[0]!
  return { found: (JSON.parse(found) as unknown[][]).map(placeIn), version }
}

const COLUMNS = [
  'region_id', 'origin_id', 'place_id', 'name', 'address', 'locality', 'region', 'country', 'website', 'phone',
  'email', 'categories', 'lat', 'lon', 'tier', 'extra',
] as const // biome-ignore format: one list

/** A page is one text of JSON: a driver takes longer over each column of each row than over all of it. */
const PAGE = `coalesce(json_agg(json_build_array(${COLUMNS.join(', ')}, miss, distance)), '[]')::text`

function placeIn(values: readonly unknown[]): FoundPlace {
  const [
    region_id, origin_id, place_id, name, address, locality, region, country, website, phone,
    email, categories, lat, lon, tier, extra, miss, distance,
  ] = values // biome-ignore format: in the order of the columns
  return {
    region_id, origin_id, place_id, name, address, locality, region, country, website, phone,
    email, categories, lat, lon, tier, extra, miss, distance,
  } as FoundPlace // biome-ignore format: in the order of the columns
}

class Values {
  readonly all: unknown[] = []

  add(value: unknown, type: string): string {
    this.all.push(value)
    return `$${this.all.length}::${type}`
  }
}

/**
 * Queries of one shape are one prepared statement: planning takes longer than most searches. What a subselect hides,
 * the limit too, can't make a plan for its values look better than the one for all, so that this one is kept.
 */
function statement(query: PlaceQuery): { text: string; values: unknown[]; shape: string } {
  const values = new Values()
  const conditions = [
    IN_ONE_PROCESS,
    'p.shadowed_by is null',
    ...query.conditions.map((condition) => conditionIn(condition, values)),
  ]
  const isWholeName = `${values.add(query.wholeName, 'bigint')} = any(p.terms)`
  if (!query.isWholeNameShown) conditions.push(`not (${isWholeName})`)
  const points = [`case when ${isWholeName} then ${WHOLE_NAME} else 0 end`]
  if (query.preferred.length > 0)
    points.push(`case when p.terms && ${values.add(query.preferred, 'bigint[]')} then 1 else 0 end`)
  for (const match of query.matches) points.push(pointsIn(match, values))
  const distance = distanceIn(query, values, conditions)
  addFilters(query.filters, conditions)
  const after = query.after === null ? '' : afterIn(query.after, values)
  const text = `
    select ${PAGE} as found, ${VERSION} as version from (
      select * from (
        select ${COLUMNS.map((column) => `p.${column}`).join(', ')}, -(${points.join(' + ')}) as miss, ${distance} as distance
        from places.place p where ${conditions.join(' and ')}
      ) matched ${after}
      order by miss, distance, tier, place_id collate "C" limit (select ${values.add(query.limit, 'integer')})
    ) page`
  return { text, values: values.all, shape: shapeOf(query) }
}

/**
 * An expression that no index serves keeps the index to the conditions that narrow most. The subselect hides the terms
 * from the planner, which would overrate how many places have one of many and read tables from end to end.
 */
function conditionIn({ terms, isIndexed }: AnyOf, values: Values): string {
  const overlaps = `p.terms && (select ${values.add(terms, 'bigint[]')})`
  return isIndexed ? overlaps : `(${overlaps}) is true`
}

const MATCHES: Match[] = ['category', 'area', 'word', 'weak']

function pointsIn(match: Record<Match, number[]>, values: Values): string {
  const kinds = kindsIn(match)
  const last = kinds.pop()
  // What is found matches in one way at least: if in none of the better ones, in the last.
  const least = last === undefined ? 0 : POINTS[last]
  if (kinds.length === 0) return values.add(least, 'integer')
  const cases = kinds.map(
    (kind) => `when p.terms && ${values.add(match[kind], 'bigint[]')} then ${POINTS[kind]}`,
  )
  return `case ${cases.join(' ')} else ${least} end`
}

function kindsIn(match: Record<Match, number[]>): Match[] {
  return MATCHES.filter((kind) => match[kind].length > 0)
}

/** In steps of 100 m, to the nearest of the points; 0 when the search is not around points. */
function distanceIn({ around }: PlaceQuery, values: Values, conditions: string[]): string {
  if (around === null) return '0'
  const metres = `(${degreesIn(around.points, values)}) * ${METRES_A_DEGREE}`
  conditions.push(`${metres} <= ${values.add(around.radiusM, 'double precision')}`)
  return `floor(${metres} / 100)::integer`
}

const METRES_A_DEGREE = 111_195

/** One point, the usual case, without a subselect for every place. */
function degreesIn(points: readonly Point[], values: Values): string {
  const [point] = points
  if (point !== undefined && points.length === 1) {
    const lat = values.add(point.lat, 'double precision')
    const lon = values.add(point.lon, 'double precision')
    const narrowing = values.add(Math.cos((point.lat * Math.PI) / 180), 'double precision')
    return `sqrt(power(p.lat - ${lat}, 2) + power((p.lon - ${lon}) * ${narrowing}, 2))`
  }
  const lats = values.add(
    points.map(({ lat }) => lat),
    'double precision[]',
  )
  const lons = values.add(
    points.map(({ lon }) => lon),
    'double precision[]',
  )
  return `select min(sqrt(power(p.lat - lat, 2) + power((p.lon - lon) * cos(radians(lat)), 2)))
    from unnest((select ${lats}), (select ${lons})) as point(lat, lon)`
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

function shapeOf({
  conditions,
  matches,
  preferred,
  around,
  filters,
  after,
  isWholeNameShown,
}: PlaceQuery): string {
  const flags = [
    filters.has_website,
    filters.has_phone,
    filters.has_email,
    around !== null,
    around?.points.length === 1,
    after !== null,
    preferred.length > 0,
    isWholeNameShown,
  ]
  const kinds = matches.map((match) => {
    const present = kindsIn(match)
    return present.length < 2 ? 'one' : present.join('+')
  })
  return [
    conditions.map(({ isIndexed }) => (isIndexed ? 'i' : 'f')).join(''),
    ...kinds,
    flags.map((flag) => (flag ? 1 : 0)).join(''),
  ].join('-')
}
