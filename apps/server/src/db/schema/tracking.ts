import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '../columns.ts'

export type EventKind =
  | 'open'
  | 'click'
  | 'unsubscribe'
  | 'resubscribe'
  | 'bounce'
  | 'delayed'
  | 'complaint'
  | 'reply'
  | 'auto_reply'
  | 'delivered'

/** What happened to a message after it left: appended, never changed. */
export const tracking_events = pgTable('tracking_events', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  recipient_id: uuid().notNull(),
  kind: text().$type<EventKind>().notNull(),
  class: text(),
  rule: text(),
  detail: jsonb().$type<Record<string, unknown>>(),
  at: instant().notNull(),
})

/** Addresses and domains that an owner must never write to again. */
export const suppressions = pgTable('suppressions', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  kind: text().$type<'address' | 'domain'>().notNull().default('address'),
  /** Of the address or '@domain' in lower case: what entries are found by. */
  hash: text().notNull(),
  /** Null once the contact was deleted: the entry stays in force by its hash. */
  email: text(),
  reason: text().$type<'unsubscribed' | 'bounced' | 'complaint' | 'stop_reply' | 'manual'>().notNull(),
  /** Where the entry came from, in words. */
  source: text(),
  recipient_id: uuid(),
  created_at: instant().notNull(),
  lifted_at: instant(),
})

export type InboundKind = 'bounce' | 'auto-reply' | 'complaint' | 'reply' | 'delivered' | 'other'

export type ForwardState = 'none' | 'queued' | 'claimed' | 'transmitting' | 'sent' | 'failed' | 'unconfirmed'

/** Mail that came in: stored before it is answered with 250, handled afterwards. */
export const inbound_messages = pgTable('inbound_messages', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid(),
  envelope_from: text(),
  envelope_to: text().notNull(),
  /** Empty where `has_original` is false. */
  raw: bytes().notNull(),
  /** Of the message: a server that did not hear our 250 sends it again. */
  raw_hash: text().notNull(),
  /** One row for each owner, message and key: all return addresses of an owner share one. */
  dedupe_key: text(),
  /** The row that holds the original, where this one doesn't. */
  original_id: uuid(),
  /** False for rows that point to another one, and once the original was deleted. */
  has_original: boolean().notNull().default(true),
  /** Of the original and the text: what counts against the owner's quota. */
  bytes: integer().notNull().default(0),
  /** Names of attached files; null where they still have to be read from the original. */
  attachments: text().array(),
  kind: text().$type<InboundKind>(),
  recipient_id: uuid(),
  from_email: text(),
  subject: text(),
  reply_text: text(),
  received_at: instant().notNull(),
  handled_at: instant(),
  forwarded_at: instant(),
  forward_state: text().$type<ForwardState>(),
  /** Shown above the forwarded message. */
  notice: text(),
  worker_id: text(),
  next_at: instant(),
  attempts: integer().notNull().default(0),
  error: text(),
})

/** How much incoming mail an owner has. */
export const inbound_storage = pgTable('inbound_storage', {
  owner_id: uuid().primaryKey(),
  bytes: bigint({ mode: 'number' }).notNull(),
})
