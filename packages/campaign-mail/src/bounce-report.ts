import { classOfFailure, findReason, findReplyCode, findStatus } from './bounce-reason.ts'
import { findNamedRecipients, type NamedRecipient, noticeOf } from './bounce-text.ts'
import type { ReportedRecipient } from './classification.ts'
import { type DeliveryStatus, type RecipientStatus, readDeliveryStatus } from './delivery-status.ts'
import { headerValues, type IncomingMail } from './incoming-mail.ts'
import { embeddedText } from './message-ids.ts'

/** The status reports in a message: as parts, or as the same fields written into its text. */
export function findDeliveryStatus(mail: IncomingMail): DeliveryStatus {
  const parts = mail.parts.filter((part) => /^message\/(?:global-)?delivery-status$/.test(part.type))
  const own = parts.map((part) => readDeliveryStatus(part.text))
  if (own.some((report) => report.recipients.length > 0)) return merge(own)
  const inText = readDeliveryStatus(mail.text.replace(/^(?:>[> ]*)/gm, ''))
  return merge([...own, inText])
}

function merge(reports: DeliveryStatus[]): DeliveryStatus {
  const envelopeId = reports.find((report) => report.envelope_id)?.envelope_id ?? null
  return { envelope_id: envelopeId, recipients: reports.flatMap((report) => report.recipients) }
}

/** The recipients of a bounce and what happened to them, from status fields, headers, text or the original's To. */
export function readBounce(mail: IncomingMail, report: DeliveryStatus): ReportedRecipient[] {
  const { notice, copy } = noticeOf(mail.text)
  const named = findNamedRecipients(notice, notMeant(mail))
  const failed = report.recipients.filter((recipient) => recipient.address)
  if (failed.length > 0) {
    const all = distinct(failed.flatMap((recipient) => fromStatus(recipient, named, notice)))
    // A mailing list or return path that the report is addressed to isn't itself a failed recipient.
    const others = all.filter(({ address }) => !mail.to.includes(address ?? ''))
    return others.length > 0 ? others : all
  }
  const announced = announcedRecipients(mail)
  if (announced.length > 0) {
    const words = (address: string) => named.find((each) => each.address === address)?.words ?? notice
    return distinct(announced.map((address) => fromWords(address, words(address), notice, mail)))
  }
  if (named.length > 0)
    return distinct(named.map(({ address, words }) => fromWords(address, words, notice, mail)))
  const guessed = originalRecipients(`${copy}\n${embeddedText(mail)}`)
  if (guessed.length > 0) return distinct(guessed.map((address) => fromWords(address, notice, notice, mail)))
  return [fromWords(localRecipient(notice, mail), notice, notice, mail)]
}

/** The address written to and, if an alias or forward resolved it, the final one. */
function fromStatus(
  recipient: RecipientStatus,
  named: NamedRecipient[],
  notice: string,
): ReportedRecipient[] {
  const own = named.find((each) => each.address === recipient.address || each.address === recipient.also)
  const words = recipient.diagnostic || own?.words || notice
  const status = statusOf(words, recipient.status)
  let reason = findReason(words, status)
  // The code is ignored if the server's text was about something else.
  if (reason === 'unknown')
    reason = findReason(`${own?.words ?? ''}\n${notice}`, recipient.diagnostic ? null : status)
  const isDelayed = recipient.action === 'delayed'
  const kind = isDelayed ? 'soft' : classOfFailure(reason, status, findReplyCode(words), words)
  const { address, also, action } = recipient
  return [address, ...(also ? [also] : [])].map((each) => {
    return { address: each, class: kind, status, action: action ?? 'failed', reason }
  })
}

/** The code in the server's reply is precise; relays reduce it to x.0.0. */
function statusOf(words: string, field: string | null): string | null {
  const inWords = findStatus(words)
  if (!field || field.startsWith('2')) return inWords
  return inWords && /^[45]\.0\.0$/.test(field) ? inWords : field
}

function fromWords(
  address: string | null,
  words: string,
  notice: string,
  mail: IncomingMail,
): ReportedRecipient {
  const status = findStatus(words) ?? findStatus(notice)
  let reason = findReason(words, status)
  if (reason === 'unknown') reason = findReason(`${notice}\n${mail.subject ?? ''}`, status)
  const isDelayed = isDelayNotice(mail, notice)
  const code = findReplyCode(words) ?? findReplyCode(notice)
  const kind = isDelayed ? 'soft' : classOfFailure(reason, status, code, words)
  return { address, class: kind, status, action: isDelayed ? 'delayed' : 'failed', reason }
}

/** True if a text-only report is just a warning: the server keeps trying. */
export function isDelayNotice(mail: IncomingMail, notice: string): boolean {
  const text = `${mail.subject ?? ''}\n${notice.slice(0, 5_000)}`
  return /\(delay\)|warning message only|delivery (?:is |has been )?delayed|has been delayed|will be retried|do not need to resend|could not send message for past|still trying|not yet been delivered|warning: could not send/i.test(
    text,
  )
}

/** Headers in which Exim, Gmail, IndiMail and others list the failed addresses. */
function announcedRecipients(mail: IncomingMail): string[] {
  const names = ['x-failed-recipients', 'x-bounced-address', 'x-failed-recipient', 'x-original-recipient']
  const values = names.flatMap((name) => headerValues(mail, name)).join(',')
  return [
    ...new Set(
      (values.slice(0, 20_000).match(/[^\s<>,;"]{1,100}@[^\s<>,;"]{1,253}/g) ?? []).map((each) =>
        each.toLowerCase(),
      ),
    ),
  ]
}

function notMeant(mail: IncomingMail): ReadonlySet<string> {
  return new Set([...mail.to, mail.from?.address ?? ''])
}

/** The To of the returned message: the recipients its sender asked for. */
function originalRecipients(original: string): string[] {
  const head = original.slice(0, 20_000).replace(/\n[ \t]+/g, ' ')
  const to =
    /^(?:>\s*)?(?:X-HmXmrOriginalRecipient|X-Envelope-To|Envelope-To|To)\s*:(.*)$/im.exec(head)?.[1] ?? ''
  const addresses = to.match(/[^\s<>,;:"'()]{1,100}@[^\s<>,;:"'()]{1,253}/g) ?? []
  return addresses.slice(0, 20).map((address) => address.toLowerCase())
}

/** Some servers give only the part before the @; the domain is then the reporting server's. */
function localRecipient(notice: string, mail: IncomingMail): string | null {
  const domain = mail.from?.address.split('@')[1]
  const local =
    /(?:following|recipients?|address|user)[^\n]{0,200}:\s*\n\s*([a-z0-9][a-z0-9._-]{1,63})\s*(?:\n|$)/i.exec(
      notice,
    )?.[1]
  return domain && local ? `${local.toLowerCase()}@${domain}` : null
}

function distinct(recipients: ReportedRecipient[]): ReportedRecipient[] {
  const byAddress = new Map<string | null, ReportedRecipient>()
  for (const recipient of recipients) {
    const known = byAddress.get(recipient.address)
    if (!known || (known.class !== 'hard' && recipient.class === 'hard'))
      byAddress.set(recipient.address, recipient)
  }
  return [...byAddress.values()]
}
