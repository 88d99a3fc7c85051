import type { MailboxAccess } from '../mailboxes/port.ts'
import type { MailboxReading } from './port.ts'

interface Readers {
  imap: MailboxReading
  gmail: MailboxReading
  graph: MailboxReading
}

/** Reads each mailbox by its provider's protocol. */
export function createMailboxReading({ imap, gmail, graph }: Readers): MailboxReading {
  const readers: Record<MailboxAccess['kind'], MailboxReading> = {
    password: imap,
    google: gmail,
    microsoft: graph,
  }
  return {
    open: (access, signal) => readers[access.kind].open(access, signal),
    test: (access) => readers[access.kind].test(access),
  }
}
