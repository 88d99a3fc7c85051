import { plan } from '@goldpan/contract/accounts'
import { canHoldOrganizations } from '@goldpan/contract/organizations'
import { planCaps } from '@goldpan/contract/plans'
import type { Plan, UsageType } from '../../db/schema.ts'

/** The calendar month in UTC, such as '2026-11'. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

export const nextMonthStart = (at: Date): string =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)).toISOString()

export interface Account {
  plan: Plan
  tokensEnabled: boolean
  /** Units of this month's allowance. */
  used: number
  tokens: number
  /** True for an organization whose owner's plan doesn't include one; it can use nothing. */
  isFrozen: boolean
}

/** The plans whose organizations aren't frozen. */
export const organizationPlans: readonly Plan[] = plan.options.filter(canHoldOrganizations)

export function countAffordable(type: UsageType, account: Account): number {
  if (account.isFrozen) return 0
  const allowance = Math.max(0, planCaps[account.plan][type] - account.used)
  return allowance + (account.tokensEnabled ? account.tokens : 0)
}

export const capsOf = (type: UsageType): Record<Plan, number> => ({
  test: planCaps.test[type],
  free: planCaps.free[type],
  basic: planCaps.basic[type],
  premium: planCaps.premium[type],
})

/** The highest mark of a month's allowance that was passed between two counts. */
export function findCrossedLimit(before: number, after: number, cap: number): 80 | 100 | null {
  const hasCrossed = (mark: number) => before < mark && after >= mark
  if (cap > 0 && hasCrossed(cap)) return 100
  return cap > 0 && hasCrossed(cap * 0.8) ? 80 : null
}
