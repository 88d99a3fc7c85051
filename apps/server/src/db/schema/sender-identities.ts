import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** The company and postal address in the footer of an owner's campaign mail. */
export const sender_identities = pgTable('sender_identities', {
  owner_id: uuid().primaryKey(),
  company: text().notNull(),
  street: text().notNull(),
  postcode: text(),
  city: text().notNull(),
  country: text().notNull(),
  register_line: text(),
  privacy_url: text(),
  updated_at: instant().notNull(),
})
