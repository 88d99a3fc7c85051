import { boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

interface MailServer {
  host: string
  port: number
  security: 'tls' | 'starttls'
  username: string
}

/** A mailbox that an owner sends from and reads. */
export const mailboxes = pgTable('mailboxes', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  kind: text().$type<'password' | 'google' | 'microsoft'>().notNull(),
  /** The preset's id. */
  provider: text(),
  /** The From address. */
  address: text().notNull(),
  /** Signed in as. */
  account: text().notNull(),
  name: text(),
  smtp: jsonb().$type<MailServer>(),
  imap: jsonb().$type<MailServer>(),
  /** Password or refresh token. Empty once the mailbox is removed, its access withdrawn, or the key lost. */
  sealed_secret: text().notNull(),
  /** Changes with each consent and each password: what became of an older one says nothing about the mailbox. */
  grant_id: uuid().notNull().defaultRandom(),
  granted_scopes: text().array().notNull().default([]),
  reads: text().$type<'answers' | 'nothing'>().notNull().default('answers'),
  is_used: boolean().notNull().default(true),
  daily_cap: integer().notNull().default(40),
  has_ramp: boolean().notNull().default(true),
  keep_copy: boolean().notNull().default(true),
  state: text().$type<'connected' | 'failing' | 'needs_login' | 'off'>().notNull().default('connected'),
  /** The newest failure as a sentence; null if all is well. */
  failure: text(),
  /** Consecutive failures to send. */
  failures: integer().notNull().default(0),
  /** Consecutive failures to read. Reading that works says nothing about sending. */
  reading_failures: integer().notNull().default(0),
  failing_since: instant(),
  /** When it was last tested. */
  checked_at: instant(),
  next_try_at: instant(),
  /** When who connected it was told that it fails; null again once it works. */
  told_at: instant(),
  /** Its provider takes no more mail until then. */
  held_until: instant(),
  /** A process is spending the refresh token until then, in system time. */
  refreshing_until: instant(),
  /** When its next message may leave, a gap after the one before. */
  next_at: instant(),
  /** Days on which it sent campaign mail. */
  sending_days: integer().notNull().default(0),
  last_sending_day: date(),
  read_at: instant(),
  connected_by: uuid(),
  /** The first time. */
  connected_at: instant().notNull(),
  updated_at: instant().notNull(),
  removed_at: instant(),
})

/** When a mailbox is visited next. In system time. */
export const mailbox_looks = pgTable('mailbox_looks', {
  mailbox_id: uuid().primaryKey(),
  owner_id: uuid().notNull(),
  due_at: instant().notNull().default('epoch'),
  /** No visit begins before then: one is under way, or the provider demands a pause. */
  held_until: instant(),
  /** The lease of the current visit. */
  lease_id: uuid(),
  /** Failed attempts per message, by a fingerprint of its header. */
  attempts: jsonb().$type<Record<string, { failed: number; dropped: number }>>().notNull().default({}),
})

/** How far each folder of a mailbox was read. */
export const mailbox_places = pgTable('mailbox_places', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  mailbox_id: uuid().notNull(),
  folder: text().notNull(),
  place: jsonb().$type<unknown>().notNull(),
  updated_at: instant().notNull(),
})

/** From which mailbox a person hears, in all campaigns of the owner. */
export const mailbox_people = pgTable('mailbox_people', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  /** In lower case. */
  email: text().notNull(),
  mailbox_id: uuid().notNull(),
  /** The message that bound them, as long as nothing is known of its hand-over. */
  recipient_id: uuid(),
  bound_at: instant().notNull(),
})

/** A sign-in at Google or Microsoft that has begun. */
export const mailbox_sign_ins = pgTable('mailbox_sign_ins', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  user_id: uuid().notNull(),
  session_id: uuid().notNull(),
  provider: text().$type<'google' | 'microsoft'>().notNull(),
  state_hash: text().notNull(),
  sealed_verifier: text().notNull(),
  reads: text().$type<'answers' | 'nothing'>().notNull(),
  /** The mailbox that is signed in to again. */
  mailbox_id: uuid(),
  shared_address: text(),
  /** System time. */
  started_at: instant().notNull(),
})

/** The newest sign-in of each person; code and message are null if it worked. */
export const mailbox_attempts = pgTable('mailbox_attempts', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  user_id: uuid().notNull(),
  provider: text().$type<'google' | 'microsoft'>().notNull(),
  code: text(),
  message: text(),
  at: instant().notNull(),
})
