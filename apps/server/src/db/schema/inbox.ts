import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, instant } from '../columns.ts'
import type { EmailStatus } from './campaigns.ts'
import type { StopReason } from './follow-ups.ts'

export type ConversationState = 'open' | 'snoozed' | 'done'

export type BuiltInLabel =
  | 'stop'
  | 'left_company'
  | 'away'
  | 'automatic'
  | 'wrong_person'
  | 'meeting'
  | 'later'
  | 'not_interested'
  | 'question'
  | 'interested'
  | 'other'

type LabelColour = 'grey' | 'blue' | 'green' | 'yellow' | 'red' | 'purple'

const words = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** All mail between an owner and one address. */
export const conversations = pgTable('conversations', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  /** Lower case, nothing folded. */
  email: text().notNull(),
  /** As the sender gives it. */
  sender_name: text(),
  /** The newest message that came in. Null for somebody who was acted on and never wrote; lists leave them out. */
  newest_id: uuid(),
  newest_at: instant(),
  newest_kind: text().$type<'reply' | 'auto-reply'>(),
  /** Messages that came in. */
  received: integer().notNull().default(0),
  /** Received messages that a person wrote. */
  replies: integer().notNull().default(0),
  has_files: boolean().notNull().default(false),
  prospect_id: uuid(),
  /** Whose messages it answers. */
  campaign_ids: uuid().array().notNull().default([]),
  /** The address we wrote to, if the person answered from another. */
  answers_for: text(),
  state: text().$type<ConversationState>().notNull().default('done'),
  snoozed_until: instant(),
  /** The moment of a snooze that a new message ended. */
  snoozed_before: instant(),
  unread: boolean().notNull().default(false),
  /** The label of the newest message that a person wrote, or else of the newest message. */
  auto_label: text().$type<BuiltInLabel>(),
  auto_label_by: text().$type<'rule' | 'model'>(),
  auto_label_reason: text(),
  /** 'YYYY-MM-DD' */
  later_until: date(),
  /** A person's choice: a built-in label or the id of an own one. Wins for ever. */
  chosen_label: text(),
  chosen_by: uuid(),
  chosen_by_name: text(),
  /** The choice, else the automatic one. */
  label: text().generatedAlwaysAs(sql`coalesce(chosen_label, auto_label)`),
  assignee_id: uuid(),
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
})

/** The words of conversations for searching. Apart from them, so that a change of state writes no index of words. */
export const conversation_words = pgTable('conversation_words', {
  conversation_id: uuid().notNull(),
  owner_id: uuid().notNull(),
  words: words().notNull(),
})

/** Labels that owners made themselves. */
export const reply_labels = pgTable('reply_labels', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  name: text().notNull(),
  colour: text().$type<LabelColour>().notNull(),
  /** The built-in label whose effect it has. Null if it only marks. */
  effect: text().$type<BuiltInLabel>(),
  created_at: instant().notNull(),
})

/** A recipient's status, and what belongs to it. */
export interface RecipientStatus {
  email_status: EmailStatus
  status_reason: string | null
  responded_at: string | null
  unsubscribed_at: string | null
}

/** The effects of a change outside of `conversations`, kept so that it can be undone. */
export interface ChangeEffects {
  /** True if it set statuses of prospects; their events have its id as `change_id`. */
  hasStatuses?: boolean
  /** Recipients of campaigns, with the status that it set and the one before. */
  recipients?: { id: string; email_status: EmailStatus; before: RecipientStatus }[]
  /** Recipients whose follow-ups it stopped, and when. */
  stopped?: { reason: StopReason; recipients: string[]; at: string }
  /** Suppressions that it added, and ids of those that it lifted. */
  suppressed?: { id: string; email: string }[]
  lifted?: string[]
  /** People whom it holds until a moment, with the hold that was in force before. */
  held?: { email: string; until: string; before: { until: string; reason: 'away' | 'manual' } | null }[]
}

/** A change of one or many conversations, undone within a day. */
export const conversation_changes = pgTable('conversation_changes', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  user_id: uuid(),
  effects: jsonb().$type<ChangeEffects>().notNull().default({}),
  /** How many conversations it changed. */
  conversations: integer().notNull().default(0),
  changed_at: instant().notNull(),
  undone_at: instant(),
})

/** Conversations that were alike before and after a change. */
export const conversation_change_rows = pgTable('conversation_change_rows', {
  id: uuid().notNull().defaultRandom(),
  change_id: uuid().notNull(),
  owner_id: uuid().notNull(),
  conversation_ids: uuid().array().notNull(),
  /** The changed columns before and after, and the number of replies. */
  before: jsonb().$type<Record<string, unknown>>().notNull(),
  after: jsonb().$type<Record<string, unknown>>().notNull(),
})

/** For members only. */
export const conversation_notes = pgTable('conversation_notes', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  conversation_id: uuid().notNull(),
  /** Null once the author's account is deleted. */
  author_id: uuid(),
  author_name: text().notNull(),
  text: text().notNull(),
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
})

/** An answer that a member is writing. */
export const answer_drafts = pgTable(
  'answer_drafts',
  {
    conversation_id: uuid().notNull(),
    user_id: uuid().notNull(),
    owner_id: uuid().notNull(),
    text: text().notNull(),
    /** Grows with each save. */
    version: integer().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner_id, table.conversation_id, table.user_id] })],
)

/** Files of drafts and answers. Without either they are deleted after a day. */
export const answer_files = pgTable('answer_files', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  conversation_id: uuid().notNull(),
  user_id: uuid().notNull(),
  answer_id: uuid(),
  is_in_draft: boolean().notNull().default(true),
  position: integer().notNull().default(0),
  name: text().notNull(),
  type: text().notNull(),
  content: bytes().notNull(),
  created_at: instant().notNull(),
})

export const saved_replies = pgTable('saved_replies', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  name: text().notNull(),
  text: text().notNull(),
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
})

/** Who has a conversation open, in real time; forgotten after 30 seconds. */
export const conversation_presence = pgTable(
  'conversation_presence',
  {
    conversation_id: uuid().notNull(),
    user_id: uuid().notNull(),
    owner_id: uuid().notNull(),
    is_writing: boolean().notNull(),
    seen_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.conversation_id, table.user_id] })],
)
