import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type SupportType = 'bug' | 'feature' | 'suggestion' | 'question'
export type SupportPriority = 'low' | 'medium' | 'high'
export type SupportState = 'open' | 'answered' | 'closed'

export const support_requests = pgTable('support_requests', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  type: text().$type<SupportType>().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  priority: text().$type<SupportPriority>().notNull(),
  screenshot_key: text(),
  screenshot_bytes: integer().notNull().default(0),
  state: text().$type<SupportState>().notNull().default('open'),
  created_at: instant().notNull(),
})

export const mailing_list_subscribers = pgTable('mailing_list_subscribers', {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull(),
  name: text(),
  company_name: text(),
  created_at: instant().notNull(),
  confirmed_at: instant(),
  unsubscribed_at: instant(),
})
