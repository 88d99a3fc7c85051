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
  /** Whether what a country has of a kind is counted. */
  hasCountryCounts: boolean
}

interface LookupRow extends KnownArea {
  what: 'area' | 'term' | 'total'
  term: string | null
  levels: number[] | null
}

/** The areas with one of the names, and how often the terms are used: all in one question. */
export async function lookUp(
  pool: Pool,
  names: readonly string[],
  terms: readonly number[],
): Promise<Lookup> {
  const { rows } = await pool.query<LookupRow>({
    name: 'places-look-up-with-levels',
    text: 'select * from places.look_up_with_levels($1, $2)',
    values: [names, terms],
  })
  const found = rows.filter(({ what }) => what === 'term')
  const total = rows.find(({ what }) => what === 'total')
  return {
    areas: rows.filter(({ what }) => what === 'area'),
    uses: new Map(found.map(({ term: of, uses }) => [Number(of), uses])),
    levels: new Map(found.flatMap(({ term: of, levels }) => (levels === null ? [] : [[Number(of), levels]]))),
    places: total?.uses ?? 0,
    hasCountryCounts: total?.has_boundary ?? false,
  }
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

/** Words of names that may be meant by one that is misspelt, the most used first. */
export async function wordsSpelledLike(pool: Pool, spellings: readonly number[]): Promise<string[]> {
  const { rows } = await pool.query<{ word: string }>({
    name: 'places-words-spelled-like',
    text: 'select word from places.words_spelled_like($1)',
    values: [spellings],
  })
  return rows.map(({ word }) => word)
}
