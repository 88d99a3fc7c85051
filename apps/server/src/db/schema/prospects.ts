import { boolean, pgTable, real, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type ProspectStatus =
  | 'new'
  | 'contacted'
  | 'responded'
  | 'converted'
  | 'rejected'
  | 'email_generated'
  | 'email_sent'

export const prospects = pgTable('prospects', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  business_table_id: uuid(),
  /** The business the prospect belongs to: '' when it was added without one. */
  place_id: text().notNull().default(''),
  business_name: text(),
  email: text().notNull(),
  first_name: text(),
  last_name: text(),
  phone: text(),
  title: text(),
  notes: text(),
  status: text().$type<ProspectStatus>().notNull().default('new'),
  last_contact: instant(),
  is_edited: boolean().notNull().default(false),
  source_url: text(),
  source_method: text(),
  source_snippet: text(),
  found_at: instant(),
  confidence: real(),
  no_solicitation: boolean().notNull().default(false),
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
})

/** A prospect that the user deleted: gathering never brings it back. */
export const deleted_prospects = pgTable('deleted_prospects', {
  owner_id: uuid().notNull(),
  place_id: text().notNull(),
  email_hash: text().notNull(),
  deleted_at: instant().notNull(),
})

/** What people and campaigns did with a prospect: appended, never changed. */
export const prospect_events = pgTable('prospect_events', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  prospect_id: uuid().notNull(),
  kind: text().$type<'status' | 'email_generated'>().notNull(),
  from_status: text().$type<ProspectStatus>(),
  to_status: text().$type<ProspectStatus>(),
  /** Of a change of many at once, by which it can be taken back. */
  change_id: uuid(),
  at: instant().notNull(),
})
