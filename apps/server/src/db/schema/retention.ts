import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/**
 * Texts of messages that were over more than 30 days ago, at `at`; `recipients.content` is empty then. In monthly tables
 * (`db/months.store.ts`). Read by `keptContent`.
 */
export const sent_texts = pgTable('sent_texts', {
  owner_id: uuid().notNull(),
  recipient_id: uuid().notNull(),
  at: instant().notNull(),
  content: text().notNull(),
})

/** Until when an owner's texts were moved to `sent_texts`. */
export const text_moves = pgTable('text_moves', {
  owner_id: uuid().primaryKey(),
  moved_until: instant().notNull(),
})

/** An owner's shorter choices, in days. Null is the installation's. */
export const retention_choices = pgTable('retention_choices', {
  owner_id: uuid().primaryKey(),
  texts_days: integer(),
  events_days: integer(),
  incoming_days: integer(),
  updated_at: instant().notNull(),
})
