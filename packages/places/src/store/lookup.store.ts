import type { Pool } from 'pg'
import type { AreaKind } from '../gazetteer/area.ts'

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

export interface Lookup {
  areas: KnownArea[]
  /** How many places carry a term. */
  uses: Map<number, number>
  /** Of a term that many places carry, how many on each level of completeness: that many at most. */
  levels: Map<number, number[]>
  /** How many places there are. */
  places: number
  /** Whether what a country has of a kind is counted, */
  hasCountryCounts: boolean
  /** and whether its places are listed by that. */
  hasCountryLists: boolean
}

interface LookupRow extends KnownArea {
  what: 'area' | 'term' | 'word' | 'total'
  term: string | null
  levels: number[] | null
  is_listed: boolean | null
}

/** The areas with one of the names, and how often the terms are used: all in one question. */
export async function lookUp(
  pool: Pool,
  names: readonly string[],
  terms: readonly number[],
): Promise<Lookup> {
  const { rows } = await pool.query<LookupRow>({
    name: 'places-look-up-listed',
    text: 'select * from places.look_up_listed($1, $2)',
    values: [names, terms],
  })
  const total = rows.find(({ what }) => what === 'total')
  return {
    areas: rows.filter(({ what }) => what === 'area'),
    ...countsOf(rows.filter(({ what }) => what === 'term')),
    places: total?.uses ?? 0,
    hasCountryCounts: total?.has_boundary ?? false,
    hasCountryLists: total?.is_listed ?? false,
  }
}

function countsOf(rows: readonly LookupRow[]): Pick<Lookup, 'uses' | 'levels'> {
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
export async function areasSpelledLike(pool: Pool, spellings: readonly number[]): Promise<KnownArea[]> {
  const { rows } = await pool.query<KnownArea>({
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
  pool: Pool,
  spellings: readonly number[],
  terms: readonly number[],
): Promise<SpelledLike> {
  const { rows } = await pool.query<LookupRow>({
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
