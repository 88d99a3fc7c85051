import { readNote } from './automatic-note.ts'
import { findReplyCode } from './bounce-reason.ts'
import { findDeliveryStatus, isDelayNotice, readBounce } from './bounce-report.ts'
import { noticeOf } from './bounce-text.ts'
import type { Classification, ReportedRecipient } from './classification.ts'
import type { DeliveryStatus, RecipientStatus } from './delivery-status.ts'
import {
  hasFailureText,
  hasNullSender,
  hasReportSubject,
  isAnswerSubject,
  isForwardSubject,
  isFromDaemon,
  looksLikeBounce,
} from './failure-signs.ts'
import { isComplaintType, readFeedbackReport } from './feedback-report.ts'
import { headerValues, type IncomingMail, readIncomingMail } from './incoming-mail.ts'
import { findMessageIds } from './message-ids.ts'
import { asksToUnsubscribe, isOptOutSubject, isUnsubscribeMail } from './opt-out.ts'
import { readProviderNotification } from './provider-notification.ts'
import { hasListSigns, hasResponderSubject, responderSign } from './responder-signs.ts'
import { ownText, textOfNote, visibleReply } from './visible-reply.ts'
import { describeContent } from './without-text.ts'

/** The SMTP envelope of an incoming message; `from` is null or empty for the null sender. */
export interface IncomingEnvelope {
  from: string | null
  to: string[]
}

/**
 * Classifies an incoming message: a spam complaint, a delivery report, an automatic reply, a person's reply or none
 * of these, tried in this order. Takes raw bytes with either line ending and never throws: what can't be parsed
 * becomes `other` with a `parse_error`. With an envelope, any message that a person wrote counts as a reply, because
 * it was sent to the return address; without one it must also refer to an earlier message.
 */
export async function classify(
  raw: Buffer | Uint8Array,
  envelope?: IncomingEnvelope,
): Promise<Classification> {
  const bytes = Buffer.isBuffer(raw) ? raw : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  try {
    const mail = await readIncomingMail(bytes)
    return { ...blank(mail), ...verdictOn(mail, envelope) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The message could not be read'
    return { ...NOTHING, parse_error: reason }
  }
}

const NOTHING: Classification = {
  kind: 'other',
  recipients: [],
  delayed: false,
  reply_text: null,
  note: null,
  subject: null,
  from: null,
  to: [],
  message_ids: [],
  original_envelope_id: null,
  wants_unsubscribe: false,
  parse_error: null,
}

function blank(mail: IncomingMail): Classification {
  const { subject, from, to, parse_error } = mail
  return { ...NOTHING, subject, from, to, parse_error, message_ids: findMessageIds(mail) }
}

function verdictOn(mail: IncomingMail, envelope: IncomingEnvelope | undefined): Partial<Classification> {
  const feedback = readFeedbackReport(mail)
  if (feedback) {
    const kind = isComplaintType(feedback.type) ? 'complaint' : 'other'
    return { kind, recipients: feedback.recipients }
  }
  const notification = readProviderNotification(mail.text)
  if (notification) return notification
  return carriedReport(mail) ?? reportVerdict(mail) ?? personVerdict(mail, envelope)
}

/** The verdict on a report that a server or mailing list forwards inside another message. */
function carriedReport(mail: IncomingMail): Partial<Classification> | null {
  if (hasStatusPart(mail) || !(isPassedOn(mail) || looksLikeBounce(mail))) return null
  const verdicts = mail.carried.map((carried) => carriedReport(carried) ?? reportVerdict(carried))
  return verdicts.find((verdict) => verdict?.recipients?.some(({ address }) => address)) ?? null
}

const isPassedOn = (mail: IncomingMail): boolean =>
  !mail.text.trim() || isFromDaemon(mail) || hasNullSender(mail) || isForwardSubject(mail.subject ?? '')

const hasStatusPart = (mail: IncomingMail): boolean =>
  mail.parts.some((part) => /delivery-status$/.test(part.type))

/** The verdict on a delivery report, or null if the message isn't one. */
function reportVerdict(mail: IncomingMail): Partial<Classification> | null {
  const report = findDeliveryStatus(mail)
  const actions = new Set(report.recipients.map((recipient) => recipient.action))
  const failed = report.recipients.filter((recipient) => !isDone(recipient))
  const isStatusReport = report.recipients.length > 0 && isOwnReport(mail)
  if (isStatusReport && failed.length === 0) {
    return {
      kind: 'delivered',
      recipients: report.recipients.map(asDelivered),
      original_envelope_id: report.envelope_id,
    }
  }
  if (!isStatusReport && !looksLikeBounce(mail)) return null
  const recipients = readBounce(mail, { ...report, recipients: failed })
  const delayed = recipients.every((recipient) => recipient.action === 'delayed') || onlyWarns(mail, actions)
  return { kind: 'bounce', recipients, delayed, original_envelope_id: report.envelope_id }
}

/** Status fields count if they are in a report part, or if someone forwards a bounce. */
function isOwnReport(mail: IncomingMail): boolean {
  if (hasStatusPart(mail)) return true
  if (isFromDaemon(mail) || hasReportSubject(mail)) return true
  return isForwardSubject(mail.subject ?? '') && hasFailureText(mail)
}

/** Decided by the action or, if the server uses a nonstandard one, by a status of 2.x.x. */
function isDone({ action, status, diagnostic }: RecipientStatus): boolean {
  if (action && ['delivered', 'relayed', 'expanded', 'deliverable'].includes(action)) return true
  return action !== 'delayed' && status?.startsWith('2.') === true && findReplyCode(diagnostic) === null
}

function asDelivered(recipient: DeliveryStatus['recipients'][number]): ReportedRecipient {
  const { address, status, action } = recipient
  return { address, class: null, status, action, reason: null }
}

function onlyWarns(mail: IncomingMail, actions: Set<string | null>): boolean {
  return !actions.has('failed') && isDelayNotice(mail, noticeOf(mail.text).notice)
}

function personVerdict(mail: IncomingMail, envelope: IncomingEnvelope | undefined): Partial<Classification> {
  const sender = mail.from?.address ?? null
  const own = ownText(mail.text)
  if (sender && isUnsubscribeMail(mail, own))
    return { kind: 'reply', reply_text: own || mail.subject, wants_unsubscribe: true }
  if (isBulkMail(mail) || isReadReceipt(mail)) return { kind: 'other' }
  const isNullSender = (envelope && !envelope.from) || hasNullSender(mail)
  if (responderSign(mail) || isNullSender) {
    const recipients = [{ address: sender, class: null, status: null, action: null, reason: 'auto-reply' }]
    return { kind: 'auto-reply', recipients, note: noteIn(mail) }
  }
  if (!sender || (!envelope && !pointsToEarlier(mail, own))) return { kind: 'other' }
  const reply_text = visibleReply(mail.text) || describeContent(mail)
  const wants_unsubscribe = asksToUnsubscribe(own) || (!own && isOptOutSubject(mail.subject ?? ''))
  return { kind: 'reply', reply_text, wants_unsubscribe }
}

function noteIn({ subject, text }: IncomingMail): Classification['note'] {
  const visible = textOfNote(text)
  return { says: readNote(subject, visible, true), text: visible }
}

/** How mail programs begin the subject of a read receipt, by language. */
const RECEIPT =
  /^\s*(?:read|not read|gelesen|ungelesen|nicht gelesen|lu|non lu|leído|no leído|letto|non letto|lida|lido|não lid[ao]|gelezen|niet gelezen|läst|ej läst|læst|lest|luettu|przeczytano|přečteno|elolvasva|прочитано|прочтено|okundu|開封済み|已读|읽음)\s*[:：]/iu

/** A mail program's notice that a message was opened, or deleted unread (RFC 8098, or in plain text). */
const isReadReceipt = (mail: IncomingMail): boolean =>
  mail.parts.some((part) => part.type === 'message/disposition-notification') ||
  RECEIPT.test(mail.subject ?? '')

/** Newsletters and list mail aren't replies, although their headers look automatic. */
function isBulkMail(mail: IncomingMail): boolean {
  if (namesEarlier(mail) || isAnswerSubject(mail.subject ?? '')) return false
  return hasListSigns(mail) && !hasResponderSubject(mail.subject ?? '')
}

function pointsToEarlier(mail: IncomingMail, own: string): boolean {
  if (namesEarlier(mail)) return true
  return isAnswerSubject(mail.subject ?? '') || own.length + 20 < mail.text.trim().length
}

const namesEarlier = (mail: IncomingMail): boolean =>
  headerValues(mail, 'in-reply-to').length > 0 || headerValues(mail, 'references').length > 0
