import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** A follow-up of a campaign; the template comes before all of them. */
export const campaign_steps = pgTable('campaign_steps', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  campaign_id: uuid().notNull(),
  /** From 1, without gaps. Null once the step is removed: what was sent of it stays in the results. */
  position: integer(),
  wait_days: integer().notNull(),
  wait_in: text().$type<'working_days' | 'days'>().notNull(),
  thread: text().$type<'same' | 'new'>().notNull(),
  /** Null in the same thread. */
  subject: text(),
  body: text().notNull(),
  written_by: text().notNull(),
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
  removed_at: instant(),
})

export type EnrolmentState = 'waiting' | 'queued' | 'held' | 'stopped' | 'finished'

export type HoldReason =
  | 'away'
  | 'manual'
  | 'missing_value'
  | 'allowance'
  | 'campaign_paused'
  | 'account_paused'
  | 'no_mailbox'
  | 'unconfirmed'

export type StopReason =
  | 'replied'
  | 'colleague_replied'
  | 'stop_word'
  | 'unsubscribed'
  | 'complained'
  | 'bounced'
  | 'suppressed'
  | 'converted'
  | 'rejected'
  | 'left_company'
  | 'address_changed'
  | 'step_failed'
  | 'removed'
  | 'archived'
  | 'campaign_ended'
  | 'manual'

/** A recipient's place in the sequence, from the hand-over of the template. */
export const enrolments = pgTable('enrolments', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  campaign_id: uuid().notNull(),
  /** The recipient, who may have left the campaign since. */
  campaign_prospect_id: uuid().notNull(),
  /** In lower case: where the template was sent to. */
  email: text().notNull(),
  state: text().$type<EnrolmentState>().notNull(),
  next_step_id: uuid(),
  /** Steps that were handed over or passed over, in that order. */
  done: uuid().array().notNull().default([]),
  waited_from: instant().notNull(),
  /** Null until it is computed, and after anything changed that it depends on. */
  due_at: instant(),
  held_until: instant(),
  hold_reason: text().$type<HoldReason>(),
  /** The placeholder without a value. */
  missing: text(),
  stop_reason: text().$type<StopReason>(),
  /** Person holds since `waited_from`: their days are not counted. */
  held_spans: jsonb().$type<{ from: string; until: string }[]>().notNull().default([]),
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
})

/** A step's email that was edited for one recipient. */
export const step_emails = pgTable('step_emails', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  campaign_prospect_id: uuid().notNull(),
  step_id: uuid().notNull(),
  /** Null in the same thread. */
  subject: text(),
  body: text().notNull(),
  updated_at: instant().notNull(),
})

/** A person who is left alone until a moment, in all campaigns of the owner. */
export const person_holds = pgTable('person_holds', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  /** In lower case. */
  email: text().notNull(),
  until: instant().notNull(),
  reason: text().$type<'away' | 'manual'>().notNull(),
  created_at: instant().notNull(),
})
