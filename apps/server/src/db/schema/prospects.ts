import { boolean, jsonb, pgTable, real, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type ProspectStatus =
  | 'new'
  | 'contacted'
  | 'responded'
  | 'converted'
  | 'rejected'
  | 'email_generated'
  | 'email_sent'

export type AddressResult = 'safe' | 'risky' | 'bad' | 'unknown'

export const prospects = pgTable('prospects', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  business_table_id: uuid(),
  /** '' if the prospect belongs to no business. */
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
  /** The address found on the website, if the user changed it. */
  found_email: text(),
  address_check: text().$type<AddressResult>(),
  address_reasons: jsonb().$type<string[]>().notNull().default([]),
  address_checked_at: instant(),
  address_check_due_at: instant().notNull().default('1970-01-01T00:00:00.000Z'),
  /** When the user kept it in the review. */
  reviewed_at: instant(),
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
})

/** Prospects that the user deleted, so that gathering leaves them out. */
export const deleted_prospects = pgTable('deleted_prospects', {
  owner_id: uuid().notNull(),
  place_id: text().notNull(),
  email_hash: text().notNull(),
  deleted_at: instant().notNull(),
})

/** Changes of a prospect by people and campaigns. Append-only. */
export const prospect_events = pgTable('prospect_events', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  prospect_id: uuid().notNull(),
  kind: text().$type<'status' | 'email_generated'>().notNull(),
  from_status: text().$type<ProspectStatus>(),
  to_status: text().$type<ProspectStatus>(),
  /** Groups a bulk change, so that it can be undone. */
  change_id: uuid(),
  /** For a status change: null if a person set it. */
  set_by: text().$type<'label' | 'choice' | 'undo'>(),
  at: instant().notNull(),
})
