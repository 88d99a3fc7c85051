import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type JobStatus = 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'

export const gathering_jobs = pgTable('gathering_jobs', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  table_id: uuid().notNull(),
  status: text().$type<JobStatus>().notNull(),
  total: integer().notNull(),
  error: text(),
  created_at: instant().notNull(),
  completed_at: instant(),
})

export type ItemState = 'queued' | 'claimed' | 'done' | 'cancelled'

/** One row a business: the queue of gathering. Claimed under a lease; progress is counted from these rows. */
export const gathering_items = pgTable('gathering_items', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  job_id: uuid().notNull(),
  /** Null when the business was deleted meanwhile. */
  business_id: uuid(),
  position: integer().notNull(),
  /** The registrable domain of its website; null where there is nothing to read. */
  host: text(),
  /** How many businesses of the job stand before it at the same website. */
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
