import type { MailboxCredentials } from '../mailboxes/port.ts'
import type { MailboxReading } from './port.ts'

interface Readers {
  imap: MailboxReading
  gmail: MailboxReading
  graph: MailboxReading
}

/** Reads each mailbox by its provider's protocol. */
export function createMailboxReading({ imap, gmail, graph }: Readers): MailboxReading {
  const readers: Record<MailboxCredentials['kind'], MailboxReading> = {
    password: imap,
    google: gmail,
    microsoft: graph,
  }
  return {
    open: (credentials, signal) => readers[credentials.kind].open(credentials, signal),
    test: (credentials) => readers[credentials.kind].test(credentials),
  }
}
