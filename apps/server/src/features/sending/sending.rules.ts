import { domainOf } from '@goldpan/campaign-mail/address'
import { classifySmtpReply } from '@goldpan/campaign-mail/smtp-reply'
import type { Delivery, SendJob } from '@goldpan/contract/sending'
import type { HandOverResult } from '../../providers/mail/port.ts'
import type { DeliveryRow } from './delivery-log.store.ts'
import type { StateCount } from './send-jobs.store.ts'
import type { JobRow, RecipientRow } from './sending.store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Delays between attempts. Greylisting servers want five minutes at least. */
const RETRY_MINUTES = [5, 15, 30, 60, 120, 240] as const
const JITTER = 0.2
/** A message that no server accepted in this time has failed. */
const GIVE_UP_MS = 24 * HOUR
/** Wrong credentials: for the operator to fix, and not the recipient's fault. */
const LOGIN_REFUSED = new Set([530, 534, 535, 538])

export type Verdict =
  | { kind: 'sent'; reason: string }
  | { kind: 'unconfirmed'; reason: string }
  | { kind: 'failed'; reason: string; refusal: 'address' | 'policy' | 'other' }
  /** The mailbox failed, not the message. The message waits for the mailbox, and the attempt doesn't count. */
  | { kind: 'wait'; reason: string; delayMs: number }
  | { kind: 'retry'; reason: string; delayMs: number; slow: { answer: string; waitMs: number | null } | null }

export interface Attempt {
  /** Attempts so far, including this one. */
  attempts: number
  first_tried_at: string
  now: Date
  /** From 0 to 1. */
  random: number
}

export const acceptedReason = 'Accepted by the mail server'

/** Turns the outcome of a hand-over into a verdict on the message. */
export function judge(result: HandOverResult, attempt: Attempt): Verdict {
  const { outcome, code, answer, failure } = result
  if (outcome === 'accepted') return { kind: 'sent', reason: acceptedReason }
  if (outcome === 'unconfirmed') return { kind: 'unconfirmed', reason: unconfirmedReason }
  if (failure)
    return { kind: 'wait', reason: `Waiting: ${failure.sentence}`, delayMs: failure.wait_ms ?? MINUTE }
  if (outcome === 'rejected' && !LOGIN_REFUSED.has(code ?? 0)) {
    return {
      kind: 'failed',
      reason: `${REFUSED}${answer}`,
      refusal: refusalOf(code, answer),
    }
  }
  return judgeDelay(result, attempt)
}

/** Precedes the server's reply. */
export const REFUSED = 'The mail server rejected it: '

const POLICY = new Set<string>(['policy', 'authentication', 'blocked', 'spam'])

/** Returns the cause of a refusal: the address, a policy about the sender, or another. */
function refusalOf(code: number | null, answer: string): 'address' | 'policy' | 'other' {
  const { suppress, enhanced, reason } = classifySmtpReply(code ?? 550, answer)
  if (suppress) return 'address'
  return enhanced?.startsWith('5.7.') || POLICY.has(reason) ? 'policy' : 'other'
}

/** Stands in place of a server's reply if a bug ended the attempt. */
export const OUR_FAULT = 'something went wrong on our side'

export const unconfirmedReason =
  'The connection broke after the message was handed over; it may or may not have arrived'

function judgeDelay({ code, answer }: HandOverResult, attempt: Attempt): Verdict {
  const reply = code === null ? null : classifySmtpReply(code, answer)
  const delayMs = Math.max(delayOf(attempt.attempts, attempt.random), reply?.retry_after_ms ?? 0)
  const giveUpAt = new Date(attempt.first_tried_at).getTime() + GIVE_UP_MS
  const why =
    code === null
      ? `the mail server could not be reached: ${answer}`
      : `the mail server asked to try later: ${answer}`
  if (attempt.now.getTime() + delayMs > giveUpAt)
    return { kind: 'failed', reason: `Given up after 24 hours: ${why}`, refusal: 'other' }
  const slow = reply?.slow_group ? { answer, waitMs: reply.retry_after_ms ?? null } : null
  return { kind: 'retry', reason: `Waiting: ${why}`, delayMs, slow }
}

/** The delay with 20 % jitter, so that messages that failed together don't return together. */
export function delayOf(attempts: number, random: number): number {
  const minutes = RETRY_MINUTES[Math.min(Math.max(attempts, 1), RETRY_MINUTES.length) - 1] ?? 240
  return Math.round(minutes * MINUTE * (1 - JITTER + 2 * JITTER * random))
}

/**
 * True if no worker visited the job for longer than the campaign's maximum age. Neither planned waits nor jumps of the
 * demo clock count: the visit is in system time, and the end of a wait in product time.
 */
export function isTooOld(
  job: Pick<JobRow, 'created_at' | 'looked_at' | 'held_until'>,
  maxAgeHours: number,
  { now, systemNow }: { now: Date; systemNow: Date },
): boolean {
  const unvisitedMs = systemNow.getTime() - Date.parse(job.looked_at ?? job.created_at)
  const overdueMs = now.getTime() - Date.parse(job.held_until ?? job.created_at)
  return Math.min(unvisitedMs, overdueMs) > maxAgeHours * HOUR
}

export const tooOldReason = (hours: number): string =>
  `Not sent: nothing could be sent for more than ${hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`}, so it would have arrived too late`

export const takesNoMailReason = (domain: string): string =>
  `Not sent: ${domain} says in its MX record that it accepts no email`

/** The columns of a claimed message as they were before the claim. */
export const requeued = ({ attempts, first_tried_at }: Pick<RecipientRow, 'attempts' | 'first_tried_at'>) =>
  ({
    state: 'queued',
    worker_id: null,
    transmitting_at: null,
    attempts: attempts - 1,
    first_tried_at: attempts > 1 ? first_tried_at : null,
  }) as const

/** The unique cause in the ledger, so that a message is charged and refunded at most once. */
export const causeOf = (recipientId: string): string => `send:${recipientId}`

const STATE_SENTENCES: Partial<Record<DeliveryRow['state'], string>> = {
  queued: 'Waiting for its turn',
  claimed: 'About to be sent',
  transmitting: 'Being sent',
  cancelled: 'Sending was cancelled',
}

interface Moment {
  now: Date
  /** The reason why the mailbox of this message can't send. */
  wait: string | null
  /** The reason why the whole installation is on hold. */
  held: string | null
}

/** A message for the delivery log, with the reason why it waits and the time of its next attempt. */
export function toDelivery(row: DeliveryRow, attempts: Delivery['attempts'], at: Moment): Delivery {
  const hold = row.state === 'queued' ? findHold(row, at.now) : null
  const isWaiting = row.state === 'queued' && row.attempts > 0
  return {
    ...row,
    step: row.step_position ?? 0,
    reason:
      (row.is_bounced && row.bounce_reason) ||
      (row.state === 'queued' && (at.held || (at.wait && `Waiting: ${at.wait}`))) ||
      (hold?.reason ?? row.reason ?? STATE_SENTENCES[row.state] ?? ''),
    next_at: hold?.until ?? (isWaiting ? row.next_at : null),
    mailbox:
      row.mailbox_id && row.mailbox_address ? { id: row.mailbox_id, address: row.mailbox_address } : null,
    attempts,
  }
}

interface Hold {
  reason: string
  until: string
}

/** The longest of the waits: the message's own delay, its server group's, or its job's. */
function findHold(row: DeliveryRow, now: Date): Hold | null {
  const domain = domainOf(row.email)
  const isAhead = (at: string | null): at is string => at !== null && new Date(at) > now
  const holds: Hold[] = []
  if (row.attempts > 0 && isAhead(row.next_at))
    holds.push({ reason: row.reason ?? 'Waiting for the next attempt', until: row.next_at })
  const slow = isAhead(row.group_held_until) ? row.group_held_until : row.group_next_at
  if (isAhead(row.slow_until) && isAhead(slow))
    holds.push({ reason: `Waiting: ${domain} responds slowly`, until: slow })
  if (row.held_reason && isAhead(row.held_until))
    holds.push({ reason: row.held_reason, until: row.held_until })
  return holds.toSorted((a, b) => b.until.localeCompare(a.until))[0] ?? null
}

/** Progress and result are counted from the recipients' rows. */
export function toJob(job: JobRow, counts: readonly StateCount[], held: string | null = null): SendJob {
  const sum = (...states: DeliveryRow['state'][]) =>
    counts.filter(({ state }) => states.includes(state)).reduce((total, { count }) => total + count, 0)
  const success = sum('sent')
  const failed = sum('failed', 'expired')
  const unconfirmed = sum('unconfirmed')
  const isOver = job.completed_at !== null
  const { id, campaign_id, kind, status, resend, error, created_at, completed_at } = job
  const hold = isOver ? null : (held ?? job.held_reason)
  return {
    id,
    campaign_id,
    kind,
    status,
    resend,
    error,
    created_at,
    completed_at,
    progress: {
      total: counts.reduce((total, { count }) => total + count, 0),
      processed: success + failed + unconfirmed + sum('suppressed'),
      success,
      failed,
    },
    result: isOver ? { sent_count: success, failed_count: failed, unconfirmed_count: unconfirmed } : null,
    in_flight: sum('transmitting'),
    hold,
    next_try_at: (hold && job.held_until) || earliest(counts.map(({ next_try_at }) => next_try_at)),
  }
}

const earliest = (times: (string | null)[]): string | null =>
  times.filter((time) => time !== null).sort()[0] ?? null

/** Returns times a microsecond apart, the last being `at`, so that messages leave in the order of the recipients. */
export function orderedTimes(at: string, count: number): string[] {
  const last = Date.parse(at) * 1000
  return Array.from({ length: count }, (_, index) => {
    const micros = last - (count - 1 - index)
    const part = String(micros % 1000).padStart(3, '0')
    return new Date(Math.floor(micros / 1000)).toISOString().replace('Z', `${part}Z`)
  })
}
