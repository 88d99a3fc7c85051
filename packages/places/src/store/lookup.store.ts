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
  /** How many places there are. */
  places: number
}

interface LookupRow extends KnownArea {
  what: 'area' | 'term' | 'total'
  term: string | null
}

const AREA_COLUMNS = `a.region_id, a.key, a.kind, a.name, a.names, a.country, a.lat, a.lon, a.radius_m, a.has_boundary,
  coalesce(t.uses, 0) as uses`
const AREAS = 'places.area a left join places.term t on t.term = a.term and t.region_id = a.region_id'

/** The areas with one of the names, and how often the terms are used: all in one question. */
export async function lookUp(
  pool: Pool,
  names: readonly string[],
  terms: readonly number[],
): Promise<Lookup> {
  const { rows } = await pool.query<LookupRow>({
    name: 'places-look-up',
    text: `select 'area' as what, ${AREA_COLUMNS}, null::bigint as term from ${AREAS} where a.names && $1
           union all
           select 'term', ${NO_AREA}, sum(uses)::integer, term from places.term where term = any($2) group by term
           union all
           select 'total', ${NO_AREA}, coalesce(sum(places), 0)::integer, null from places.region`,
    values: [names, terms],
  })
  return {
    areas: rows.filter(({ what }) => what === 'area'),
    uses: new Map(rows.filter(({ what }) => what === 'term').map(({ term, uses }) => [Number(term), uses])),
    places: rows.find(({ what }) => what === 'total')?.uses ?? 0,
  }
}

const NO_AREA =
  'null::integer, null, null, null, null::text[], null, null::double precision, null::double precision, null::integer, null::boolean'

/** Areas with a name that may be meant by one that is misspelt. */
export async function areasSpelledLike(pool: Pool, spellings: readonly number[]): Promise<KnownArea[]> {
  const { rows } = await pool.query<KnownArea>({
    name: 'places-areas-spelled-like',
    text: `select ${AREA_COLUMNS} from ${AREAS} where a.spellings && $1::integer[] limit 2000`,
    values: [spellings],
  })
  return rows
}

/** Words of names that may be meant by one that is misspelt, the most used first. */
export async function wordsSpelledLike(pool: Pool, spellings: readonly number[]): Promise<string[]> {
  const { rows } = await pool.query<{ word: string }>({
    name: 'places-words-spelled-like',
    text: `select word from places.term where spellings && $1::integer[] group by word order by sum(uses) desc limit 500`,
    values: [spellings],
  })
  return rows.map(({ word }) => word)
}
