import type { MailboxCredentials, MailboxFailure } from '../mailboxes/port.ts'

/** How far each folder was read, by the adapter's name of the folder. Stored as it is; only the adapter reads it. */
export type Places = Record<string, unknown>

/** A message's header, before anything is known of it. */
export interface FoundHead {
  /** For `fetch`, in this session. */
  ref: string
  folder: 'inbox' | 'junk'
  /** The raw header block, at most 64 kB. */
  headers: Buffer
  /** Bytes of the whole message. Null if the provider doesn't tell; `fetch` throws MessageTooLarge then. */
  size: number | null
  received_at: string
}

/** Thrown by `fetch` for a message above the limit; `fetchText` still works. */
export class MessageTooLarge extends Error {}

export interface Listed {
  heads: FoundHead[]
  /** To store once the messages of these heads are stored. */
  places: Places
  /** More are waiting: list again with these places. */
  has_more: boolean
}

/** One look into a mailbox, over one connection. Nothing is marked, moved or deleted. */
export interface ReadingSession {
  /**
   * The next messages of inbox and junk after the places, oldest first, at most 250. A folder without a place, or whose
   * place the server no longer knows, starts with what arrived since `since`.
   */
  list(places: Places, since: Date): Promise<Listed>
  /** The whole message. Null if it is gone. Throws MessageTooLarge above the largest size that is read. */
  fetch(ref: string): Promise<Buffer | null>
  /** Its headers and text parts as a message of at most 1 MB, without its files. Null if it is gone. */
  fetchText(ref: string): Promise<Buffer | null>
  /** The Message-ID, without angle brackets, of the copy in Sent of the message with this id; null if none is there. */
  findSent(messageId: string): Promise<string | null>
  /** Puts a read message into Sent. Password mailboxes only. */
  appendSent(raw: Buffer): Promise<void>
  close(): Promise<void>
}

/** Reads users' own mailboxes. Each command or request ends within the time limit, then the session is dropped. */
export interface MailboxReading {
  /** Throws MailboxFailed, as all methods of the session do. */
  open(credentials: MailboxCredentials, signal?: AbortSignal): Promise<ReadingSession>
  /** Signs in and looks at the inbox. Null if it works. */
  test(credentials: MailboxCredentials): Promise<MailboxFailure | null>
}
