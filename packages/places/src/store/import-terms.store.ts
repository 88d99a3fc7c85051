import type { PoolClient } from 'pg'
import { spellingKeys } from '../text/spelling.ts'
import { LEVELS } from '../text/tiers.ts'
import { type Columns, copyChunks, rowChunks, type Value } from './copy.ts'
import { partition } from './import.store.ts'

export interface TermCount {
  /** How many places of each level carry the term. */
  levels: number[]
  word: string | null
  /** A name as a whole: only those that many places share are kept. */
  isName: boolean
}

/** Terms that fewer places carry are never read level by level; whole names that fewer share are not kept. */
const FEW_USES = 200

const TERM_COLUMNS: Columns = {
  region_id: 'integer',
  term: 'bigint',
  uses: 'integer',
  word: 'text',
  spellings: 'integer[]',
  levels: 'integer[]',
}

/** A region's terms, from their counts in all of its places: as `copyTerms` writes them. */
export function termChunks(regionId: number, counts: ReadonlyMap<number, TermCount>): Generator<Buffer> {
  return rowChunks(TERM_COLUMNS, termRows(regionId, counts))
}

function* termRows(regionId: number, counts: ReadonlyMap<number, TermCount>): Generator<Value[]> {
  for (const [term, { levels, word, isName }] of counts) {
    const uses = levels.reduce((sum, count) => sum + count, 0)
    if (isName && uses < FEW_USES) continue
    yield [regionId, term, uses, word, word && spelled(word), uses < FEW_USES ? null : levels]
  }
}

export async function copyTerms(
  client: PoolClient,
  regionId: number,
  chunks: Iterable<Buffer>,
): Promise<void> {
  await copyChunks(client, partition('term', regionId), TERM_COLUMNS, chunks)
}

/** A table for counts of terms that are more than memory holds: those of some places after those of others. */
export async function createTermCounts(client: PoolClient): Promise<void> {
  await client.query(
    `create temporary table new_terms (term bigint, levels integer[], word text, spellings integer[], is_name boolean)
     on commit drop`,
  )
}

const COUNT_COLUMNS: Columns = {
  term: 'bigint',
  levels: 'integer[]',
  word: 'text',
  spellings: 'integer[]',
  is_name: 'boolean',
}

/** With what finds the misspellings of words: as `copyTermCounts` writes them. */
export function termCountChunks(counts: ReadonlyMap<number, TermCount>): Generator<Buffer> {
  return rowChunks(
    COUNT_COLUMNS,
    counts
      .entries()
      .map(([term, { levels, word, isName }]): Value[] => [
        term,
        levels,
        word,
        word && spelled(word),
        isName,
      ]),
  )
}

export async function copyTermCounts(client: PoolClient, chunks: Iterable<Buffer>): Promise<void> {
  await copyChunks(client, 'new_terms', COUNT_COLUMNS, chunks)
}

const BY_LEVEL = Array.from({ length: LEVELS }, (_, level) => `sum(levels[${level + 1}])`)

/** Sums up the counts that were copied. */
export async function sumUpTerms(client: PoolClient, regionId: number): Promise<void> {
  await client.query(
    `insert into ${partition('term', regionId)} (region_id, term, uses, word, spellings, levels)
     select $1, term, uses, word, spellings, case when uses >= ${FEW_USES} then levels::integer[] end
     from (
       select term, min(word) as word, min(spellings) as spellings, ${BY_LEVEL.join(' + ')} as uses,
         array[${BY_LEVEL.join(', ')}] as levels, bool_or(is_name) as is_name
       from new_terms group by term
     ) summed where not is_name or uses >= ${FEW_USES}`,
    [regionId],
  )
}

function spelled(word: string): number[] | null {
  return /\d/.test(word) ? null : spellingKeys(word)
}
