import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type UsageType = 'business_searches' | 'email_generations' | 'emails_sent'
export type EntryKind = 'use' | 'refund' | 'purchase' | 'grant'

/**
 * The ledger: append-only, one row a cause. `units` come from the allowance, `tokens` from the balance of the person in
 * `owner_id`; `spender_id` is whose work they paid for: the person's own, or an organization's.
 */
export const usage_entries = pgTable('usage_entries', {
  id: uuid().primaryKey().defaultRandom(),
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

/** Folds of the ledger, kept in the same transaction: what a month has used, and the token balance. */
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

/** Payments of erased accounts, without the person: the books must still add up. */
export const kept_payments = pgTable('kept_payments', {
  id: uuid().primaryKey().defaultRandom(),
  payment_id: text().notNull(),
  tokens: integer().notNull(),
  paid_at: instant().notNull(),
})
