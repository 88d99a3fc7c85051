import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { OwnerId } from './owner.ts'

/**
 * The owner as a check on rows that are found by their ids, in a form that no index is read for. Of a new owner
 * PostgreSQL expects few rows: it would go through all of them, again for each handful of ids.
 */
export const belongsTo = (column: AnyPgColumn, owner: OwnerId): SQL => sql`(${column} = ${owner}) is true`

/** Rows by their ids, as one parameter however many there are. */
export const isOneOf = (column: AnyPgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(ids)}::uuid[])`
