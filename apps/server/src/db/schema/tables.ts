import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import type { JobStatus } from './gathering.ts'

export const business_tables = pgTable('business_tables', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  name: text().notNull(),
  query: text().notNull(),
  /** Of the newest gathering job, written by gathering. */
  prospecting_status: text().$type<JobStatus>(),
  last_prospecting_at: instant(),
  created_at: instant().notNull(),
})

export const businesses = pgTable('businesses', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  table_id: uuid().notNull(),
  place_id: text().notNull(),
  position: integer().notNull(),
  name: text().notNull(),
  address: text().notNull(),
  website: text(),
  phone: text(),
  email: text(),
  notes: text(),
  locality: text(),
  /** What kind of business it is, as its directory calls it in English. */
  category: text(),
  attribution: text(),
  is_demo: boolean().notNull().default(false),
  /** Until when the source's terms let its details be kept. */
  expires_at: instant(),
  /** What the last gathering found out: one of the crawler's outcomes, in a word and in a sentence. */
  gathering_outcome: text(),
  gathering_explanation: text(),
  gathered_at: instant(),
  site_facts: jsonb().$type<Record<string, unknown>>(),
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
})
