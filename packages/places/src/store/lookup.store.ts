import type { AreaKind } from '../gazetteer/area.ts'
import { LEVELS } from '../text/tiers.ts'
import type { Queryable } from './pipelines.ts'

export interface KnownArea {
  region_id: number
  key: string
  kind: AreaKind
  name: string
  names: string[]
  country: string | null
  lat: number
  lon: number
  radius_m: number
  has_boundary: boolean
  /** How many places lie in it. */
  uses: number
}

/** What there is in all. */
export interface Totals {
  /** Another one as soon as anything is imported or removed. */
  version: string
  /** How many places there are. */
  places: number
  /** Whether what a country has of a kind is counted, */
  hasCountryCounts: boolean
  /** whether its places are listed by that, */
  hasCountryLists: boolean
  /** and whether names are counted that many share. */
  hasNameCounts: boolean
}

/** How many places carry a term; and on each level of completeness, at most, where that is counted. */
export interface TermUses {
  uses: number
  levels: number[] | null
}

export interface Lookup extends Totals {
  areas: KnownArea[]
  /** How many places carry a term. */
  uses: Map<number, number>
  /** Of a term that many places carry, how many on each level of completeness: that many at most. */
  levels: Map<number, number[]>
}

/** Of an area, without how often it is used; `term` finds that. */
type AreaColumns = [
  region_id: number,
  key: string,
  kind: AreaKind,
  name: string,
  names: string[],
  country: string | null,
  lat: number,
  lon: number,
  radius_m: number,
  has_boundary: boolean,
  uses: number,
]

interface LookUpRow {
  areas: AreaColumns[] | null
  terms: [term: number, uses: number, levels: number[] | null][] | null
  version: string
  places: number
  counts_levels: boolean
  lists_by_country: boolean
  counts_names: boolean
}

const SUMMED_LEVELS = Array.from(
  { length: LEVELS },
  (_, level) => `sum(coalesce(t.levels[${level + 1}], t.uses))::integer`,
)

/** Keeps the planner from starting processes for what a search asks: each takes longer than the answer. */
export const IN_ONE_PROCESS = 'places.in_one_process()'

/** The version of the directory, as `lookUp` says it. */
const VERSION_OF_REGIONS = `coalesce(sum(region_id::bigint * 65536 + 1), 0)::text`

/**
 * One row, whatever it holds: a row of each kind would have the columns of all. The subselects hide the values from the
 * planner, so that the plan for all is as good as one for them and is kept.
 */
const LOOK_UP = `
  select
    (select json_agg(json_build_array(a.region_id, a.key, a.kind, a.name, a.names, a.country, a.lat, a.lon, a.radius_m,
        a.has_boundary, coalesce((select t.uses from places.term t where t.term = a.term and t.region_id = a.region_id), 0)))
      from places.area a where a.names && (select $1::text[])) as areas,
    (select json_agg(json_build_array(term, uses, levels)) from (
      select t.term, sum(t.uses)::integer as uses,
        case when bool_or(t.levels is not null) then array[${SUMMED_LEVELS.join(', ')}] end as levels
      from places.term t where t.term = any((select $2::bigint[])::bigint[]) group by t.term
    ) counted) as terms,
    ${VERSION_OF_REGIONS} as version, coalesce(sum(places), 0)::integer as places,
    coalesce(bool_and(counts_levels), true) as counts_levels,
    coalesce(bool_and(lists_by_country), true) as lists_by_country,
    coalesce(bool_and(counts_names), true) as counts_names
  from places.region where ${IN_ONE_PROCESS}`

/** The areas with one of the names, and how often the terms are used: all in one question. */
export async function lookUp(
  directory: Queryable,
  names: readonly string[],
  terms: readonly number[],
): Promise<{ areas: KnownArea[]; terms: Map<number, TermUses>; totals: Totals }> {
  const { rows } = await directory.query<LookUpRow>({
    name: 'places-look-up',
    text: LOOK_UP,
    values: [names, terms],
  })
  const { areas, terms: counted, ...total } = rows[0]!
  return {
    areas: (areas ?? []).map(areaIn),
    terms: new Map((counted ?? []).map(([term, uses, levels]) => [term, { uses, levels }])),
    totals: {
      version: total.version,
      places: total.places,
      hasCountryCounts: total.counts_levels,
      hasCountryLists: total.lists_by_country,
      hasNameCounts: total.counts_names,
    },
  }
}

function areaIn(columns: AreaColumns): KnownArea {
  const [region_id, key, kind, name, names, country, lat, lon, radius_m, has_boundary, uses] = columns
  return { region_id, key, kind, name, names, country, lat, lon, radius_m, has_boundary, uses }
}

interface SpelledRow extends KnownArea, TermUses {
  what: 'area' | 'term' | 'word'
  term: string | null
}

export const VERSION = `(select ${VERSION_OF_REGIONS} from places.region)`

export async function readVersion(directory: Queryable): Promise<string> {
  const { rows } = await directory.query<{ version: string }>({
    name: 'places-version',
    text: `select ${VERSION} as version`,
  })
  return rows[0]!.version
}

/** Whether any place carries the term, and in which version of the directory. */
export async function isUsed(
  directory: Queryable,
  term: number,
): Promise<{ isUsed: boolean; version: string }> {
  const { rows } = await directory.query<{ isUsed: boolean; version: string }>({
    name: 'places-is-used',
    // Asked for one row only, the planner would look for it from end to end.
    text: `select ${VERSION} as version, count(*) > 0 as "isUsed" from places.place
      where ${IN_ONE_PROCESS} and terms && (select array[$1::bigint])`,
    values: [term],
  })
  return rows[0]!
}

/** Where places come from: the same for many, so no search asks for it. */
export interface Sources {
  version: string
  regions: Map<number, { imported_at: string; is_demo: boolean }>
  origins: Map<number, { source: string; licence: string; attribution: string }>
}

interface SourceRow {
  version: string
  region_id: number
  imported_at: Date
  is_demo: boolean
}

interface OriginRow {
  origin_id: number
  source: string
  licence: string
  attribution: string
}

export async function readSources(directory: Queryable): Promise<Sources> {
  const { rows: regions } = await directory.query<SourceRow>({
    text: `select ${VERSION} as version, region_id, imported_at, is_demo from places.region`,
  })
  // Origins are never removed.
  const { rows: origins } = await directory.query<OriginRow>({
    text: 'select * from places.origin',
  })
  return {
    version: regions[0]?.version ?? '0',
    regions: new Map(
      regions.map(({ region_id, imported_at, is_demo }) => [
        region_id,
        { imported_at: imported_at.toISOString(), is_demo },
      ]),
    ),
    origins: new Map(origins.map(({ origin_id, ...origin }) => [origin_id, origin])),
  }
}

function countsOf(rows: readonly SpelledRow[]): Pick<Lookup, 'uses' | 'levels'> {
  const uses = new Map<number, number>()
  const levels = new Map<number, number[]>()
  for (const row of rows) {
    const term = Number(row.term)
    // An area has a row for each region that knows it.
    uses.set(term, (uses.get(term) ?? 0) + row.uses)
    if (row.levels !== null) levels.set(term, row.levels)
  }
  return { uses, levels }
}

/** Areas with a name that may be meant by one that is misspelt. */
export async function areasSpelledLike(
  directory: Queryable,
  spellings: readonly number[],
): Promise<KnownArea[]> {
  const { rows } = await directory.query<KnownArea>({
    name: 'places-areas-spelled-like',
    text: 'select * from places.areas_spelled_like($1)',
    values: [spellings],
  })
  return rows
}

export interface SpelledLike extends Pick<Lookup, 'areas' | 'uses' | 'levels'> {
  /** Words of names, the most used first. */
  words: string[]
}

/** What a misspelt word may mean in the directory, with how often that and the terms are used. */
export async function lookUpSpelledLike(
  directory: Queryable,
  spellings: readonly number[],
  terms: readonly number[],
): Promise<SpelledLike> {
  const { rows } = await directory.query<SpelledRow>({
    name: 'places-look-up-spelled-like',
    text: 'select * from places.look_up_spelled_like($1, $2)',
    values: [spellings, terms],
  })
  return {
    areas: rows.filter(({ what }) => what === 'area'),
    words: rows.filter(({ what }) => what === 'word').map(({ name }) => name),
    ...countsOf(rows),
  }
}
