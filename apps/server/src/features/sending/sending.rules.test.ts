import { type SendJob, sendOutcome, stoppingText, unconfirmedText } from '@goldpan/contract/sending'
import { expect, test } from 'vitest'
import type { HandOverResult } from '../../providers/mail/port.ts'
import { delayOf, isTooOld, judge, toJob } from './sending.rules.ts'

const now = new Date('2026-03-02T09:00:00.000Z')
const tried = { attempts: 1, first_tried_at: now.toISOString(), now, random: 0.5 }
const result = (outcome: HandOverResult['outcome'], code: number | null, answer: string) => ({
  outcome,
  code,
  answer,
})

test.each([
  [result('accepted', 250, '250 2.0.0 Ok'), { kind: 'sent' }],
  [result('unconfirmed', null, 'broke'), { kind: 'unconfirmed' }],
  [result('rejected', 550, '550 5.1.1 No such user'), { kind: 'failed', refusal: 'address' }],
  [result('rejected', 552, '552 5.2.2 Mailbox full'), { kind: 'failed', refusal: 'other' }],
  [result('rejected', 554, '554 5.7.1 Spam'), { kind: 'failed', refusal: 'policy' }],
  // Wrong credentials of the installation aren't the recipient's fault.
  [result('rejected', 535, '535 5.7.8 Authentication failed'), { kind: 'retry' }],
  [result('deferred', 450, '450 4.2.0 later'), { kind: 'retry' }],
  [result('not_sent', null, 'connect ECONNREFUSED'), { kind: 'retry', delayMs: 300_000 }],
])('what %o means for a message', (outcome, verdict) => {
  expect(judge(outcome, tried)).toMatchObject(verdict)
})

test('attempts come 5, 15, 30, 60, 120 and 240 minutes apart, 20 % more or less', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 20].map((attempts) => delayOf(attempts, 0.5) / 60_000)
  expect(minutes).toEqual([5, 15, 30, 60, 120, 240, 240, 240])
  expect([delayOf(1, 0), delayOf(1, 1)]).toEqual([4 * 60_000, 6 * 60_000])
})

test('a server that names a time is not asked before', () => {
  const verdict = judge(result('deferred', 450, '450 4.7.1 Greylisted, try again in 20 minutes'), tried)
  expect(verdict).toMatchObject({ kind: 'retry', delayMs: 20 * 60_000 })
})

test('a message is given up when the next attempt would come after 24 hours', () => {
  const first_tried_at = new Date(now.getTime() - 21 * 3_600_000).toISOString()
  const late = { ...tried, attempts: 9, first_tried_at }
  expect(judge(result('deferred', 450, '450 later'), late)).toMatchObject({ kind: 'failed' })
})

test.each([
  ['began 71 hours ago', [71, null, null], false],
  ['began 73 hours ago and nobody looked at it', [73, null, null], true],
  ['began 300 hours ago and was looked at an hour ago', [300, 1, null], false],
  ['was looked at 80 hours ago, when it had to wait until 20 hours ago', [300, 80, 20], false],
  ['was looked at 80 hours ago, when it had to wait until 75 hours ago', [300, 80, 75], true],
  ['waits until tomorrow', [300, 80, -24], false],
] as const)('a job that %s: %o', (_what, [created, looked, held], isOld) => {
  const ago = (hours: number | null) =>
    hours === null ? null : new Date(now.getTime() - hours * 3_600_000).toISOString()
  const times = { created_at: ago(created)!, looked_at: ago(looked), held_until: ago(held) }
  expect(isTooOld(times, 72, { now, systemNow: now })).toBe(isOld)
})

test('a jump of the demo clock makes no job too old', () => {
  const hours = (n: number) => new Date(now.getTime() + n * 3_600_000)
  const waiting = {
    created_at: hours(-100).toISOString(),
    looked_at: hours(-1).toISOString(),
    held_until: null,
    held_at: null,
  }
  expect(isTooOld(waiting, 72, { now: hours(90 * 24), systemNow: now })).toBe(false)
  expect(isTooOld(waiting, 72, { now: hours(90 * 24), systemNow: hours(72) })).toBe(true)
})

const job = {
  id: 'j',
  owner_id: 'o',
  campaign_id: 'c',
  status: 'completed' as const,
  resend: false,
  error: null,
  created_at: now.toISOString(),
  completed_at: now.toISOString(),
  held_until: null,
  held_at: null,
  held_reason: null,
  looked_at: null,
  kind: 'send' as const,
  sender: 'shared' as const,
}
const count = (
  state: 'sent' | 'failed' | 'unconfirmed' | 'queued' | 'suppressed' | 'expired',
  n: number,
) => ({
  state,
  count: n,
  next_try_at: null,
})

test('progress and result are counted from the messages (SEND-04, SEND-21)', () => {
  const counts = [count('sent', 5), count('failed', 2), count('unconfirmed', 1), count('expired', 1)]
  expect(toJob(job, [...counts, count('queued', 3), count('suppressed', 1)])).toMatchObject({
    progress: { total: 13, processed: 10, success: 5, failed: 3 },
    result: { sent_count: 5, failed_count: 3, unconfirmed_count: 1 },
  })
  expect(toJob({ ...job, status: 'processing', completed_at: null }, counts).result).toBeNull()
})

test('the end of a job is told in the words of the specification (SEND-07, SEND-08, SEND-09, SEND-22)', () => {
  const ended = (
    status: SendJob['status'],
    sent_count: number,
    failed_count: number,
    error: string | null = null,
  ) => sendOutcome({ status, error, result: { sent_count, failed_count, unconfirmed_count: 0 } })
  expect(ended('completed', 3, 0)).toBe('Successfully sent 3 emails.')
  expect(ended('completed', 3, 2)).toBe('Successfully sent 3 emails. Failed to send 2 emails.')
  expect(ended('failed', 0, 0)).toBe('Failed to send campaign')
  expect(ended('failed', 0, 0, 'No allowance')).toBe('No allowance')
  expect(ended('cancelled', 1, 0)).toBe('Email campaign was cancelled')
  expect(ended('processing', 1, 0)).toBeNull()
  expect(unconfirmedText(2)).toBe(
    '2 could not be confirmed: the connection broke after the message was handed over. They are not sent again automatically.',
  )
  expect([unconfirmedText(0), stoppingText(0)]).toEqual([null, null])
})
