import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** Websites whose owners asked not to be crawled, subdomains included. */
export const excluded_sites = pgTable('excluded_sites', {
  domain: text().primaryKey(),
  reason: text().notNull(),
  excluded_at: instant().notNull(),
})
