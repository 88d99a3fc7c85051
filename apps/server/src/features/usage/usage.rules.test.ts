import { defaultPlans } from '@goldpan/contract/plans'
import { isPlanAtLeast, limitMessage } from '@goldpan/contract/usage'
import { expect, test } from 'vitest'
import { accountCaps, countAffordable, findCrossedLimit, monthOf, nextMonthStart } from './usage.rules.ts'

const account = { cap: 50, tokensEnabled: true, used: 0, tokens: 0, isFrozen: false } as const

test('after a change to a smaller plan nothing is left, never less than nothing', () => {
  expect(countAffordable({ ...account, used: 180, tokens: 3 })).toBe(3)
})

test('without a cap everything is affordable, but nothing in a frozen organization', () => {
  expect(countAffordable({ ...account, cap: null, used: 10 ** 9 })).toBe(2_000_000_000)
  expect(countAffordable({ ...account, cap: null, isFrozen: true })).toBe(0)
})

test('own caps replace those of the plan, also unlimited and 0', () => {
  expect(accountCaps(defaultPlans, 'free', { emails_sent: null, business_searches: 0 })).toEqual({
    business_searches: 0,
    email_generations: 10,
    emails_sent: null,
  })
})

test('a month is a calendar month in UTC (USAGE-01)', () => {
  expect(monthOf(new Date('2026-01-31T23:59:59.999Z'))).toBe('2026-01')
  expect(nextMonthStart(new Date('2026-12-31T23:00:00.000Z'))).toBe('2027-01-01T00:00:00.000Z')
})

test('the month ends at the same moment in every time zone', () => {
  expect(monthOf(new Date('2026-03-01T00:30:00+14:00'))).toBe('2026-02')
  expect(monthOf(new Date('2026-02-28T23:30:00-12:00'))).toBe('2026-03')
  expect(monthOf(new Date('2028-02-29T23:59:59.999Z'))).toBe('2028-02')
  for (const day of ['2026-01-31', '2026-03-31', '2026-05-31', '2028-02-29'])
    expect(nextMonthStart(new Date(`${day}T23:59:59.999Z`)).slice(8)).toBe('01T00:00:00.000Z')
})

test('80 % and 100 % of a cap are reported when passed, only the higher one if both are passed at once', () => {
  expect([
    findCrossedLimit(39, 40, 50),
    findCrossedLimit(40, 41, 50),
    findCrossedLimit(49, 50, 50),
    findCrossedLimit(0, 50, 50),
  ]).toEqual([80, null, 100, 100])
  expect([findCrossedLimit(0, 10 ** 9, null), findCrossedLimit(0, 0, 0)]).toEqual([null, null])
})

test('the plans have their caps (PLAN-02, PLAN-03, PLAN-04, PLAN-05)', () => {
  const caps = (plan: keyof typeof defaultPlans.caps) => Object.values(defaultPlans.caps[plan])
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

test('the limit is explained in words (USAGE-05)', () => {
  expect(limitMessage('business_searches')).toBe('You have reached your monthly limit for business searches.')
  expect(limitMessage('email_generations')).toBe('You have reached your monthly limit for email generations.')
  expect(limitMessage('emails_sent')).toBe('You have reached your monthly limit for email sending.')
})
