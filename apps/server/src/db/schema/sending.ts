import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '../columns.ts'
import type { JobStatus } from './gathering.ts'

export const send_jobs = pgTable('send_jobs', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  campaign_id: uuid().notNull(),
  status: text().$type<JobStatus>().notNull(),
  resend: boolean().notNull(),
  error: text(),
  /** Why the whole job waits, and until when. */
  held_until: instant(),
  held_reason: text(),
  /** When a worker last looked at it: tells an outage from a campaign that takes its time. */
  looked_at: instant(),
  sender: text().$type<'shared' | 'mailbox'>().notNull().default('shared'),
  created_at: instant().notNull(),
  completed_at: instant(),
})

export type RecipientState =
  | 'queued'
  | 'claimed'
  | 'transmitting'
  | 'sent'
  | 'failed'
  | 'unconfirmed'
  | 'cancelled'
  | 'suppressed'
  | 'expired'

/**
 * One row per campaign, prospect and round: the queue and the truth of sending. Its id is in every token, so the
 * row outlives its campaign and prospect: an unsubscribe link works for ever.
 */
export const recipients = pgTable('recipients', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  campaign_id: uuid(),
  campaign_prospect_id: uuid(),
  prospect_id: uuid(),
  job_id: uuid(),
  round: integer().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  content: text().notNull(),
  /** ISO 639-1; null where it is not recognised. */
  language: text(),
  state: text().$type<RecipientState>().notNull(),
  reason: text(),
  message_id: text(),
  server_message_id: text(),
  worker_id: text(),
  attempts: integer().notNull().default(0),
  next_at: instant().notNull(),
  is_charged: boolean().notNull().default(false),
  queued_at: instant().notNull(),
  first_tried_at: instant(),
  transmitting_at: instant(),
  finished_at: instant(),
  /** Who runs the mail servers of the recipient's domain. */
  server_group: text(),
  sender: text().$type<'shared' | 'mailbox'>().notNull().default('shared'),
  /** What a server that refused it objected to. */
  refusal: text().$type<'address' | 'policy' | 'other'>(),
})

/** Every try to hand a message over, with the server's own answer. */
export const send_attempts = pgTable('send_attempts', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  recipient_id: uuid().notNull(),
  outcome: text().notNull(),
  code: integer(),
  answer: text(),
  at: instant().notNull(),
})

/** Worker processes that are alive: a row whose beat is old belongs to a dead one. */
export const workers = pgTable('workers', {
  id: text().primaryKey(),
  started_at: instant().notNull(),
  beat_at: instant().notNull(),
})

/** Messages of the built-in outbox: what its SMTP server accepted. */
export const outbox_messages = pgTable('outbox_messages', {
  id: uuid().primaryKey().defaultRandom(),
  envelope_from: text().notNull(),
  envelope_to: text().notNull(),
  raw: bytes().notNull(),
  received_at: instant().notNull(),
})
