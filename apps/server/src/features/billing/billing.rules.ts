import type { Plan } from '@goldpan/contract/accounts'
import { GRACE_DAYS, type PaidPlan } from '@goldpan/contract/billing'
import type { RefusalName } from '@goldpan/contract/refusals'
import { planRanks } from '@goldpan/contract/usage'
import type { PaidSubscription } from '../../providers/payment/port.ts'

type Standing = Pick<PaidSubscription, 'status' | 'past_due_since'> & { plan: PaidPlan | null }

/** When a plan whose payment failed is lost. */
export const graceEnd = (pastDueSince: string): string =>
  new Date(new Date(pastDueSince).getTime() + GRACE_DAYS * 86_400_000).toISOString()

/** Since when nothing is paid: a later invoice that fails as well gives no new days. */
export function unpaidSince(
  before: { subscription_id: string; past_due_since: string | null } | null,
  { id, past_due_since }: Pick<PaidSubscription, 'id' | 'past_due_since'>,
): string | null {
  const earlier = before?.subscription_id === id ? before.past_due_since : null
  if (!past_due_since || !earlier) return past_due_since
  return new Date(earlier) < new Date(past_due_since) ? earlier : past_due_since
}

/** What a subscription is worth now: its plan, also for some days after a failed payment; else the free plan. */
export function entitledPlan({ plan, status, past_due_since }: Standing, now: Date): 'free' | PaidPlan {
  if (!plan) return 'free'
  if (status === 'active') return plan
  if (status !== 'past_due' || !past_due_since) return 'free'
  return now < new Date(graceEnd(past_due_since)) ? plan : 'free'
}

const STATUS_RANKS = { active: 3, past_due: 2, incomplete: 1, ended: 0 }

/** The subscription that counts, and further ones that are paid for by mistake: two checkouts that were both paid. */
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
      // Of ended ones the last counts, of running ones the better and then the older.
      (a.status === 'ended'
        ? b.created_at.localeCompare(a.created_at)
        : planRanks[b.plan] - planRanks[a.plan] || a.created_at.localeCompare(b.created_at)),
  )
  return { kept, doubled: others.filter(({ status }) => status === 'active' || status === 'past_due') }
}

/** How many of a pack's tokens go back when so much of its price went back. */
export const tokensReturned = (tokens: number, amountCents: number, returnedCents: number): number =>
  amountCents <= 0 ? 0 : Math.floor((tokens * Math.min(returnedCents, amountCents)) / amountCents)

export interface Held {
  subscription_id: string
  plan: PaidPlan
  status: PaidSubscription['status']
  pending_plan: 'free' | PaidPlan | null
}

const isRunning = (held: Held | null): held is Held =>
  held?.status === 'active' || held?.status === 'past_due'

/** Whether a plan can be bought now: as a new subscription, or as an upgrade of the one that runs. */
export function checkPurchase(
  current: Plan,
  held: Held | null,
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

/** Whether a running subscription can move to a lower plan at the end of its period. */
export function findDowngradeFault(held: Held | null, wanted: 'free' | PaidPlan): RefusalName | null {
  if (!isRunning(held)) return 'billing.no_subscription'
  if (planRanks[wanted] >= planRanks[held.plan]) return 'billing.not_a_downgrade'
  if (held.status === 'past_due' && wanted !== 'free') return 'billing.payment_due'
  return held.pending_plan ? 'billing.downgrade_waits' : null
}
