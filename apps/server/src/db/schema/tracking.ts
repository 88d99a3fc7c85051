import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '../columns.ts'
import type { BuiltInLabel, ConversationState } from './inbox.ts'

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

/** Events of a message after it left. Append-only, in monthly tables (`db/months.store.ts`). */
export const tracking_events = pgTable('tracking_events', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  recipient_id: uuid().notNull(),
  kind: text().$type<EventKind>().notNull(),
  class: text(),
  rule: text(),
  detail: jsonb().$type<Record<string, unknown>>(),
  at: instant().notNull(),
  /** How many events of before the retention it stands for, the first at `at`; null for a single event. */
  times: integer(),
})

/** Addresses and domains an owner must not write to. */
export const suppressions = pgTable('suppressions', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  kind: text().$type<'address' | 'domain'>().notNull().default('address'),
  /** Hash of the lower-case address or '@domain'; entries are looked up by it. */
  hash: text().notNull(),
  /** Null once the contact was deleted; the entry stays in force by its hash. */
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

/** Incoming mail: stored before it is acknowledged with 250, handled later. */
export const inbound_messages = pgTable('inbound_messages', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid(),
  envelope_from: text(),
  envelope_to: text().notNull(),
  /** Empty where `has_original` is false. */
  raw: bytes().notNull(),
  /** Detects a message sent again by a server that missed our 250. */
  raw_hash: text().notNull(),
  /** Detects a message that came by another route, with other headers; null for messages without a Message-ID. */
  identity_hash: text(),
  /** Unique per owner, message and key: an owner's return addresses share one copy. */
  dedupe_key: text(),
  /** The row that has the original, if this one doesn't. */
  original_id: uuid(),
  /** False for rows that point to another one, and after the original was deleted. */
  has_original: boolean().notNull().default(true),
  /** Size of original and text, counted against the owner's quota. */
  bytes: integer().notNull().default(0),
  /** Names of attachments; null until they are read from the original. */
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
  /** The own mailbox that it was found in; null if it came to us. */
  mailbox_id: uuid(),
  mailbox_notice: text(),
  /** The sender's name. */
  from_name: text(),
  /** The rest of the text below what the sender wrote. */
  quoted_text: text(),
  has_html: boolean().notNull().default(false),
  /** Null until they are read from the original. */
  files: jsonb().$type<{ id: string; name: string; type: string; size: number }[]>(),
  label: text().$type<BuiltInLabel>(),
  label_by: text().$type<'rule' | 'model'>(),
  label_reason: text(),
  /** 'YYYY-MM-DD': the day that a person named who wants to be written to later. */
  later_until: date(),
  /** Addresses that it names, in lower case. */
  named: text().array().notNull().default([]),
  /** True if it names a message of ours or is signed by its domain. */
  is_proven: boolean().notNull().default(false),
  /** When a model was asked for its label, so that it is asked once. */
  model_asked_at: instant(),
})

/** Incoming mail of an owner in bytes. */
export const inbound_storage = pgTable('inbound_storage', {
  owner_id: uuid().primaryKey(),
  bytes: bigint({ mode: 'number' }).notNull(),
})

/** Where tracked links lead. */
export const tracked_links = pgTable('tracked_links', {
  id: uuid().notNull(),
  owner_id: uuid().notNull(),
  campaign_id: uuid(),
  url: text().notNull(),
  created_at: instant().notNull(),
})

/** The owner's defaults for recording opens and clicks. */
export const tracking_choices = pgTable('tracking_choices', {
  owner_id: uuid().primaryKey(),
  opens: boolean().notNull(),
  clicks: boolean().notNull(),
  updated_at: instant().notNull(),
})

/** A campaign's own choice; null follows the owner's. */
export const campaign_tracking_choices = pgTable('campaign_tracking_choices', {
  campaign_id: uuid().primaryKey(),
  owner_id: uuid().notNull(),
  opens: boolean(),
  clicks: boolean(),
  updated_at: instant().notNull(),
})

/** Recipients who opted out of tracking. */
export const tracking_withdrawals = pgTable('tracking_withdrawals', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  hash: text().notNull(),
  withdrawn_at: instant().notNull(),
})

export interface ConversationStateFields {
  state: ConversationState
  snoozed_until: string | null
  snoozed_before: string | null
  unread: boolean
}

export type AnswerState = 'queued' | 'claimed' | 'transmitting' | 'sent' | 'failed' | 'unconfirmed'

/** A user's answer to a reply, sent from within the application. */
export const answers = pgTable('answers', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  inbound_id: uuid(),
  recipient_id: uuid(),
  /** Idempotency key from the browser: pressing Send twice sends once. */
  press_id: uuid().notNull(),
  to_email: text().notNull(),
  subject: text().notNull(),
  content: text().notNull(),
  state: text().$type<AnswerState>().notNull(),
  reason: text(),
  worker_id: text(),
  attempts: integer().notNull().default(0),
  next_at: instant().notNull(),
  created_at: instant().notNull(),
  first_tried_at: instant(),
  finished_at: instant(),
  /** The mailbox that it leaves from; null for the return address. */
  mailbox_id: uuid(),
  /** The member who wrote it. Null once their account is deleted. */
  author_id: uuid(),
  author_name: text(),
  /** The version of the draft that it was. */
  draft_version: integer(),
  /** Real time until which it can be taken back; it isn't claimed before. */
  held_until: instant(),
  /** The Message-ID that the mail server gave it in place of ours. */
  server_message_id: text(),
  /** When its copy is due in the Sent folder, or an unconfirmed one is looked for there. */
  sent_copy_at: instant(),
  has_files: boolean().notNull().default(false),
  /** How it changed the conversation, so that taking it back can undo that. */
  state_change: jsonb().$type<{
    before: ConversationStateFields
    after: ConversationStateFields & { replies: number }
  }>(),
})
