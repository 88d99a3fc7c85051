import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export const signatures = pgTable('signatures', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  name: text().notNull(),
  content: text().notNull(),
  is_default: boolean().notNull().default(false),
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
})

/** Images of signatures; the `files` port stores the bytes under `key`. */
export const signature_images = pgTable('signature_images', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  key: text().notNull(),
  content_type: text().notNull(),
  bytes: integer().notNull().default(0),
  created_at: instant().notNull(),
})

/** Return addresses. Earlier ones stay, so that replies to old emails still arrive. */
export const return_addresses = pgTable('return_addresses', {
  email_id: text().primaryKey(),
  owner_id: uuid().notNull(),
  is_current: boolean().notNull(),
  updated_at: instant().notNull(),
})
