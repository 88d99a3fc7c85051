import type { ApiSenderOptions } from './api-sender.ts'
import { createGmailMailboxes } from './gmail.ts'
import { createGraphMailboxes } from './graph.ts'
import type { MailboxCredentials, Mailboxes } from './port.ts'
import { createSmtpMailboxes } from './smtp.ts'

interface MailboxesOptions extends Omit<ApiSenderOptions, 'url'> {
  smtp: Parameters<typeof createSmtpMailboxes>[0]
  googleUrl: string
  microsoftUrl: string
}

/** Sends through users' own mailboxes, each in the way of its kind. */
export function createMailboxes({ smtp, googleUrl, microsoftUrl, ...options }: MailboxesOptions): Mailboxes {
  const senders: Record<MailboxCredentials['kind'], Mailboxes> = {
    password: createSmtpMailboxes(smtp),
    google: createGmailMailboxes({ ...options, url: googleUrl }),
    microsoft: createGraphMailboxes({ ...options, url: microsoftUrl }),
  }
  return {
    testSending: (credentials) => senders[credentials.kind].testSending(credentials),
    handOver: (credentials, mail, options) => senders[credentials.kind].handOver(credentials, mail, options),
    async close() {
      for (const sender of Object.values(senders)) await sender.close()
    },
  }
}
