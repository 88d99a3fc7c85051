import type { HandOver, HandOverResult, OutgoingMail } from '../mail/port.ts'

/** A user's own mailbox at some provider. */
export interface MailboxServer {
  host: string
  port: number
  security: 'tls' | 'starttls'
  username: string
  password: string
}

/** Mail servers that users name. They are strangers: nothing of this machine's own network is reached. */
export interface Mailboxes {
  /** Connects and logs in, sending nothing. Answers what went wrong as a sentence, or null. */
  test(server: MailboxServer): Promise<string | null>
  /** Never throws for what a server or network does. */
  handOver(server: MailboxServer, mail: OutgoingMail, options?: HandOver): Promise<HandOverResult>
  close(): Promise<void>
}
