/** A message as it came in: exact bytes and the envelope it travelled in. */
export interface IncomingMail {
  raw: Buffer
  envelope: { from: string | null; to: string[] }
}

/** `full`: the address is ours, but its owner has no room for more mail. */
export type Acceptance = 'accepted' | 'unknown' | 'full'

/** What an inbox asks of those who handle mail. */
export interface InboxHandler {
  /** Whether mail to this address is taken; asked before the body. */
  accepts(address: string): Promise<Acceptance>
  /**
   * Must commit the message before it resolves: only then is the sender told that it was taken. When it rejects,
   * the sender is asked to try again later.
   */
  store(mail: IncomingMail): Promise<void>
}

/** Takes mail for the reply and bounce domain. */
export interface Inbox {
  listen(handler: InboxHandler): Promise<void>
  /** The port it listens on, or null when it does not. */
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
