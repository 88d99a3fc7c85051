import { classOfFailure, findReason, findStatus } from './bounce-reason.ts'
import type { ReportedRecipient } from './classification.ts'

/** Amazon SES's notification about one message, as JSON mailed by SNS. */
export interface ProviderNotification {
  kind: 'bounce' | 'complaint' | 'delivered'
  recipients: ReportedRecipient[]
  message_ids: string[]
}

type Json = Record<string, unknown>

/** Reads an SES notification from a message's text; null if there is none. */
export function readProviderNotification(text: string): ProviderNotification | null {
  const start = text.indexOf('{')
  if (start < 0 || !/"?notificationType\\?"|"eventType"/.test(text.slice(0, 50_000))) return null
  const outer = parse(jsonIn(text.slice(start)))
  const notice = outer && typeof outer.Message === 'string' ? parse(outer.Message) : outer
  if (!notice) return null
  const type = String(notice.notificationType ?? notice.eventType).toLowerCase()
  const mail = isObject(notice.mail) ? notice.mail : {}
  const ids = [mail.messageId, isObject(mail.commonHeaders) ? mail.commonHeaders.messageId : null]
  const message_ids = ids.filter((id) => typeof id === 'string').map((id) => id.replace(/^<|>$/g, ''))
  if (type === 'bounce' && isObject(notice.bounce)) {
    return { kind: 'bounce', recipients: bounced(notice.bounce), message_ids }
  }
  if (type === 'complaint' && isObject(notice.complaint)) {
    const recipients = listOf(notice.complaint.complainedRecipients).map((each) => ({
      ...recipient(each.emailAddress),
      action: String(
        notice.complaint && isObject(notice.complaint)
          ? (notice.complaint.complaintFeedbackType ?? 'abuse')
          : 'abuse',
      ),
      reason: 'complaint',
    }))
    return { kind: 'complaint', recipients, message_ids }
  }
  if (type !== 'delivery' || !isObject(notice.delivery)) return null
  const addresses = Array.isArray(notice.delivery.recipients) ? notice.delivery.recipients : []
  const recipients = addresses.map((address) => ({ ...recipient(address), action: 'delivered' }))
  return { kind: 'delivered', recipients, message_ids }
}

function bounced(bounce: Json): ReportedRecipient[] {
  return listOf(bounce.bouncedRecipients).map((each) => {
    const diagnostic = String(each.diagnosticCode ?? '')
    const status = typeof each.status === 'string' ? each.status : findStatus(diagnostic)
    const reason = findReason(diagnostic, status)
    const isTemporary = bounce.bounceType === 'Transient'
    const kind = isTemporary ? 'soft' : classOfFailure(reason, status, null)
    return { ...recipient(each.emailAddress), class: kind, status, action: 'failed', reason }
  })
}

function recipient(address: unknown): ReportedRecipient {
  const text = typeof address === 'string' ? (/[^\s<>]+@[^\s<>]+/.exec(address)?.[0] ?? null) : null
  return { address: text?.toLowerCase() ?? null, class: null, status: null, action: null, reason: null }
}

/** From the first brace to the matching one; a mail server may have wrapped long lines with '!'. */
function jsonIn(text: string): string {
  const joined = text.slice(0, 50_000).replace(/!\n[ \t]*/g, '')
  let depth = 0
  let quoted = false
  for (let at = 0; at < joined.length; at += 1) {
    const character = joined[at]
    if (character === '\\') at += 1
    else if (character === '"') quoted = !quoted
    else if (!quoted && character === '{') depth += 1
    else if (!quoted && character === '}' && --depth === 0) return joined.slice(0, at + 1)
  }
  return joined
}

function parse(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject).slice(0, 1_000) : []
}
