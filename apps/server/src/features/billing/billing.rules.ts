import type { Plan } from '@goldpan/contract/accounts'
import { GRACE_DAYS } from '@goldpan/contract/billing'
import type { PaidPlan } from '@goldpan/contract/plans'
import type { RefusalName } from '@goldpan/contract/refusals'
import { planRanks } from '@goldpan/contract/usage'
import type { PaidSubscription } from '../../providers/payment/port.ts'

type Standing = Pick<PaidSubscription, 'status' | 'past_due_since'> & { plan: PaidPlan | null }

export const graceEnd = (pastDueSince: string): string =>
  new Date(new Date(pastDueSince).getTime() + GRACE_DAYS * 86_400_000).toISOString()

/** A later invoice that also fails doesn't restart the grace period. */
export function unpaidSince(
  before: { subscription_id: string; past_due_since: string | null } | null,
  { id, past_due_since }: Pick<PaidSubscription, 'id' | 'past_due_since'>,
): string | null {
  const earlier = before?.subscription_id === id ? before.past_due_since : null
  if (!past_due_since || !earlier) return past_due_since
  return new Date(earlier) < new Date(past_due_since) ? earlier : past_due_since
}

/** The subscription's plan, also during the grace period after a failed payment; else the free plan. */
export function entitledPlan({ plan, status, past_due_since }: Standing, now: Date): 'free' | PaidPlan {
  if (!plan) return 'free'
  if (status === 'active') return plan
  if (status !== 'past_due' || !past_due_since) return 'free'
  return now < new Date(graceEnd(past_due_since)) ? plan : 'free'
}

const STATUS_RANKS = { active: 3, past_due: 2, incomplete: 1, ended: 0 }

/** The subscription that counts, and further active ones that were paid by mistake, for example by two checkouts. */
export function chooseSubscription(subscriptions: PaidSubscription[]): {
  kept: (PaidSubscription & { plan: PaidPlan }) | null
  doubled: PaidSubscription[]
} {
  const known = subscriptions.filter(
    (found): found is PaidSubscription & { plan: PaidPlan } => found.plan !== null,
  )
  const [kept = null, ...others] = known.toSorted(
    (a, b) =>
      STATUS_RANKS[b.status] - STATUS_RANKS[a.status] ||
      // Among ended subscriptions the latest wins; among active ones the higher plan, then the older.
      (a.status === 'ended'
        ? b.created_at.localeCompare(a.created_at)
        : planRanks[b.plan] - planRanks[a.plan] || a.created_at.localeCompare(b.created_at)),
  )
  return { kept, doubled: others.filter(({ status }) => status === 'active' || status === 'past_due') }
}

/** Tokens to take back for this part of a pack's price. */
export const tokensReturned = (tokens: number, amountCents: number, returnedCents: number): number =>
  amountCents <= 0 ? 0 : Math.floor((tokens * Math.min(returnedCents, amountCents)) / amountCents)

export interface CurrentSubscription {
  subscription_id: string
  plan: PaidPlan
  status: PaidSubscription['status']
  pending_plan: 'free' | PaidPlan | null
}

const isRunning = (held: CurrentSubscription | null): held is CurrentSubscription =>
  held?.status === 'active' || held?.status === 'past_due'

/** `upgrades` is the running subscription that changes; null opens a new one. */
export function checkPurchase(
  current: Plan,
  held: CurrentSubscription | null,
  wanted: PaidPlan,
): { fault: RefusalName } | { fault: null; upgrades: string | null } {
  if (!isRunning(held)) {
    if (current === wanted) return { fault: 'billing.same_plan' }
    return planRanks[wanted] < planRanks[current]
      ? { fault: 'billing.not_an_upgrade' }
      : { fault: null, upgrades: null }
  }
  if (held.status === 'past_due') return { fault: 'billing.payment_due' }
  if (held.plan === wanted) return { fault: 'billing.same_plan' }
  if (planRanks[wanted] < planRanks[held.plan]) return { fault: 'billing.not_an_upgrade' }
  if (held.pending_plan) return { fault: 'billing.downgrade_waits' }
  return { fault: null, upgrades: held.subscription_id }
}

/** Returns null if the subscription can move to that plan at the end of its period. */
export function findDowngradeFault(
  held: CurrentSubscription | null,
  wanted: 'free' | PaidPlan,
): RefusalName | null {
  if (!isRunning(held)) return 'billing.no_subscription'
  if (planRanks[wanted] >= planRanks[held.plan]) return 'billing.not_a_downgrade'
  if (held.status === 'past_due' && wanted !== 'free') return 'billing.payment_due'
  return held.pending_plan ? 'billing.downgrade_waits' : null
}
