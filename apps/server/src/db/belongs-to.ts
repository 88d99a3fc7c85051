import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { OwnerId } from './owner.ts'

/**
 * The owner as a check on rows that are found by their ids, in a form that no index is read for and no statistics are
 * asked about. Of a new owner PostgreSQL expects one row: it would go through all of them, again for each of the ids.
 */
export const belongsTo = (column: AnyPgColumn, owner: OwnerId): SQL =>
  sql`coalesce(${column} = ${owner}, false)`

/** Rows by their ids, as one parameter however many there are. */
export const isOneOf = (column: AnyPgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(ids)}::uuid[])`
