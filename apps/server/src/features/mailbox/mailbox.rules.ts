import type { MailboxEntry, MailboxMessage } from '@goldpan/contract/mailbox'
import type { Address, Email } from 'postal-mime'
import type { KeptMail } from '../../providers/mail/port.ts'

export const toEntry = (
  { id, envelope, received_at }: Omit<KeptMail, 'raw'>,
  email: Email,
): MailboxEntry => ({
  id,
  received_at,
  from: showAddress(email.from) ?? envelope.from,
  to: envelope.to,
  subject: email.subject ?? '',
})

export function toMessage(kept: KeptMail, email: Email): MailboxMessage {
  const html = email.html ?? null
  const headers = toHeaders(email)
  return {
    ...toEntry(kept, email),
    text: email.text ?? '',
    html,
    headers,
    envelope_from: kept.envelope.from,
    // A reply that quotes a campaign message contains its unsubscribe link, which isn't for its reader.
    unsubscribe_url: headers['list-unsubscribe'] ? findUnsubscribeUrl(html ?? email.text ?? '') : null,
  }
}

function toHeaders({ headers }: Email): Record<string, string> {
  const named: Record<string, string> = {}
  for (const { key, value } of headers)
    named[key] = named[key] === undefined ? value : `${named[key]}\n${value}`
  return named
}

function showAddress(address: Address | undefined): string | null {
  if (!address?.address) return null
  return address.name ? `${address.name} <${address.address}>` : address.address
}

function findUnsubscribeUrl(content: string): string | null {
  return /https?:\/\/[^\s"'<>]{1,300}\/unsubscribe\?token=[\w-]{1,200}/.exec(content)?.[0] ?? null
}

/** Paths of our tracking pixels; nothing else in a message is ever fetched. */
export const findPixels = (html: string): string[] => [
  ...new Set([...html.matchAll(/\/t\/o\/[\w-]{1,200}\.gif/g)].map(([path]) => path)),
]

/** The Reply-To address, or From. */
export const replyAddress = (email: Email): string | null =>
  email.replyTo?.[0]?.address ?? email.from?.address ?? null

export const DSN_WORDS = {
  hard: { status: '5.1.1', diagnostic: '550 5.1.1 The address does not exist here' },
  soft: { status: '5.2.2', diagnostic: '552 5.2.2 The mailbox is full' },
} as const
