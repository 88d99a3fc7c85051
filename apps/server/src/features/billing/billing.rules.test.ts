import { findPackage, tokenPackages, tokenPriceLabel } from '@goldpan/contract/billing'
import { defaultPlans, dollars } from '@goldpan/contract/plans'
import { isPlanAtLeast, planRanks } from '@goldpan/contract/usage'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaidSubscription } from '../../providers/payment/port.ts'
import {
  checkPurchase,
  chooseSubscription,
  entitledPlan,
  findDowngradeFault,
  graceEnd,
  tokensReturned,
} from './billing.rules.ts'
import { listPrices, planFeatures, planPriceLabel } from './offers.rules.ts'

const { caps: planCaps, prices: planPrices } = defaultPlans

test('plans rank from test over free and basic to premium, and higher plans include what lower ones have (PLAN-01)', () => {
  expect(planRanks).toEqual({ test: -1, free: 0, basic: 1, premium: 2 })
  expect(isPlanAtLeast('premium', 'basic')).toBe(true)
  expect(isPlanAtLeast('basic', 'basic')).toBe(true)
  expect(isPlanAtLeast('test', 'free')).toBe(false)
})

test('Free costs nothing and allows 20 searches, 10 generations and 50 emails, without extras (PLAN-02)', () => {
  expect(planPriceLabel(defaultPlans, 'free')).toBe('$0 per month')
  expect(planCaps.free).toEqual({ business_searches: 20, email_generations: 10, emails_sent: 50 })
  expect(planFeatures(defaultPlans, 'free')).toHaveLength(3)
})

test('Basic costs $10 and allows 50, 50 and 200, with priority support (PLAN-03)', () => {
  expect([planPrices.basic, planPriceLabel(defaultPlans, 'basic')]).toEqual([1000, '$10 per month'])
  expect(planCaps.basic).toEqual({ business_searches: 50, email_generations: 50, emails_sent: 200 })
  expect(planFeatures(defaultPlans, 'basic').slice(3)).toEqual(['Priority support'])
})

test('Premium costs $40 and allows 100, 100 and 1000, with organizations and priority support (PLAN-04)', () => {
  expect([planPrices.premium, planPriceLabel(defaultPlans, 'premium')]).toEqual([4000, '$40 per month'])
  expect(planCaps.premium).toEqual({ business_searches: 100, email_generations: 100, emails_sent: 1000 })
  expect(planFeatures(defaultPlans, 'premium').slice(3)).toEqual([
    'Create business organizations',
    'Priority support',
  ])
})

test('the plan test has separate caps: 5, 5 and 10 (PLAN-05)', () => {
  expect(planCaps.test).toEqual({ business_searches: 5, email_generations: 5, emails_sent: 10 })
})

test('an unlimited plan says so in the cards and to visitors', () => {
  const caps = { ...planCaps, premium: { business_searches: null, email_generations: 7, emails_sent: null } }
  const plans = { caps, prices: { basic: 1250, premium: 120_000 } }
  expect(planFeatures(plans, 'premium').slice(0, 3)).toEqual([
    'Unlimited business searches per month',
    '7 email generations per month',
    'Unlimited emails sent per month',
  ])
  expect(listPrices(plans)).toMatchObject([
    { name: 'Free', price_label: '$0 per month', allowance: '20 searches and 50 emails a month' },
    { name: 'Basic', price_label: '$12.50 per month', allowance: '50 searches and 200 emails a month' },
    {
      name: 'Premium',
      price_label: '$1,200 per month',
      allowance: 'Unlimited searches and unlimited emails a month',
    },
  ])
})

test('packs are 50, 100 and 500 tokens with a price per token', () => {
  expect(tokenPackages.map((pack) => [pack.amount, pack.price, tokenPriceLabel(pack)])).toEqual([
    [50, 7.5, '$0.15 per token'],
    [100, 13, '$0.13 per token'],
    [500, 55, '$0.11 per token'],
  ])
  expect(findPackage('tokens_500').amount).toBe(500)
  expect([dollars(0), dollars(750), dollars(120_000)]).toEqual(['$0', '$7.50', '$1,200'])
})

const at = new Date('2026-03-10T00:00:00.000Z')
const subscription = (change: Partial<PaidSubscription> = {}): PaidSubscription => ({
  id: 'sub_1',
  reference: null,
  plan: 'basic',
  status: 'active',
  created_at: '2026-03-01T00:00:00.000Z',
  period_end: '2026-04-01T00:00:00.000Z',
  pending: null,
  past_due_since: null,
  ...change,
})

test.each([
  ['active', null, 'basic'],
  ['past_due', '2026-03-09T00:00:00.000Z', 'basic'],
  ['past_due', '2026-03-03T00:00:01.000Z', 'basic'],
  ['past_due', '2026-03-03T00:00:00.000Z', 'free'],
  ['incomplete', null, 'free'],
  ['ended', null, 'free'],
] as const)('a subscription that is %s, late since %s, is worth %s', (status, past_due_since, worth) => {
  expect(entitledPlan(subscription({ status, past_due_since }), at)).toBe(worth)
})

test('the grace period has the same length across months and years', () => {
  expect(graceEnd('2026-12-28T23:59:59.000Z')).toBe('2027-01-04T23:59:59.000Z')
})

test('of several subscriptions the best active one counts, and further active ones are reported', () => {
  const { kept, doubled } = chooseSubscription([
    subscription({ id: 'old', status: 'ended', plan: 'premium' }),
    subscription({ id: 'basic' }),
    subscription({ id: 'late', status: 'past_due', plan: 'premium' }),
    subscription({ id: 'younger', plan: 'premium', created_at: '2026-03-03T00:00:00.000Z' }),
    subscription({ id: 'older', plan: 'premium', created_at: '2026-03-02T00:00:00.000Z' }),
    subscription({ id: 'foreign', plan: null }),
  ])
  expect(kept?.id).toBe('older')
  expect(doubled.map(({ id }) => id)).toEqual(['younger', 'basic', 'late'])
})

test('of ended subscriptions the latest counts', () => {
  const { kept, doubled } = chooseSubscription([
    subscription({ id: 'first', status: 'ended', created_at: '2026-01-01T00:00:00.000Z' }),
    subscription({ id: 'second', status: 'ended', created_at: '2026-02-01T00:00:00.000Z' }),
  ])
  expect([kept?.id, doubled]).toEqual(['second', []])
})

test('tokens are taken back in proportion, never more than bought, and the same in steps as at once', () => {
  expect([tokensReturned(50, 750, 375), tokensReturned(50, 750, 9999), tokensReturned(0, 0, 0)]).toEqual([
    25, 50, 0,
  ])
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.integer({ min: 1, max: 100_000 }),
      fc.array(fc.nat(5000)),
      (tokens, price, steps) => {
        let [returned, taken] = [0, 0]
        for (const step of steps) {
          returned += step
          const more = tokensReturned(tokens, price, returned) - taken
          expect(more).toBeGreaterThanOrEqual(0)
          taken += more
        }
        expect(taken).toBe(tokensReturned(tokens, price, returned))
        expect(taken).toBeLessThanOrEqual(tokens)
      },
    ),
  )
})

const held = { subscription_id: 'sub_1', plan: 'basic', status: 'active', pending_plan: null } as const

test.each([
  ['free', null, 'premium', null],
  ['test', null, 'basic', null],
  ['premium', null, 'basic', 'billing.not_an_upgrade'],
  ['basic', null, 'basic', 'billing.same_plan'],
  ['basic', held, 'premium', null],
  ['basic', held, 'basic', 'billing.same_plan'],
  ['basic', { ...held, pending_plan: 'free' }, 'premium', 'billing.downgrade_waits'],
  ['basic', { ...held, status: 'past_due' }, 'premium', 'billing.payment_due'],
  ['free', { ...held, status: 'ended' }, 'basic', null],
  ['premium', { ...held, plan: 'premium' }, 'basic', 'billing.not_an_upgrade'],
] as const)('on %s with %o the plan %s is refused with %s', (current, subscribed, wanted, fault) => {
  expect(checkPurchase(current, subscribed, wanted).fault).toBe(fault)
})

test.each([
  [null, 'free', 'billing.no_subscription'],
  [{ ...held, status: 'ended' }, 'free', 'billing.no_subscription'],
  [held, 'free', null],
  [held, 'basic', 'billing.not_a_downgrade'],
  [{ ...held, plan: 'premium', pending_plan: 'basic' }, 'free', 'billing.downgrade_waits'],
  [{ ...held, plan: 'premium', status: 'past_due' }, 'basic', 'billing.payment_due'],
  [{ ...held, status: 'past_due' }, 'free', null],
] as const)('with %o a downgrade to %s is refused with %s', (subscribed, wanted, fault) => {
  expect(findDowngradeFault(subscribed, wanted)).toBe(fault)
})
