import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import type { JobStatus } from './gathering.ts'

export const business_tables = pgTable('business_tables', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  name: text().notNull(),
  query: text().notNull(),
  /** Status of the newest gathering job; written by gathering. */
  prospecting_status: text().$type<JobStatus>(),
  last_prospecting_at: instant(),
  created_at: instant().notNull(),
})

export const businesses = pgTable('businesses', {
  id: uuid().notNull().defaultRandom(),
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
  /** The kind of business in English, from its directory. */
  category: text(),
  attribution: text(),
  is_demo: boolean().notNull().default(false),
  /** The directory's terms allow keeping its details until then. */
  expires_at: instant(),
  /** The outcome of the last gathering, as a code of the crawler and a sentence. */
  gathering_outcome: text(),
  gathering_explanation: text(),
  gathered_at: instant(),
  site_facts: jsonb().$type<Record<string, unknown>>(),
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
})
