import { plan } from '@goldpan/contract/accounts'
import { canHoldOrganizations } from '@goldpan/contract/organizations'
import type { Cap, Caps, Plans } from '@goldpan/contract/plans'
import type { Plan, UsageType } from '../../db/schema.ts'

/** The calendar month in UTC, such as '2026-11'. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

export const nextMonthStart = (at: Date): string =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)).toISOString()

/** The day in UTC, such as '2026-11-28'. */
export const utcDayOf = (at: Date): string => at.toISOString().slice(0, 10)

export interface Account {
  cap: Cap
  tokensEnabled: boolean
  /** Units used of this month's allowance. */
  used: number
  tokens: number
  /** True for an organization whose owner's plan doesn't include one; it can't use anything. */
  isFrozen: boolean
}

/** Plans whose accounts can own organizations. */
export const organizationPlans: readonly Plan[] = plan.options.filter(canHoldOrganizations)

/** Fits into a PostgreSQL integer, since callers pass it as a limit. Never sent to clients. */
const UNLIMITED = 2_000_000_000

/** Units left in the allowance, plus tokens if the user has turned them on. */
export function countAffordable({ cap, used, tokens, ...account }: Account): number {
  if (account.isFrozen) return 0
  if (cap === null) return UNLIMITED
  return Math.max(0, cap - used) + (account.tokensEnabled ? tokens : 0)
}

/** Caps that the operator gave one account in place of its plan's. */
export type OwnCaps = Partial<Caps>

export const accountCaps = ({ caps }: Plans, plan: Plan, own: OwnCaps): Caps => ({ ...caps[plan], ...own })

/** The caps of one usage type, by plan. */
export const capsByPlan = ({ caps }: Plans, type: UsageType): Record<Plan, Cap> => ({
  test: caps.test[type],
  free: caps.free[type],
  basic: caps.basic[type],
  premium: caps.premium[type],
})

/** The highest mark of a month's allowance passed between two counts. */
export function findCrossedLimit(before: number, after: number, cap: Cap): 80 | 100 | null {
  if (cap === null || cap === 0) return null
  const hasCrossed = (mark: number) => before < mark && after >= mark
  if (hasCrossed(cap)) return 100
  return hasCrossed(cap * 0.8) ? 80 : null
}
