import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type Plan = 'test' | 'free' | 'basic' | 'premium'

export const users = pgTable('users', {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull(),
  pending_email: text(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  password_hash: text().notNull(),
  subscription_plan: text().$type<Plan>().notNull(),
  tokens_enabled: boolean().notNull().default(false),
  email_notifications: boolean().notNull().default(true),
  weekly_reports: boolean().notNull().default(true),
  email_confirmed_at: instant(),
  /** The Monday of the last weekly report that was sent or skipped. */
  weekly_report_at: instant(),
  /** Set while the account is being erased; blocks logins. */
  deleting_at: instant(),
  /** Set while the operator has suspended the account. System time. */
  suspended_at: instant(),
  /** The operator's words, shown to the person. */
  suspension_reason: text(),
  last_login_at: instant(),
  created_at: instant().notNull(),
})

/** A person, or an organization. A person's id is the same in `users`. */
export const owners = pgTable('owners', {
  id: uuid().primaryKey(),
  person_id: uuid().notNull(),
})

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey().defaultRandom(),
  user_id: uuid().notNull(),
  token_hash: text().notNull(),
  created_at: instant().notNull(),
  used_at: instant().notNull(),
  user_agent: text(),
  /** The organization the session works for; null for the person's own work. */
  organization_id: uuid(),
  /** Hash of the previous token. */
  previous_hash: text(),
  rotated_at: instant(),
  /** When the current token was first used. */
  confirmed_at: instant(),
  /** When the password was last entered again in this session. */
  proved_at: instant(),
})

/** Refused logins per hour and reason. */
export const refused_logins = pgTable('refused_logins', {
  hour: instant().notNull(),
  reason: text().notNull(),
  logins: integer().notNull(),
})

export type TokenType = 'signup' | 'recovery' | 'email_change'

export const account_tokens = pgTable('account_tokens', {
  id: uuid().primaryKey().defaultRandom(),
  user_id: uuid().notNull(),
  type: text().$type<TokenType>().notNull(),
  token_hash: text().notNull(),
  email: text().notNull(),
  created_at: instant().notNull(),
  expires_at: instant().notNull(),
  used_at: instant(),
  revoked_at: instant(),
})

export const bot_check_uses = pgTable('bot_check_uses', {
  token_hash: text().primaryKey(),
  expires_at: instant().notNull(),
})

/** One-time notices that were sent, by cause. */
export const notices = pgTable('notices', {
  owner_id: uuid().notNull(),
  cause: text().notNull(),
  created_at: instant().notNull(),
})
