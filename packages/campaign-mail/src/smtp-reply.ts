import { findReason, findStatus, isAboutSender } from './bounce-reason.ts'
import type { BounceReason } from './classification.ts'

/** The consequences of a server's reply for the recipient, the address and its group of servers. */
export interface SmtpReply {
  class: 'accepted' | 'deferred' | 'rejected'
  /** The enhanced status code, if the server gave one. */
  enhanced: string | null
  /** The address is dead: nobody may send to it again. */
  suppress: boolean
  /** The provider asks for less mail: sending to its servers slows down. */
  slow_group: boolean
  /** How long the server asks to wait. */
  retry_after_ms?: number
  reason: BounceReason | 'accepted'
}

const MINUTE = 60_000
const GREYLIST_WAIT = 5 * MINUTE
const YAHOO_SUSPENSION = 120 * MINUTE
const MAX_WAIT = 24 * 60 * MINUTE
const DEAD_STATUS = /^5\.1\.(?:1|2|10)$/
const SLOW_DOWN =
  /rate.?limit|temporarily (?:deferred|rate)|server (?:is )?busy|too many (?:connections|messages|concurrent|sessions)|throttl|slow down|\[?ts[s]?0\d\]?|unusual rate|unexpected volume|try again later.{0,40}(?:volume|rate)/i

/**
 * Classifies the reply of a receiving server. 4xx and 503 are retried; 5xx is final. Only replies that say that the
 * address or its domain doesn't exist suppress it: 5.1.1, 5.1.2, 5.1.10, 5.4.1 with a name that doesn't resolve, 556,
 * and plain 550 whose text says so. Refusals of the message (5.7.x) or the sender never do.
 */
export function classifySmtpReply(code: number, text: string): SmtpReply {
  const found = text.slice(0, 2_000).match(/(?<![\d.])[245]\.[0-7]\.\d{1,3}(?!\d|\.\d)/g) ?? []
  const enhanced = found.find((each) => each[0] === String(code)[0]) ?? null
  if (code >= 200 && code < 400) {
    return { class: 'accepted', enhanced, suppress: false, slow_group: false, reason: 'accepted' }
  }
  const status = findStatus(text)
  const reason = findReason(text, status)
  // 503 is about the order of commands, which a new connection corrects
  const isFinal = code >= 500 && code !== 503
  const wait = isFinal ? null : waitAskedFor(text, reason)
  return {
    class: isFinal ? 'rejected' : 'deferred',
    enhanced,
    suppress: isFinal && !isAboutSender(text) && isDead(code, status, reason),
    slow_group: !isFinal && (/^4\.7\./.test(status ?? '') || SLOW_DOWN.test(text)) && reason !== 'greylisted',
    ...(wait === null ? {} : { retry_after_ms: wait }),
    reason,
  }
}

function isDead(code: number, status: string | null, reason: BounceReason): boolean {
  const isGone = reason === 'user-unknown' || reason === 'host-unknown' || reason === 'not-accepting'
  if (code === 556) return true
  if (!status || /^5\.0\.0$/.test(status)) return isGone
  if (DEAD_STATUS.test(status)) return isGone
  if (/^5\.4\.[14]$/.test(status)) return reason === 'host-unknown' || reason === 'not-accepting'
  return /^5\.[12]\./.test(status) && reason === 'user-unknown'
}

/** 'Try again in 5 minutes' in milliseconds; greylisting and Yahoo's deferrals have known durations. */
function waitAskedFor(text: string, reason: BounceReason): number | null {
  const asked = /(?:in|after|within|wait)\s+(?:about\s+)?(\d{1,6})\s*(s|sec|min|m|hour|h)/i.exec(text)
  const units: Record<string, number> = { s: 1_000, m: MINUTE, h: 60 * MINUTE }
  const wait = asked ? Number(asked[1]) * units[asked[2]![0]!.toLowerCase()]! : 0
  if (/\bts[s]?0\d\b/i.test(text)) return Math.max(wait, YAHOO_SUSPENSION)
  if (reason === 'greylisted') return Math.min(Math.max(wait, GREYLIST_WAIT), MAX_WAIT)
  return wait > 0 ? Math.min(wait, MAX_WAIT) : null
}
