import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from '../columns.ts'

/** Signing keys by name and version, shared by all processes. */
export const installation_secrets = pgTable('installation_secrets', {
  name: text().notNull(),
  version: integer().notNull(),
  secret: bytes().notNull(),
  created_at: instant().notNull(),
})

/** One row: a value sealed with the installation's key. Every process opens it at start. */
export const key_check = pgTable('key_check', {
  is_only: boolean().primaryKey().default(true),
  sealed: text().notNull(),
  created_at: instant().notNull(),
})

/** At most one row: how far the demo clock is ahead of the system's time. */
export const demo_clock = pgTable('demo_clock', {
  is_only: boolean().primaryKey().default(true),
  offset_seconds: integer().notNull(),
})

/** One row: when `npm run backup` last completed a backup, by the database's time. */
export const last_backup = pgTable('last_backup', {
  is_only: boolean().primaryKey().default(true),
  completed_at: instant().notNull(),
})
