import { isPlanAtLeast, limitMessage, planCaps } from '@goldpan/contract/usage'
import { expect, test } from 'vitest'
import { countAffordable, findPayment, monthOf, nextMonthStart } from './usage.rules.ts'

const account = { plan: 'free', tokensEnabled: true, used: 0, tokens: 0 } as const

test('the allowance pays first, then tokens, and only when the toggle is on (TOKEN-08, TOKEN-07)', () => {
  expect(findPayment('emails_sent', { ...account, used: 49, tokens: 5 })).toEqual({ units: 1, tokens: 0 })
  expect(findPayment('emails_sent', { ...account, used: 50, tokens: 5 })).toEqual({ units: 0, tokens: -1 })
  expect(findPayment('emails_sent', { ...account, used: 50, tokens: 5, tokensEnabled: false })).toBeNull()
  expect(findPayment('emails_sent', { ...account, used: 50, tokens: 0 })).toBeNull()
})

test('a plan changed to a smaller one leaves nothing, never less', () => {
  expect(countAffordable('emails_sent', { ...account, used: 180, tokens: 3 })).toBe(3)
})

test('a month is a calendar month in UTC (USAGE-01)', () => {
  expect(monthOf(new Date('2026-01-31T23:59:59.999Z'))).toBe('2026-01')
  expect(nextMonthStart(new Date('2026-12-31T23:00:00.000Z'))).toBe('2027-01-01T00:00:00.000Z')
})

test('the plans have their caps (PLAN-02, PLAN-03, PLAN-04, PLAN-05)', () => {
  const caps = (plan: keyof typeof planCaps) => Object.values(planCaps[plan])
  expect([caps('free'), caps('basic'), caps('premium'), caps('test')]).toEqual([
    [20, 10, 50],
    [50, 50, 200],
    [100, 100, 1000],
    [5, 5, 10],
  ])
})

test('plans rank test, free, basic, premium (PLAN-01)', () => {
  const ranked = ['test', 'free', 'basic', 'premium'] as const
  for (const [n, held] of ranked.entries())
    for (const [m, required] of ranked.entries()) expect(isPlanAtLeast(held, required)).toBe(n >= m)
})

test('the limit is named in words (USAGE-05)', () => {
  expect(limitMessage('business_searches')).toBe('You have reached your monthly limit for business searches.')
  expect(limitMessage('email_generations')).toBe('You have reached your monthly limit for email generations.')
  expect(limitMessage('emails_sent')).toBe('You have reached your monthly limit for email sending.')
})
