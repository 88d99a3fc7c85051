import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type AnswerState = 'queued' | 'claimed' | 'transmitting' | 'sent' | 'failed' | 'unconfirmed'

/** A user's answer to a reply, sent from within the application. */
export const answers = pgTable('answers', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  inbound_id: uuid(),
  recipient_id: uuid(),
  /** Idempotency key from the browser: pressing Send twice sends once. */
  press_id: uuid().notNull(),
  to_email: text().notNull(),
  subject: text().notNull(),
  content: text().notNull(),
  state: text().$type<AnswerState>().notNull(),
  reason: text(),
  worker_id: text(),
  attempts: integer().notNull().default(0),
  next_at: instant().notNull(),
  created_at: instant().notNull(),
  finished_at: instant(),
})
