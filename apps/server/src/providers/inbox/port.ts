/** A received message: its bytes and envelope. */
export interface IncomingMail {
  raw: Buffer
  envelope: { from: string | null; to: string[] }
}

/** `full`: the address exists, but its owner's storage is full. */
export type Acceptance = 'accepted' | 'unknown' | 'full'

/** Called by an inbox for each message. */
export interface InboxHandler {
  /** Called for each RCPT TO, before the body. */
  accepts(address: string): Promise<Acceptance>
  /**
   * Must commit the message before it resolves, because the sender is then told that it was accepted. If it rejects,
   * the sender is asked to try again later.
   */
  store(mail: IncomingMail): Promise<void>
}

/** Receives mail for the reply domain. */
export interface Inbox {
  listen(handler: InboxHandler): Promise<void>
  /** The port it listens on, or null. */
  port(): number | null
  close(): Promise<void>
}

/** A raw message over HTTP, as far as it is checked before its body is read. */
export interface SignedEnvelope {
  /**
   * `t=<seconds since 1970>,b=<SHA-256 of the body>,v1=<HMAC-SHA256 over '<t>.<from>.<to>.<b>'>`, the latter two in hex.
   */
  signature: string
  envelope: { from: string; to: string }
}
