import { plan } from '@goldpan/contract/accounts'
import { canHoldOrganizations } from '@goldpan/contract/organizations'
import { planCaps } from '@goldpan/contract/usage'
import type { Plan, UsageType } from '../../db/schema.ts'

/** The month that usage counts in: a calendar month in UTC, as '2026-11'. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

/** When the month's counts start again. */
export const nextMonthStart = (at: Date): string =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)).toISOString()

export interface Account {
  plan: Plan
  tokensEnabled: boolean
  /** Units of the allowance used this month. */
  used: number
  tokens: number
  /** An organization whose owner's plan no longer holds one uses nothing. */
  isFrozen: boolean
}

/** The plans with which a person may own organizations that work. */
export const organizationPlans: readonly Plan[] = plan.options.filter(canHoldOrganizations)

/** How many more units can be paid for. */
export function countAffordable(type: UsageType, account: Account): number {
  if (account.isFrozen) return 0
  const allowance = Math.max(0, planCaps[account.plan][type] - account.used)
  return allowance + (account.tokensEnabled ? account.tokens : 0)
}

/** What a plan allows of one thing, by plan. */
export const capsOf = (type: UsageType): Record<Plan, number> => ({
  test: planCaps.test[type],
  free: planCaps.free[type],
  basic: planCaps.basic[type],
  premium: planCaps.premium[type],
})

/** Which mark of a month's allowance was passed between two counts; the higher one when both were. */
export function findCrossedLimit(before: number, after: number, cap: number): 80 | 100 | null {
  const hasCrossed = (mark: number) => before < mark && after >= mark
  if (cap > 0 && hasCrossed(cap)) return 100
  return cap > 0 && hasCrossed(cap * 0.8) ? 80 : null
}
