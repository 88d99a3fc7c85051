import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from '../columns.ts'

/** Secrets that every process of one installation shares: signing keys by name and version. */
export const installation_secrets = pgTable('installation_secrets', {
  name: text().notNull(),
  version: integer().notNull(),
  secret: bytes().notNull(),
  created_at: instant().notNull(),
})
