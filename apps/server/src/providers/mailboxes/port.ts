import type { MailboxPreset, MailboxWay, MailServer } from '@goldpan/contract/own-mailboxes'
import type { HandOver, HandOverResult, MailboxFailure, OutgoingMail } from '../mail/port.ts'

export type { MailboxFailure }

/** Thrown by readers and sign-ins when the mailbox, rather than one message, fails. */
export class MailboxFailed extends Error {
  readonly failure: MailboxFailure
  constructor(failure: MailboxFailure, options?: ErrorOptions) {
    super(failure.sentence, options)
    this.failure = failure
  }
}

/** Everything needed to sign in to a mailbox now. Lives in memory only. */
export type MailboxAccess =
  | {
      kind: 'password'
      address: string
      /** The preset's id, for sentences and for what its provider does by itself. */
      provider: string | null
      smtp: MailServer
      imap: MailServer | null
      password: string
    }
  | {
      kind: 'google' | 'microsoft'
      /** The account's, or that of a mailbox shared with it. */
      address: string
      /** Signed in as. */
      account: string
      access_token: string
    }

/** Sends through users' own mailboxes. Servers that users name are untrusted: private addresses are never reached. */
export interface Mailboxes {
  /** Signs in without sending. Null if it works. */
  testSending(access: MailboxAccess): Promise<MailboxFailure | null>
  /** Never throws for what a server or the network does. */
  handOver(access: MailboxAccess, mail: OutgoingMail, options?: HandOver): Promise<HandOverResult>
  close(): Promise<void>
}

/** Known mail providers, the operator's first. */
export interface MailboxPresets {
  list(): MailboxPreset[]
  find(id: string): MailboxPreset | null
  /**
   * How an address can be connected, the best way first: by its domain, else by its mail exchangers, which are asked for
   * at most 5 s. Without a way, the sentence says why.
   */
  lookUp(address: string): Promise<{ ways: MailboxWay[]; sentence: string }>
}
