import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type PaidPlan = 'basic' | 'premium'
export type SubscriptionStatus = 'incomplete' | 'active' | 'past_due' | 'ended'

/** The user's id at the payment provider. */
export const billing_customers = pgTable('billing_customers', {
  customer_id: text().primaryKey(),
  owner_id: uuid().notNull(),
  provider: text().$type<'embedded' | 'stripe' | 'off'>().notNull(),
  created_at: instant().notNull(),
  checked_at: instant(),
})

/** The current or last subscription, as last read. `entitled_plan` is the plan it gave at that time. */
export const billing_subscriptions = pgTable('billing_subscriptions', {
  customer_id: text().primaryKey(),
  owner_id: uuid().notNull(),
  subscription_id: text().notNull(),
  plan: text().$type<PaidPlan>().notNull(),
  status: text().$type<SubscriptionStatus>().notNull(),
  period_end: instant().notNull(),
  pending_plan: text().$type<'free' | PaidPlan>(),
  pending_at: instant(),
  past_due_since: instant(),
  entitled_plan: text().$type<'free' | PaidPlan>().notNull(),
})

/** Received payments. `tokens` were bought (0 for plans), `tokens_taken` were taken back by refunds. */
export const billing_payments = pgTable('billing_payments', {
  id: text().primaryKey(),
  customer_id: text().notNull(),
  owner_id: uuid().notNull(),
  tokens: integer().notNull(),
  amount_cents: integer().notNull(),
  returned_cents: integer().notNull().default(0),
  tokens_taken: integer().notNull().default(0),
  paid_at: instant().notNull(),
  created_at: instant().notNull(),
})

/** Opened checkout pages. `wanted` is 'plan:basic' or 'pack:tokens_50'. */
export const billing_checkouts = pgTable('billing_checkouts', {
  id: uuid().primaryKey(),
  customer_id: text().notNull(),
  owner_id: uuid().notNull(),
  wanted: text().notNull(),
  session_id: text(),
  session_url: text(),
  created_at: instant().notNull(),
  expires_at: instant().notNull(),
  completed_at: instant(),
})

export const billing_events = pgTable('billing_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  customer_id: text(),
  received_at: instant().notNull(),
  processed_at: instant(),
})

export const embedded_payment_objects = pgTable('embedded_payment_objects', {
  id: text().primaryKey(),
  kind: text().$type<'customer' | 'page' | 'subscription' | 'payment'>().notNull(),
  customer_id: text().notNull(),
  content: jsonb().notNull(),
  created_at: instant().notNull(),
})
