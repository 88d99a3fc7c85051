import type { Pool } from 'pg'
import type { Area } from '../gazetteer/area.ts'

export interface KnownArea extends Area {
  region_id: number
  /** Number of places in it. */
  uses: number
}

/** Directory entries for the names and terms of a query. */
export interface Lookup {
  areas: KnownArea[]
  /** Number of places with each term. */
  uses: ReadonlyMap<string, number>
  /** Number of all places. */
  total: number
}

const AREA = `
  a.region_id, a.key, a.kind, a.name, a.names, a.country, a.lat, a.lon, a.radius_m, a.has_boundary,
  coalesce((select t.uses from places.term t where t.term = 'area:' || a.key and t.region_id = a.region_id), 0) as uses`

interface LookupRow {
  areas: KnownArea[]
  uses: Record<string, number>
  total: number
}

/** Finds areas with one of the names, and counts the uses of terms. */
export async function lookUp(
  pool: Pool,
  names: readonly string[],
  terms: readonly string[],
): Promise<Lookup> {
  const { rows } = await pool.query<LookupRow>({
    name: 'places-look-up',
    text: `
      select
        (select coalesce(json_agg(found), '[]') from (
          select ${AREA} from places.area a where a.names && $1::text[]
        ) found) as areas,
        (select coalesce(json_object_agg(term, uses), '{}') from (
          select term, sum(uses) as uses from places.term where term = any($2::text[]) group by term
        ) counted) as uses,
        (select coalesce(sum(places), 0)::integer from places.region) as total`,
    values: [names, terms],
  })
  const { areas, uses, total } = rows[0]!
  return { areas, uses: new Map(Object.entries(uses)), total }
}

const SPELLINGS = `(select array_agg(spelling) from unnest($1::text[]) word, unnest(places.spellings(word)) spelling)`

/** Areas with names similar to one of the words. */
export async function areasSpelledLike(pool: Pool, words: readonly string[]): Promise<KnownArea[]> {
  const { rows } = await pool.query<KnownArea>({
    name: 'places-areas-spelled-like',
    text: `select ${AREA} from places.area a where a.spellings && ${SPELLINGS} limit 2000`,
    values: [words],
  })
  return rows
}

/** Words of names similar to the word, with their counts, most used first. */
export async function wordsSpelledLike(pool: Pool, word: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ word: string; uses: number }>({
    name: 'places-words-spelled-like',
    text: `
      select substr(term, 6) as word, sum(uses)::integer as uses from places.term
      where spellings && ${SPELLINGS} group by term order by uses desc limit 500`,
    values: [[word]],
  })
  return new Map(rows.map(({ word: similar, uses }) => [similar, uses]))
}
