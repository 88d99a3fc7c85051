import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** DKIM keys, one per domain; the private key is sealed. */
export const dkim_keys = pgTable('dkim_keys', {
  id: uuid().primaryKey().defaultRandom(),
  domain: text().notNull(),
  selector: text().notNull(),
  sealed_key: text().notNull(),
  created_at: instant().notNull(),
})

/** The DNS records last found for a domain. */
export const domain_checks = pgTable('domain_checks', {
  domain: text().primaryKey(),
  report: jsonb().$type<unknown>().notNull(),
  checked_at: instant().notNull(),
})
