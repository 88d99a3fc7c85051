import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** The audit table: append-only, except that an erased account's address is removed. */
export const operator_acts = pgTable('operator_acts', {
  id: uuid().primaryKey().defaultRandom(),
  at: instant().notNull(),
  /** Who acted, such as 'root@mail1 (terminal)' or 'sam (operator page)'. */
  operator: text().notNull(),
  /** The command, such as 'suspend' or 'grant-tokens'. */
  act: text().notNull(),
  /** The account it was done to; null for acts on the installation. */
  account_id: uuid(),
  /** The account's address, or what else was acted on: a payment, a website, a job. */
  subject: text(),
  /** The change, such as 'from free to premium'. */
  detail: text(),
  reason: text(),
})

/** An owner's mails of one day in UTC, of the last 31 days. Days without mail have no row. */
export const owner_days = pgTable('owner_days', {
  owner_id: uuid().notNull(),
  day: date().notNull(),
  sent: integer().notNull(),
  refused: integer().notNull(),
  bounced: integer().notNull(),
  complained: integer().notNull(),
})
