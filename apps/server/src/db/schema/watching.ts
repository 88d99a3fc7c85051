import { bigint, boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type MessageOutcome =
  | 'accepted'
  | 'deferred'
  | 'unreached'
  | 'refused'
  | 'unconfirmed'
  | 'bounced'
  | 'complained'

/** Messages of campaigns by what became of them, counted since the first. */
export const message_outcomes = pgTable('message_outcomes', {
  outcome: text().$type<MessageOutcome>().primaryKey(),
  messages: bigint({ mode: 'number' }).notNull(),
  last_at: instant().notNull(),
})

/** One row: the mail server of MAIL_SMTP_URL, in system time. */
export const mail_server_state = pgTable('mail_server_state', {
  is_only: boolean().primaryKey().default(true),
  accepted_at: instant(),
  /** When a message last couldn't be handed over: it wasn't reached, or asked to come back later. */
  failed_at: instant(),
})

export type TroubleCause = 'no_worker' | 'no_hand_over'

/** Incidents that the operator gets letters about, in system time. */
export const installation_troubles = pgTable('installation_troubles', {
  cause: text().$type<TroubleCause>().primaryKey(),
  /** Null while all is well. */
  since: instant(),
  /** When it had lasted long enough to be told. */
  noticed_at: instant(),
  /** When the last letter about its beginning was written. */
  told_at: instant(),
  looked_at: instant().notNull(),
})
