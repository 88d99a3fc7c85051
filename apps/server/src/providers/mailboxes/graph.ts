import { type ApiCredentials, type ApiSenderOptions, createApiSender } from './api-sender.ts'
import type { Mailboxes } from './port.ts'

/** The account's own mailbox, or one that is shared with it. */
export const graphMailbox = ({ address, account }: ApiCredentials) =>
  address.toLowerCase() === account.toLowerCase() ? '/v1.0/me' : `/v1.0/users/${encodeURIComponent(address)}`

/**
 * Sends by Microsoft Graph: https://learn.microsoft.com/graph/outlook-send-mime-message. It answers 202 without a body;
 * what it makes of our Message-ID is seen in Sent Items only.
 */
export const createGraphMailboxes = (options: ApiSenderOptions): Mailboxes =>
  createApiSender(
    {
      provider: 'Microsoft 365',
      test: { path: '/v1.0/me?$select=id' },
      send: (credentials, raw) => ({
        path: `${graphMailbox(credentials)}/sendMail`,
        headers: { 'content-type': 'text/plain' },
        body: raw.toString('base64'),
      }),
    },
    options,
  )
