import { paidPlan, tokenPackageId } from '@goldpan/contract/billing'
import type { PaidPlan } from '@goldpan/contract/plans'
import { z } from 'zod'

export const storedSubscription = z.object({
  reference: z.string(),
  plan: paidPlan,
  status: z.enum(['active', 'past_due', 'ended']),
  period_start: z.string(),
  period_end: z.string(),
  pending: z.object({ plan: z.enum(['free', 'basic', 'premium']), at: z.string() }).nullable(),
  past_due_since: z.string().nullable(),
  next_payment_fails: z.boolean(),
})
export type StoredSubscription = z.infer<typeof storedSubscription>

const order = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan'), plan: paidPlan, reference: z.string() }),
  z.object({ kind: z.literal('pack'), pack: tokenPackageId, reference: z.string() }),
  z.object({ kind: z.literal('upgrade'), subscriptionId: z.string(), plan: paidPlan, reference: z.string() }),
  z.object({ kind: z.literal('portal') }),
])

export const storedPage = z.object({
  owner: z.string(),
  order,
  status: z.enum(['open', 'paid', 'cancelled']),
  return_url: z.string(),
  cancel_url: z.string(),
  expires_at: z.string(),
})
export type StoredPage = z.infer<typeof storedPage>

export const storedPayment = z.object({
  reference: z.string().nullable(),
  pack: tokenPackageId.nullable(),
  amount_cents: z.number(),
  returned_cents: z.number(),
  paid_at: z.string(),
})

/** The same day of the next month in UTC, or its last day. */
export function addMonth(iso: string): string {
  const at = new Date(iso)
  const next = new Date(at)
  next.setUTCDate(1)
  next.setUTCMonth(at.getUTCMonth() + 1)
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(at.getUTCDate(), lastDay))
  return next.toISOString()
}

/** A subscription that begins now. */
export const startSubscription = (plan: PaidPlan, reference: string, now: Date): StoredSubscription => ({
  reference,
  plan,
  status: 'active',
  period_start: now.toISOString(),
  period_end: addMonth(now.toISOString()),
  pending: null,
  past_due_since: null,
  next_payment_fails: false,
})

/** US cents a month. */
export type Prices = Record<PaidPlan, number>

/** Applies renewals, pending changes and failed payments up to now. Returns the renewals with their prices. */
export function advance(
  before: StoredSubscription,
  prices: Prices,
  now: Date,
): { subscription: StoredSubscription; renewals: { at: string; cents: number }[] } {
  let subscription = before
  const renewals: { at: string; cents: number }[] = []
  while (subscription.status === 'active' && new Date(subscription.period_end) <= now) {
    subscription = renew(subscription)
    if (subscription.status === 'active')
      renewals.push({ at: subscription.period_start, cents: prices[subscription.plan] })
  }
  return { subscription, renewals }
}

function renew(subscription: StoredSubscription): StoredSubscription {
  const { pending, period_end } = subscription
  if (pending?.plan === 'free') return { ...subscription, status: 'ended', pending: null }
  if (subscription.next_payment_fails)
    return { ...subscription, status: 'past_due', past_due_since: period_end, next_payment_fails: false }
  return {
    ...subscription,
    plan: pending?.plan ?? subscription.plan,
    pending: null,
    period_start: period_end,
    period_end: addMonth(period_end),
  }
}

/** The open invoice was paid: a new period starts now. */
export const settle = (subscription: StoredSubscription, now: Date): StoredSubscription => ({
  ...subscription,
  status: 'active',
  past_due_since: null,
  period_start: now.toISOString(),
  period_end: addMonth(now.toISOString()),
})

/** The value of the rest of the period at a monthly price, in cents. */
function worthOfRest(cents: number, { period_start, period_end }: StoredSubscription, now: Date): number {
  const [start, end] = [new Date(period_start).getTime(), new Date(period_end).getTime()]
  const share = Math.min(1, Math.max(0, (end - now.getTime()) / (end - start)))
  return Math.round(cents * share)
}

/** The price of an upgrade: the rest of the period at the new price, minus unused time at the old one. */
export function prorate(subscription: StoredSubscription, plan: PaidPlan, prices: Prices, now: Date) {
  return {
    newCents: worthOfRest(prices[plan], subscription, now),
    creditCents: worthOfRest(prices[subscription.plan], subscription, now),
  }
}
