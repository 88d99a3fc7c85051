import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
