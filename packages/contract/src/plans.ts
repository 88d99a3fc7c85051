import type { Plan } from './accounts.ts'

// Apart from the schemas of billing and usage, which the login page need not load.

export const usageTypes = ['business_searches', 'email_generations', 'emails_sent'] as const
export type UsageType = (typeof usageTypes)[number]

/** In ascending order. The plan `test` is assigned by configuration only. */
export const offeredPlans = ['free', 'basic', 'premium'] as const
export type OfferedPlan = (typeof offeredPlans)[number]
export type PaidPlan = Exclude<OfferedPlan, 'free'>

/** The units that a plan includes in a calendar month in UTC. Null is unlimited. */
export type Cap = number | null
export type Caps = Record<UsageType, Cap>

/** Caps and prices of an installation's plans. */
export interface Plans {
  caps: Record<Plan, Caps>
  /** US cents a month. */
  prices: Record<PaidPlan, number>
}

/** For an installation without a PLANS_FILE. */
export const defaultPlans: Plans = {
  caps: {
    test: { business_searches: 5, email_generations: 5, emails_sent: 10 },
    free: { business_searches: 20, email_generations: 10, emails_sent: 50 },
    basic: { business_searches: 50, email_generations: 50, emails_sent: 200 },
    premium: { business_searches: 100, email_generations: 100, emails_sent: 1000 },
  },
  prices: { basic: 1000, premium: 4000 },
}

export const planNames: Record<Plan, string> = {
  test: 'Test',
  free: 'Free',
  basic: 'Basic',
  premium: 'Premium',
}

/** '$7.50', '$10': whole dollars without cents. */
export const dollars = (cents: number): string =>
  `$${cents % 100 === 0 ? (cents / 100).toLocaleString('en') : (cents / 100).toFixed(2)}`
