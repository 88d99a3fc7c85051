import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type CampaignStatus = 'draft' | 'active' | 'paused' | 'completed' | 'archived'

export const campaigns = pgTable('campaigns', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  name: text().notNull(),
  description: text(),
  marketing_copy: text().notNull(),
  promotional_content: text(),
  status: text().$type<CampaignStatus>().notNull().default('draft'),
  signature_id: uuid(),
  email_subject: text(),
  email_body: text(),
  written_by: text(),
  writing_note: text(),
  generations: integer().notNull().default(0),
  /** Incremented by each change of the template and each regeneration. Emails of an older version are stale. */
  template_version: integer().notNull().default(0),
  template_at: instant(),
  /** Emails to write by the background run; null if none runs. */
  rendering_total: integer(),
  /** After a longer outage, the remaining messages are not sent. */
  max_age_hours: integer().notNull().default(72),
  /** Who stops after a reply: the person alone, or colleagues at the same business too. */
  stop_scope: text().$type<'person' | 'business'>().notNull().default('business'),
  /** Due follow-ups take the day's places before first messages. */
  follow_ups_first: boolean().notNull().default(true),
  /** Null: every mailbox that is used. Empty: the return address. */
  mailbox_ids: uuid().array(),
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
})

/** A former text of a campaign's template. */
export const template_versions = pgTable('template_versions', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  campaign_id: uuid().notNull(),
  /** The campaign's `template_version` at that time. */
  version: integer().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  written_by: text().notNull(),
  saved_at: instant().notNull(),
})

export type EmailStatus =
  | 'pending'
  | 'generated'
  | 'sent'
  | 'opened'
  | 'responded'
  | 'unsubscribed'
  | 'failed'
  | 'bounced'

/** A prospect in a campaign, with its email. */
export const campaign_prospects = pgTable('campaign_prospects', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  campaign_id: uuid().notNull(),
  /** Null if the prospect was deleted; the fields below keep sent messages on record. */
  prospect_id: uuid(),
  email: text().notNull(),
  first_name: text(),
  last_name: text(),
  /** Values of further placeholders; empty ones are left out. */
  further_fields: jsonb().$type<Record<string, string>>().notNull().default({}),
  business_name: text(),
  position: integer().notNull(),
  email_status: text().$type<EmailStatus>().notNull().default('pending'),
  email_subject: text(),
  email_content: text(),
  /** The source of an email that was edited by hand. */
  edited_body: text(),
  rendered_version: integer().notNull().default(0),
  is_edited: boolean().notNull().default(false),
  delivery: text().$type<'unconfirmed'>(),
  status_reason: text(),
  round: integer().notNull().default(0),
  /** When the newest round was handed over. */
  sent_at: instant(),
  // Facts, from which figures are counted. Each keeps the first time it happened.
  first_sent_at: instant(),
  failed_at: instant(),
  bounced_at: instant(),
  opened_at: instant(),
  clicked_at: instant(),
  responded_at: instant(),
  unsubscribed_at: instant(),
  created_at: instant().notNull(),
})

/** A run that wrote a template, with the model's tokens and cost. */
export const generations = pgTable('generations', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  campaign_id: uuid(),
  /** Null if the built-in composer wrote it. */
  model: text(),
  written_by: text().notNull(),
  note: text(),
  input_tokens: integer().notNull().default(0),
  output_tokens: integer().notNull().default(0),
  /** In millionths of the currency of the prices. Null without prices. */
  cost_micros: bigint({ mode: 'number' }),
  duration_ms: integer().notNull(),
  created_at: instant().notNull(),
})
