import type { Mailbox } from './address.ts'
import type { NoteKind } from './automatic-note.ts'

export type MailKind = 'bounce' | 'auto-reply' | 'complaint' | 'reply' | 'delivered' | 'other'

/** Why a delivery failed: the categories common to bounce reports. */
export type BounceReason =
  | 'user-unknown'
  | 'host-unknown'
  | 'moved'
  | 'not-accepting'
  | 'mailbox-full'
  | 'suspended'
  | 'filtered'
  | 'blocked'
  | 'spam'
  | 'policy'
  | 'authentication'
  | 'virus'
  | 'content'
  | 'too-big'
  | 'relaying'
  | 'rate-limited'
  | 'greylisted'
  | 'expired'
  | 'network'
  | 'system'
  | 'loop'
  | 'unknown'

/** One recipient that a report covers. */
export interface ReportedRecipient {
  /** Lower case; null if the report hides it. */
  address: string | null
  /** hard: the address is dead. soft: it may work later or with another message. null: no failure. */
  class: 'hard' | 'soft' | null
  /** The enhanced status code (`5.1.1`), if there is one. */
  status: string | null
  /** `failed`, `delayed`, `delivered`, `relayed`, `expanded`, or the feedback type of a complaint. */
  action: string | null
  reason: string | null
}

/** The kind of an incoming message and its content. */
export interface Classification {
  kind: MailKind
  recipients: ReportedRecipient[]
  /** The report only announces a delay: its kind is `bounce`, but nothing has bounced yet. */
  delayed: boolean
  /** What the person wrote, without quotes and signature; null for anything but replies. */
  reply_text: string | null
  /** What an automatic reply says, and its text without quotes and signature; null for anything else. */
  note: { says: NoteKind; text: string } | null
  subject: string | null
  from: Mailbox | null
  to: string[]
  /** Without brackets: In-Reply-To, then References newest first, then ids of an embedded original. */
  message_ids: string[]
  original_envelope_id: string | null
  /** The message asks for no more mail and adds only courtesies and reasons. */
  wants_unsubscribe: boolean
  /** Why the message couldn't be parsed as MIME; the other fields then come from its plain text. */
  parse_error: string | null
}
