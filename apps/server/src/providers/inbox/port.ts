/** A message as it came in: exact bytes and the envelope it travelled in. */
export interface IncomingMail {
  raw: Buffer
  envelope: { from: string | null; to: string[] }
}

/** Takes mail for the reply and bounce domains. */
export interface Inbox {
  /**
   * Starts taking mail. `store` must commit the message before it resolves: only then is the sender told that it
   * was taken. When it rejects, the sender is asked to try again later.
   */
  listen(store: (mail: IncomingMail) => Promise<void>): Promise<void>
  /** The port it listens on, or null when it does not. */
  port(): number | null
  close(): Promise<void>
}
