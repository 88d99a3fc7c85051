import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type RemovalKind = 'prospects' | 'businesses' | 'table' | 'campaign' | 'conversation'

/** A deletion that can be undone for a day. */
export const removals = pgTable('removals', {
  id: uuid().notNull(),
  owner_id: uuid().notNull(),
  kind: text().$type<RemovalKind>().notNull(),
  /** Size of all its rows as stored by PostgreSQL. */
  bytes: bigint({ mode: 'number' }).notNull().default(0),
  removed_at: instant().notNull(),
})

/** A deleted row, or the lost references of a row that stays. */
export const removed_rows = pgTable('removed_rows', {
  id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  owner_id: uuid().notNull(),
  removal_id: uuid().notNull(),
  /** Its table. */
  held_by: text().notNull(),
  contents: jsonb().$type<Record<string, unknown>>().notNull(),
})
