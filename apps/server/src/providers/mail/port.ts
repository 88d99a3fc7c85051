/** One message, ready to go: exact bytes and the envelope they travel in (one recipient). */
export interface OutgoingMail {
  raw: Buffer
  envelope: { from: string; to: string }
  /** Reports that a server with DSN (RFC 3461) is asked for. */
  dsn?: { id: string; return: 'headers'; notify: ('failure' | 'delay')[]; recipient: string }
}

export interface HandOver {
  /**
   * Called once, when the server has agreed to take the body and before its first byte. False withdraws the
   * message: nothing is sent. What happens after it may be unknowable, so commit 'transmitting' here.
   */
  beforeBody?: () => Promise<boolean>
  signal?: AbortSignal
}

/**
 * What became of a message, told apart at the protocol level:
 * accepted (2xx after the body), deferred (4xx), rejected (5xx), not_sent (no byte of the body left, or it was
 * withdrawn), unconfirmed (the body went out and no final answer came: it may or may not have been taken).
 */
export interface HandOverResult {
  outcome: 'accepted' | 'deferred' | 'rejected' | 'not_sent' | 'unconfirmed'
  code: number | null
  /** The server's own words, or what broke. */
  answer: string
}

/** Hands mail over to a mail server. */
export interface MailPort {
  /** Never throws for what a server or network does. */
  handOver(mail: OutgoingMail, options?: HandOver): Promise<HandOverResult>
  close(): Promise<void>
}

/** A message that the built-in outbox holds. */
export interface KeptMail extends OutgoingMail {
  id: string
  received_at: string
}

/** Its headers alone, or as many of them as stand in its first 16 kB. */
export type KeptHead = Omit<KeptMail, 'raw'> & { headers: Buffer }

/** Reads what the built-in outbox holds. */
export interface Outbox {
  /** Newest first; to one address or to everybody. */
  list(to: string | null, limit: number): Promise<KeptHead[]>
  find(id: string): Promise<KeptMail | null>
  /** Deletes the oldest messages beyond what it keeps. */
  trim(): Promise<void>
}
