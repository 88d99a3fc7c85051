import { domainOf } from '@goldpan/campaign-mail/address'
import { headerValues, readIncomingMail } from '@goldpan/campaign-mail/incoming-mail'
import { findMessageIds } from '@goldpan/campaign-mail/message-ids'

/** The header fields that decide whether a message concerns us. */
export interface Head {
  /** In lower case. */
  from: string | null
  /** The Message-IDs that it answers, the newest first, without angle brackets. */
  message_ids: string[]
  is_report: boolean
}

/** Facts from the database about the senders and ids of a page of headers. */
export interface Known {
  /** The addresses of the owner's mailboxes, in lower case. */
  ownAddresses: ReadonlySet<string>
  /** Our return addresses are in it. */
  replyDomain: string
  /** Those of these ids that belong to messages of the owner. */
  ourIds: ReadonlySet<string>
  /** Those of these addresses, in lower case, that the mailbox wrote to recently. */
  writtenTo: ReadonlySet<string>
}

/** Threads are longer only where mail programs repeat them for years. */
const MAX_IDS = 50

/** Never throws. */
export async function readHead(headers: Buffer): Promise<Head> {
  const mail = await readIncomingMail(headers)
  return {
    from: mail.from?.address.toLowerCase() || null,
    message_ids: findMessageIds(mail).slice(0, MAX_IDS),
    is_report:
      headerValues(mail, 'content-type').some((type) => /^\s*multipart\/report\b/i.test(type)) ||
      headerValues(mail, 'return-path').some((path) => /^<\s*>$/.test(path)) ||
      /^(?:mailer-daemon|postmaster)@/i.test(mail.from?.address ?? ''),
  }
}

/**
 * Decides by its header whether a message is fetched. A report is read before it is known whether it concerns us, since
 * it names our message in its body.
 */
export function judgeHead(head: Head, known: Known): 'fetch' | 'read report' | 'forget' {
  if (head.from && isOwn(head.from, known)) return 'forget'
  if (head.message_ids.some((id) => known.ourIds.has(id))) return 'fetch'
  if (head.from && known.writtenTo.has(head.from)) return 'fetch'
  return head.is_report ? 'read report' : 'forget'
}

const isOwn = (address: string, { ownAddresses, replyDomain }: Known): boolean =>
  ownAddresses.has(address) || domainOf(address) === replyDomain
