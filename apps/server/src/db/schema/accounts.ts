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
  /** The Monday whose weekly report is settled, sent or not. */
  weekly_report_at: instant(),
  /** The account is being erased: nobody can log in any more. */
  deleting_at: instant(),
  created_at: instant().notNull(),
})

/** Whose rows they are: a person, or an organization that a person answers for. A person's id is the same in both. */
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
  /** What the session works for, if not for the person: an organization that they are a member of. */
  organization_id: uuid(),
  /** Of the token before this one. */
  previous_hash: text(),
  rotated_at: instant(),
  /** When the token in force was used first; null before that. */
  confirmed_at: instant(),
  /** When the password was last shown again in this session. */
  proved_at: instant(),
})

/** How many logins were refused in an hour, by reason. */
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

/** What a user has been told once, by cause, so that it is not told twice. */
export const notices = pgTable('notices', {
  owner_id: uuid().notNull(),
  cause: text().notNull(),
  created_at: instant().notNull(),
})
