import type { MailboxCredentials, MailboxFailure } from '../mailboxes/port.ts'

/** How far each folder was read, by the adapter's name of the folder. Opaque JSON that is stored as it is. */
export type Cursors = Record<string, unknown>

/** A message's header, before anything is known of it. */
export interface FoundHead {
  /** For `fetch`, in this session. */
  ref: string
  folder: 'inbox' | 'junk'
  /** The raw header block, at most 64 kB. */
  headers: Buffer
  /** Bytes of the whole message. Null if the provider doesn't tell; `fetch` throws MessageTooLarge then. */
  size: number | null
  /** ISO 8601, by the provider. */
  received_at: string
}

/** Thrown by `fetch` for a message above the limit; `fetchText` still works. */
export class MessageTooLarge extends Error {}

export interface Listed {
  heads: FoundHead[]
  /** To store once the messages of these heads are stored. */
  cursors: Cursors
  /** More are waiting: list again with these cursors. */
  has_more: boolean
}

/** One visit to a mailbox, over one connection. Nothing is marked, moved or deleted. */
export interface ReadingSession {
  /**
   * The next messages of inbox and junk after the cursors, oldest first, at most 250. A folder without a cursor, or whose
   * cursor the server no longer knows, starts with what arrived since `since`.
   */
  list(cursors: Cursors, since: Date): Promise<Listed>
  /** The whole message. Null if it is gone. Throws MessageTooLarge above the largest size that is read. */
  fetch(ref: string): Promise<Buffer | null>
  /** Its headers and text parts as a message of at most 1 MB, without its files. Null if it is gone. */
  fetchText(ref: string): Promise<Buffer | null>
  /** The Message-ID, without angle brackets, of the copy in Sent of the message with this id; null if none is there. */
  findSent(messageId: string): Promise<string | null>
  /** Adds a message to Sent, marked as read. Only for mailboxes with a password: providers with an API keep a copy themselves. */
  appendSent(raw: Buffer): Promise<void>
  close(): Promise<void>
}

/** Reads users' own mailboxes. Each command or request ends within the time limit, then the session is dropped. */
export interface MailboxReading {
  /** Throws MailboxFailed, as all methods of the session do. */
  open(credentials: MailboxCredentials, signal?: AbortSignal): Promise<ReadingSession>
  /** Signs in and reads the inbox's state. Null if it works; never throws MailboxFailed. */
  test(credentials: MailboxCredentials): Promise<MailboxFailure | null>
}
