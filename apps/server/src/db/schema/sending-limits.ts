import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** Mail servers by operator, and how much they accept at the moment. */
export const server_groups = pgTable('server_groups', {
  name: text().primaryKey(),
  next_at: instant(),
  slow_until: instant(),
  held_until: instant(),
  answer: text(),
  updated_at: instant().notNull(),
})

/** The server group of a domain, as last looked up. */
export const mail_domains = pgTable('mail_domains', {
  domain: text().primaryKey(),
  server_group: text().notNull(),
  looked_up_at: instant().notNull(),
})

/** Daily cap, gap, window and ramp of an owner. Without a row, the defaults apply. */
export const sending_paces = pgTable('sending_paces', {
  owner_id: uuid().primaryKey(),
  daily_cap: integer(),
  gap_from_seconds: integer().notNull(),
  gap_to_seconds: integer().notNull(),
  /** 1 is Monday. */
  window_days: integer().array().notNull(),
  window_from: text().notNull(),
  window_to: text().notNull(),
  time_zone: text().notNull(),
  has_ramp: boolean().notNull(),
  /** Such as '2026-12-25', in order. */
  days_off: text().array().notNull().default([]),
  updated_at: instant().notNull(),
})

export const sending_turns = pgTable('sending_turns', {
  owner_id: uuid().primaryKey(),
  next_at: instant().notNull(),
})

export const sending_days = pgTable('sending_days', {
  domain: text().notNull(),
  day: date().notNull(),
  messages: integer().notNull(),
})

export type PauseKind = 'policy' | 'bounces' | 'complaints'

/** Automatic pauses, of one campaign or of all campaigns of an owner. */
export const sending_pauses = pgTable('sending_pauses', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  campaign_id: uuid(),
  kind: text().$type<PauseKind>().notNull(),
  sentence: text().notNull(),
  answer: text(),
  at: instant().notNull(),
  lifted_at: instant(),
})

export const installation_epochs = pgTable('installation_epochs', {
  place: text().primaryKey(),
  epoch: bigint({ mode: 'number' }).notNull(),
  identity: text(),
  seen_at: instant().notNull(),
})

export const installation_holds = pgTable('installation_holds', {
  id: uuid().primaryKey().defaultRandom(),
  sentence: text().notNull(),
  at: instant().notNull(),
  lifted_at: instant(),
  /** When follow-ups that may have left after the backup was taken were passed over. */
  settled_at: instant(),
})

/** The database that this installation last ran on; one row. See `is_sending_held()` in 0015_database_identity.sql. */
export const database_identity = pgTable('database_identity', {
  is_only: boolean().primaryKey().default(true),
  /** Null if the role may not read it. */
  system_identifier: text(),
  /** Null if the role may not read it. */
  timeline: integer(),
  database_oid: bigint({ mode: 'number' }).notNull(),
  /** The oid of this table, which changes when a dump is restored in place. */
  table_oid: bigint({ mode: 'number' }).notNull(),
  server_started_at: instant().notNull(),
})

/** A user's own mailbox as sender. */
export const sender_mailboxes = pgTable('sender_mailboxes', {
  owner_id: uuid().primaryKey(),
  address: text().notNull(),
  name: text(),
  host: text().notNull(),
  port: integer().notNull(),
  security: text().$type<'tls' | 'starttls' | 'none'>().notNull(),
  username: text().notNull(),
  sealed_password: text().notNull(),
  is_used: boolean().notNull().default(false),
  checked_at: instant(),
  check_error: text(),
  updated_at: instant().notNull(),
})

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
