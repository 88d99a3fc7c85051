import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type UsageType = 'business_searches' | 'email_generations' | 'emails_sent'
export type EntryKind = 'use' | 'refund' | 'purchase' | 'grant'

/**
 * The ledger: append-only, one row per cause. `units` come from the allowance, `tokens` from the balance of
 * `owner_id`, a person. `spender_id` is the owner whose work they paid for: that person, or an organization. Emails are
 * in monthly tables (`db/months.store.ts`), all else is in the table itself.
 */
export const usage_entries = pgTable('usage_entries', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  spender_id: uuid().notNull(),
  cause: text().notNull(),
  kind: text().$type<EntryKind>().notNull(),
  usage_type: text().$type<UsageType>(),
  month: text(),
  units: integer().notNull().default(0),
  tokens: integer().notNull().default(0),
  payment_id: text(),
  note: text(),
  created_at: instant().notNull(),
})

/** Sums of the ledger, updated in the same transaction: monthly usage and token balance. */
export const usage_months = pgTable('usage_months', {
  owner_id: uuid().notNull(),
  month: text().notNull(),
  usage_type: text().$type<UsageType>().notNull(),
  units: integer().notNull(),
})

export const token_balances = pgTable('token_balances', {
  owner_id: uuid().primaryKey(),
  tokens: integer().notNull(),
})

/** Payments of erased accounts without the person, for bookkeeping. */
export const kept_payments = pgTable('kept_payments', {
  id: uuid().primaryKey().defaultRandom(),
  payment_id: text().notNull(),
  tokens: integer().notNull(),
  paid_at: instant().notNull(),
})

/** Caps of one account, which replace those of its plan, up to the end of the day `until` in UTC. */
export const account_caps = pgTable('account_caps', {
  owner_id: uuid().notNull(),
  usage_type: text().$type<UsageType>().notNull(),
  /** Null is unlimited. */
  units: integer(),
  /** Null is without an end. */
  until: date(),
  set_at: instant().notNull(),
})
