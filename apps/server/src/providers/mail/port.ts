import type { MailboxFailure } from '../mailboxes/failure.ts'

/** The bytes of a message and its envelope, with one recipient. */
export interface OutgoingMail {
  raw: Buffer
  envelope: { from: string; to: string }
  /** The reports to request from a server with DSN (RFC 3461). */
  dsn?: { id: string; return: 'headers'; notify: ('failure' | 'delay')[]; recipient: string }
}

/** Callbacks and cancellation of a hand-over. */
export interface HandOver {
  /**
   * Called once, after the server has agreed to take the body and before its first byte leaves. Commit 'transmitting'
   * here: afterwards the outcome may be unknowable. Return false to withdraw the message.
   */
  beforeBody?: () => Promise<boolean>
  /** Ends the dialogue, with `not_sent`, if the body hasn't left; afterwards the server's reply is awaited. */
  signal?: AbortSignal
}

/**
 * The outcome at the protocol level: accepted (2xx after the body), deferred (4xx), rejected (5xx), not_sent (no byte of
 * the body left, or the message was withdrawn), unconfirmed (the body left and no final reply came: the server may or may
 * not have accepted it).
 */
export interface HandOverResult {
  outcome: 'accepted' | 'deferred' | 'rejected' | 'not_sent' | 'unconfirmed'
  /** The SMTP reply code, or an API's HTTP status. Null without a reply. */
  code: number | null
  /** The server's reply, or the error. */
  answer: string
  /** Accepted messages only: the Message-ID that the server gave in place of ours, without angle brackets. */
  message_id?: string
  /** Own mailboxes only: the mailbox failed rather than the message, which nobody has and which waits. */
  failure?: MailboxFailure
  /** Own mailboxes only: a fault of the server beside the outcome of the message. In a row, they make the mailbox fail. */
  trouble?: MailboxFailure
}

/** Hands mail over to a mail server. */
export interface MailPort {
  /** Never throws for what a server or the network does. */
  handOver(mail: OutgoingMail, options?: HandOver): Promise<HandOverResult>
  close(): Promise<void>
}

/** A message in the built-in outbox. */
export interface KeptMail extends OutgoingMail {
  id: string
  /** ISO 8601, in product time. */
  received_at: string
}

/** Its headers only, as far as they are within the first 16 kB. */
export type KeptHead = Omit<KeptMail, 'raw'> & { headers: Buffer }

/** Whose messages to list. Both ignore case. */
export interface KeptFor {
  to?: string | undefined
  search?: string | undefined
}

/** Reads the built-in outbox. */
export interface Outbox {
  /** Newest first: for one address, for all that contain a text, or for everyone. */
  list(recipient: KeptFor, limit: number): Promise<KeptHead[]>
  find(id: string): Promise<KeptMail | null>
  /** Deletes the oldest messages beyond what it keeps. */
  trim(): Promise<void>
}
