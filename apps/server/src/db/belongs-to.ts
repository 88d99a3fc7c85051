import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { OwnerId } from './owner.ts'

/**
 * Checks the owner of rows that are found by their ids. `coalesce` keeps the planner off the owner's index: for a new
 * owner it expects one row and would scan all of them once per id.
 */
export const belongsTo = (column: AnyPgColumn, owner: OwnerId): SQL =>
  sql`coalesce(${column} = ${owner}, false)`

/** An array as one text parameter. Only for ids, hashes, numbers and times, which need no escaping. */
export const plainList = (items: readonly (string | number | null)[]): SQL =>
  sql`${`{${items.map((item) => item ?? 'null').join(',')}}`}`

/** Any number of ids as one parameter. */
export const isOneOf = (column: AnyPgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${plainList(ids)}::uuid[])`

/** Texts as one array parameter. */
export const textList = (items: readonly string[]): SQL => sql`${sql.param([...items])}::text[]`
