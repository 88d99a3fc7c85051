import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** Where tracked links lead. */
export const tracked_links = pgTable('tracked_links', {
  id: uuid().primaryKey(),
  owner_id: uuid().notNull(),
  campaign_id: uuid(),
  url: text().notNull(),
  created_at: instant().notNull(),
})

/** Whether opens and clicks are recorded for an owner. */
export const tracking_choices = pgTable('tracking_choices', {
  owner_id: uuid().primaryKey(),
  opens: boolean().notNull(),
  clicks: boolean().notNull(),
  updated_at: instant().notNull(),
})

/** A campaign's own choice; null follows the owner's. */
export const campaign_tracking_choices = pgTable('campaign_tracking_choices', {
  campaign_id: uuid().primaryKey(),
  owner_id: uuid().notNull(),
  opens: boolean(),
  clicks: boolean(),
  updated_at: instant().notNull(),
})

/** Recipients who opted out of tracking. */
export const tracking_withdrawals = pgTable('tracking_withdrawals', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  hash: text().notNull(),
  withdrawn_at: instant().notNull(),
})
