import type { ReportedRecipient } from './classification.ts'
import { headerValues, type IncomingMail } from './incoming-mail.ts'
import { embeddedText } from './message-ids.ts'

/** A spam complaint (RFC 5965 or Outlook's older format). */
export interface FeedbackReport {
  /** `abuse`, `fraud`, `virus`, `other`, `opt-out`, `not-spam`, `auth-failure`, … */
  type: string
  recipients: ReportedRecipient[]
}

/** Reads the report of a spam complaint; null if the message doesn't contain one. */
export function readFeedbackReport(mail: IncomingMail): FeedbackReport | null {
  const part = mail.parts.find((each) => each.type === 'message/feedback-report')
  const original = embeddedText(mail).replace(/\n[ \t]+/g, ' ')
  if (part) {
    const field = (name: string) => fieldIn(part.text, name)
    const type = (field('Feedback-Type') ?? 'other').toLowerCase()
    const named = field('Original-Rcpt-To') ?? field('Redacted-Address') ?? field('Removal-Recipient')
    return { type, recipients: recipients(type, named, original) }
  }
  return isOutlookComplaint(mail, original)
    ? { type: 'abuse', recipients: recipients('abuse', null, original) }
    : null
}

/** Every type except the one that means the opposite. */
export const isComplaintType = (type: string): boolean => type !== 'not-spam'

/** Reports of failed authentication checks (RFC 6591) use the same format, but no person complains. */
export const isAboutChecks = (type: string | null): boolean =>
  ['auth-failure', 'dmarc', 'tls'].includes(type ?? '')

function isOutlookComplaint(mail: IncomingMail, original: string): boolean {
  if (/^x-hmxmroriginalrecipient:/im.test(original)) return true
  if (headerValues(mail, 'content-type').some((type) => /report-type="?feedback-report/i.test(type)))
    return true
  return /^complaint about message from\b|^e-?mail feedback report\b|^abuse report\b/i.test(
    mail.subject ?? '',
  )
}

function recipients(type: string, named: string | null, original: string): ReportedRecipient[] {
  const from = (text: string | null) => text?.match(/[^\s<>,;:"'()]{1,100}@[^\s<>,;:"'()]{1,253}/g) ?? []
  const hidden = fieldIn(original, 'X-HmXmrOriginalRecipient')
  const addresses = [from(named), from(hidden), from(fieldIn(original, 'To'))].find(
    (found) => found.length > 0,
  )
  const one = (address: string | null): ReportedRecipient => {
    return { address, class: null, status: null, action: type, reason: 'complaint' }
  }
  return addresses
    ? [...new Set(addresses.slice(0, 20))].map((address) => one(address.toLowerCase()))
    : [one(null)]
}

function fieldIn(text: string, name: string): string | null {
  const line = new RegExp(`^${name}[ \\t]*:[ \\t]*(.{1,1000})$`, 'im').exec(text)
  return line?.[1]?.trim() || null
}
