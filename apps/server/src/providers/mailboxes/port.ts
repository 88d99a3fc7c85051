import type { MailboxPreset, MailboxWay, MailServer } from '@goldpan/contract/own-mailboxes'
import type { HandOver, HandOverResult, OutgoingMail } from '../mail/port.ts'
import type { MailboxFailure } from './failure.ts'

export { MailboxFailed, type MailboxFailure } from './failure.ts'

/** Everything needed to sign in to a mailbox now. Lives in memory only. */
export type MailboxCredentials =
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
  testSending(credentials: MailboxCredentials): Promise<MailboxFailure | null>
  /** Never throws for what a server or the network does. */
  handOver(credentials: MailboxCredentials, mail: OutgoingMail, options?: HandOver): Promise<HandOverResult>
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
