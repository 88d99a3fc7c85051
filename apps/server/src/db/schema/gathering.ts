import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type JobStatus = 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'

export const gathering_jobs = pgTable('gathering_jobs', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  table_id: uuid().notNull(),
  status: text().$type<JobStatus>().notNull(),
  total: integer().notNull(),
  error: text(),
  created_at: instant().notNull(),
  completed_at: instant(),
})

export type ItemState = 'queued' | 'claimed' | 'done' | 'cancelled'

/** One row per business: the queue of gathering, and the source of its progress. */
export const gathering_items = pgTable('gathering_items', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  job_id: uuid().notNull(),
  /** Null if the business was deleted. */
  business_id: uuid(),
  position: integer().notNull(),
  /** Registrable domain of the website; null if there is none. */
  host: text(),
  /** Number of earlier items of the job on the same host. */
  turn: integer().notNull().default(0),
  state: text().$type<ItemState>().notNull(),
  worker_id: text(),
  attempts: integer().notNull().default(0),
  outcome: text(),
  prospects_found: integer().notNull().default(0),
  prospects_added: integer().notNull().default(0),
  left_out_suppressed: integer().notNull().default(0),
  left_out_deleted: integer().notNull().default(0),
  finished_at: instant(),
})

/** Websites whose owners asked not to be crawled, subdomains included. */
export const excluded_sites = pgTable('excluded_sites', {
  domain: text().primaryKey(),
  reason: text().notNull(),
  excluded_at: instant().notNull(),
})
