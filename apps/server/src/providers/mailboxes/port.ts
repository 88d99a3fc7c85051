import type { HandOver, HandOverResult, OutgoingMail } from '../mail/port.ts'

/** A user's own mail account at a provider. */
export interface MailboxServer {
  host: string
  port: number
  security: 'tls' | 'starttls'
  username: string
  password: string
}

/** Mail servers that users name. Untrusted: never reaches addresses in this machine's networks. */
export interface Mailboxes {
  /** Connects and logs in without sending. Returns an error as a sentence, or null. */
  test(server: MailboxServer): Promise<string | null>
  /** Never throws for errors of a server or the network. */
  handOver(server: MailboxServer, mail: OutgoingMail, options?: HandOver): Promise<HandOverResult>
  close(): Promise<void>
}
