/** Why a mailbox can't be used now. */
export interface MailboxFailure {
  /**
   * login: refused until a person acts. unreachable: the network, a time-out, or a fault over there; tried again. limit:
   * its provider takes no more for now. busy: another process of ours is using it; nothing is wrong.
   */
  kind: 'login' | 'unreachable' | 'limit' | 'busy'
  /** Shown to users. Tells them what to do. */
  sentence: string
  /** `login` only: the access token was refused (401); it may only be out of date. */
  is_unauthorized?: boolean
  /** `limit` only: how long to wait. Null for a limit that ends with the day. */
  wait_ms?: number | null
}

/** Thrown by readers and sign-ins when the mailbox, rather than one message, fails. */
export class MailboxFailed extends Error {
  readonly failure: MailboxFailure
  constructor(failure: MailboxFailure, options?: ErrorOptions) {
    super(failure.sentence, options)
    this.failure = failure
  }
}
