import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isRowId } from './row-id.ts'

/** A sort expression that is never null, and the type its text is cast to. */
export interface SortBy {
  expression: SQL
  cast: 'text' | 'timestamptz' | 'int'
}

export type Direction = 'ascending' | 'descending'

/** A position in a sorted list: the sort value, and the id as a tie breaker. */
export interface Position {
  value: string
  id: string
}

/** Ignores case. */
export const byName = (text: SQL): SQL => sql`lower(${text}) collate "und-x-icu"`

/** Escapes `%` and `_`. */
const containing = (text: string): string =>
  `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`

/** A trigram index can't find shorter texts. */
const TRIGRAM = 3

/**
 * Matches rows whose expression contains a text. `searched` must be the exact expression of a trigram index. Shorter
 * texts scan all rows, byte by byte, which is faster and finds the same.
 */
export function contains(searched: SQL, text: string): SQL {
  const isIndexed = [...text.trim()].length >= TRIGRAM
  return isIndexed
    ? sql`${searched} like ${containing(text)}`
    : sql`(${searched} collate "C") like ${containing(text)}`
}

/** An opaque cursor; valid for one sort only. */
export const writeCursor = (sort: string, { value, id }: Position): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

const READABLE: Record<SortBy['cast'], RegExp> = {
  text: /^[^\0]*$/,
  timestamptz: /^(-infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?)$/,
  int: /^-?\d{1,9}$/,
}

/** Null if the cursor is malformed or belongs to another sort. */
export function readCursor(sort: string, cursor: string, cast: SortBy['cast']): Position | null {
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

/** Rows after a cursor. */
export function behind(
  { expression, cast }: SortBy,
  id: PgColumn,
  direction: Direction,
  position: Position,
): SQL {
  const sign = sql.raw(direction === 'ascending' ? '>' : '<')
  const value = sql`${position.value}::${sql.raw(cast)}`
  return sql`(${expression}, ${id}) ${sign} (${value}, ${position.id}::uuid)`
}
