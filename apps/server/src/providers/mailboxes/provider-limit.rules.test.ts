import { expect, test } from 'vitest'
import { findApiLimit, findLimit } from './provider-limit.rules.ts'

const MINUTE_MS = 60_000

test.each([
  [550, '550-5.4.5 Daily user sending limit exceeded. For more information', null],
  [421, '421-4.7.28 Gmail has detected an unusual rate of mail', MINUTE_MS],
  [550, "550 5.7.232 Your message can't be sent because your trial tenant has exceeded its limit", null],
  [550, '550 5.7.236 Tenant exceeded its daily limit', null],
  [550, "550 5.1.90 Your message can't be sent because you've reached your daily limit", null],
  [550, '550 5.2.0 Sending quota for this hour is used up', 60 * MINUTE_MS],
  [451, '451 5.2.0 Rate limit reached', MINUTE_MS],
  [550, 'In reply to MAIL FROM: 550 5.4.5. Daily limit', null],
])('%i %s is a limit of the provider (MBOX-26)', (code, answer, wait_ms) => {
  expect(findLimit(code, answer)).toEqual({ wait_ms })
})

test.each([
  [550, '550 5.1.1 The account does not exist'],
  [550, '550 5.2.0 Message refused'],
  [552, '552 5.2.2 The mailbox is over its quota'],
  [550, '550 5.7.237 Something else'],
  [550, '550 rejected by 15.4.5.9 and 5.4.5.1'],
  [535, '535 5.7.139 Authentication unsuccessful'],
])('%i %s is none (MBOX-26)', (code, answer) => {
  expect(findLimit(code, answer)).toBeNull()
})

const now = new Date('2026-03-01T10:00:00Z')
const refusal = (status: number, reason: string, retryAfter: string | null = null, message = '') =>
  findApiLimit({ status, reason, message, retryAfter }, now)

test.each([
  [refusal(429, 'rateLimitExceeded'), MINUTE_MS],
  [refusal(429, '', '120'), 120_000],
  [refusal(429, '', 'Sun, 01 Mar 2026 10:05:00 GMT'), 5 * MINUTE_MS],
  [refusal(429, '', 'Sun, 01 Mar 2026 09:00:00 GMT'), 1000],
  [refusal(429, '', '999999999999'), 24 * 60 * MINUTE_MS],
  [refusal(429, '', 'soon'), MINUTE_MS],
  [
    refusal(429, '', null, 'User-rate limit exceeded.  Retry after 2026-03-01T12:00:00.000Z'),
    120 * MINUTE_MS,
  ],
  [refusal(403, 'rateLimitExceeded'), MINUTE_MS],
  [refusal(403, 'userRateLimitExceeded', '30'), 30_000],
  [refusal(403, 'dailyLimitExceeded'), null],
  [refusal(403, 'quotaExceeded'), null],
  [refusal(503, '', '5'), 5000],
])('a limit over HTTP says how long to wait (%#, MBOX-26)', (limit, wait_ms) => {
  expect(limit).toEqual({ wait_ms })
})

test('refusals of other kinds are no limits (MBOX-26)', () => {
  for (const other of [
    refusal(403, 'insufficientPermissions'),
    refusal(401, ''),
    refusal(503, ''),
    refusal(400, 'quotaExceeded'),
  ])
    expect(other).toBeNull()
})
