import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { OwnerId } from './owner.ts'

/**
 * The owner as a check on rows that are found by their ids, in a form that no index is read for and no statistics are
 * asked about. Of a new owner PostgreSQL expects one row: it would go through all of them, again for each of the ids.
 */
export const belongsTo = (column: AnyPgColumn, owner: OwnerId): SQL =>
  sql`coalesce(${column} = ${owner}, false)`

/**
 * An array as one parameter, in PostgreSQL's own text: for ids, hashes, numbers and times, which hold nothing that would
 * have to be escaped. The driver goes through each letter of any other.
 */
export const plainList = (items: readonly (string | number | null)[]): SQL =>
  sql`${`{${items.map((item) => item ?? 'null').join(',')}}`}`

/** Rows by their ids, as one parameter however many there are. */
export const isOneOf = (column: AnyPgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${plainList(ids)}::uuid[])`
