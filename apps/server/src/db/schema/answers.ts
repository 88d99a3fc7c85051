import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type AnswerState = 'queued' | 'claimed' | 'transmitting' | 'sent' | 'failed' | 'unconfirmed'

/** What a user answers to a reply, out of the application. */
export const answers = pgTable('answers', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  inbound_id: uuid(),
  recipient_id: uuid(),
  /** Made by the browser: a second press of the button sends nothing again. */
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
