import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '../columns.ts'
import type { JobStatus } from './gathering.ts'

export const send_jobs = pgTable('send_jobs', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  campaign_id: uuid().notNull(),
  /** A campaign has at most one active job of each kind. */
  kind: text().$type<'send' | 'follow_ups'>().notNull().default('send'),
  status: text().$type<JobStatus>().notNull(),
  resend: boolean().notNull(),
  error: text(),
  /** Set while the whole job waits. */
  held_until: instant(),
  held_reason: text(),
  /** When that was decided. */
  held_at: instant(),
  /** When a worker last visited the job, in system time. Tells an outage from a slow campaign. */
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
 * One row per campaign, prospect and round: the queue of sending, and the record of each message. Rows outlive their
 * campaign and prospect, because the tokens in sent mail contain their ids: an unsubscribe link never expires.
 */
export const recipients = pgTable('recipients', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  campaign_id: uuid(),
  campaign_prospect_id: uuid(),
  prospect_id: uuid(),
  job_id: uuid(),
  round: integer().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  content: text().notNull(),
  /** ISO 639-1; null if not recognised. */
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
  /** The operator of the recipient's mail servers. */
  server_group: text(),
  sender: text().$type<'shared' | 'mailbox'>().notNull().default('shared'),
  /** As it was claimed last; null before, and in rows from before this was stored. */
  from_name: text(),
  from_address: text(),
  reply_to: text(),
  /** The subject of the server's objection. */
  refusal: text().$type<'address' | 'policy' | 'other'>(),
  /** The follow-up that this message is; null for the template. */
  step_id: uuid(),
  /** The position as which it was sent: the step may be moved later. */
  step_position: integer(),
  /** Message-IDs of the thread that it continues. */
  in_reply_to: text(),
  reference_ids: text().array(),
  /** Null for the return address, and before one is chosen. */
  mailbox_id: uuid(),
  /** When its copy is due in the Sent folder, or an unconfirmed message is looked for there. */
  sent_copy_at: instant(),
})

/** Each attempt to hand over a message, with the server's reply. In monthly tables (`db/months.store.ts`). */
export const send_attempts = pgTable('send_attempts', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  recipient_id: uuid().notNull(),
  outcome: text().notNull(),
  code: integer(),
  answer: text(),
  at: instant().notNull(),
})

/** Messages that wait, though a mail server accepted them in a moment that the database lost. */
export const accepted_messages = pgTable('accepted_messages', {
  recipient_id: uuid().primaryKey(),
  message_id: text(),
})

/** Live worker processes. An old heartbeat means that the worker is dead. */
export const workers = pgTable('workers', {
  id: text().primaryKey(),
  started_at: instant().notNull(),
  beat_at: instant().notNull(),
})

/** Messages that the built-in SMTP server accepted. */
export const outbox_messages = pgTable('outbox_messages', {
  id: uuid().primaryKey().defaultRandom(),
  envelope_from: text().notNull(),
  envelope_to: text().notNull(),
  raw: bytes().notNull(),
  received_at: instant().notNull(),
})
