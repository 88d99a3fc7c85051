import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isRowId } from './row-id.ts'

/** What a list is sorted by: an expression that is never null, and the type that its text is read as. */
export interface SortBy {
  expression: SQL
  cast: 'text' | 'timestamptz' | 'int'
}

export type Direction = 'ascending' | 'descending'

/** A row's place in a sorted list: what it is sorted by, and its id where others have the same. */
export interface Place {
  value: string
  id: string
}

/** Names as people sort them, whatever their case and accents. */
export const byName = (text: SQL): SQL => sql`lower(${text}) collate "und-x-icu"`

/** A text that is looked for as it stands, wherever it is. */
const containing = (text: string): string =>
  `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`

/** An index of trigrams finds no shorter text. */
const TRIGRAM = 3

/**
 * Whether an expression contains a text. `searched` is word for word that of an index of trigrams. Shorter texts are
 * looked for in all rows: byte by byte, which is quicker and finds the same.
 */
export function contains(searched: SQL, text: string): SQL {
  const isIndexed = [...text.trim()].length >= TRIGRAM
  return isIndexed
    ? sql`${searched} like ${containing(text)}`
    : sql`(${searched} collate "C") like ${containing(text)}`
}

/** An opaque text for the place after which the next page begins; it holds for one sort only. */
export const writeCursor = (sort: string, { value, id }: Place): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

const READABLE: Record<SortBy['cast'], RegExp> = {
  text: /^[^\0]*$/,
  timestamptz: /^(-infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?)$/,
  int: /^-?\d{1,9}$/,
}

/** Null for one that is not ours or of another sort. */
export function readCursor(sort: string, cursor: string, cast: SortBy['cast']): Place | null {
  try {
    const [of, value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (of !== sort || typeof value !== 'string' || typeof id !== 'string') return null
    return isRowId(id) && READABLE[cast].test(value) ? { value, id } : null
  } catch {
    return null
  }
}

export function inOrder({ expression }: SortBy, id: PgColumn, direction: Direction): SQL[] {
  return direction === 'ascending' ? [asc(expression), asc(id)] : [desc(expression), desc(id)]
}

/** The rows behind a place. */
export function behind({ expression, cast }: SortBy, id: PgColumn, direction: Direction, place: Place): SQL {
  const sign = sql.raw(direction === 'ascending' ? '>' : '<')
  const value = sql`${place.value}::${sql.raw(cast)}`
  return sql`(${expression}, ${id}) ${sign} (${value}, ${place.id}::uuid)`
}
