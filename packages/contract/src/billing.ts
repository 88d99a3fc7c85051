import { z } from 'zod'
import { plan } from './accounts.ts'
import { offeredPlans } from './plans.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'

export const paidPlan = z.enum(['basic', 'premium'])

export const tokenPackageId = z.enum(['tokens_50', 'tokens_100', 'tokens_500'], {
  error: 'Invalid token package selected',
})
export type TokenPackageId = z.infer<typeof tokenPackageId>

export interface TokenPackage {
  id: TokenPackageId
  /** Tokens. */
  amount: number
  /** US dollars. */
  price: number
}

export const tokenPackages: readonly TokenPackage[] = [
  { id: 'tokens_50', amount: 50, price: 7.5 },
  { id: 'tokens_100', amount: 100, price: 13 },
  { id: 'tokens_500', amount: 500, price: 55 },
]

export const findPackage = (id: TokenPackageId): TokenPackage =>
  tokenPackages.find((pack) => pack.id === id) ?? tokenPackages[0]!

export const packPriceLabel = (pack: TokenPackage): string => `$${pack.price.toFixed(2)}`
export const tokenPriceLabel = (pack: TokenPackage): string =>
  `$${(pack.price / pack.amount).toFixed(2)} per token`

/** Days that a plan is kept after a payment failed. */
export const GRACE_DAYS = 7

/** Shown when an error has no message of its own. */
export const billingFallbacks = {
  stripe: 'Failed to load Stripe',
  answer: 'Invalid response from server',
  checkout: 'Failed to start checkout',
  purchase: 'Failed to initiate purchase. Please try again.',
  portal: 'Failed to open billing portal',
  portalAnswer: 'Invalid portal response',
  plan: 'Invalid plan selected',
  subscription: 'Failed to process subscription',
  plans: 'Failed to load plans',
  tokenSettings: 'Failed to load token settings',
  tokenSettingsUpdate: 'Failed to update token settings',
  tokenBalance: 'Failed to load token balance',
  transactions: 'Failed to load transactions',
} as const

const offeredPlan = z.object({
  id: z.enum(offeredPlans),
  name: z.string(),
  /** The price id of the payment provider. Null if the plan is free. */
  price_id: z.string().nullable(),
  price_label: z.string(),
  features: z.array(z.string()),
})
export type PlanOffer = z.infer<typeof offeredPlan>

export const billingState = z.object({
  plans: z.array(offeredPlan),
  packages: z.array(z.object({ id: tokenPackageId, amount: z.number(), price: z.number() })),
  current_plan: plan,
  /** A downgrade that takes effect at the end of the period. */
  pending_change: z.object({ plan: z.enum(offeredPlans), at: z.string() }).nullable(),
  /** True if there is a subscription that can be changed. */
  has_subscription: z.boolean(),
  renews_at: z.string().nullable(),
  /** A payment failed; the plan is kept until this time. */
  grace_until: z.string().nullable(),
  /** No card is charged here. */
  is_test_mode: z.boolean(),
})
export type BillingState = z.infer<typeof billingState>

export const hostedPage = z.object({
  sessionId: z.string(),
  publishableKey: z.string(),
  sessionUrl: z.string(),
})
export type HostedPage = z.infer<typeof hostedPage>

/** A pack, by its id or as listed. */
const chosenPackage = z.union(
  [tokenPackageId, z.object({ id: tokenPackageId }).transform((listed) => listed.id)],
  { error: 'Invalid token package selected' },
)

const checkoutLimit = { points: 30, seconds: 600, by: 'user' } as const
const payPageLimit = { points: 60, seconds: 600, by: 'user' } as const

/** A page of the embedded test checkout, which charges nothing. */
export const payPage = z.object({
  kind: z.enum(['checkout', 'portal']),
  /** 'Premium plan' or '50 tokens'. */
  title: z.string(),
  lines: z.array(z.object({ label: z.string(), amount_cents: z.number() })),
  total_cents: z.number(),
  status: z.enum(['open', 'paid', 'cancelled', 'expired']),
  return_url: z.string(),
  /** Set for the portal only. */
  subscription: z
    .object({
      plan: paidPlan,
      status: z.enum(['active', 'past_due', 'ended']),
      renews_at: z.string(),
      ends_at: z.string().nullable(),
      next_payment_fails: z.boolean(),
    })
    .nullable(),
})
export type PayPage = z.infer<typeof payPage>

export const payAction = z.enum([
  'pay',
  'decline',
  'cancel',
  'end_subscription',
  'keep_subscription',
  'fail_payment',
  'settle',
])
export type PayAction = z.infer<typeof payAction>

export const billingRoutes = {
  billingSettings: route('GET', '/api/billing', {
    answer: z.object({
      /** False if the operator sells nothing: plans and tokens are given, and the other billing routes don't exist. */
      sells_plans: z.boolean(),
      /** For visitors. Empty if nothing is sold. */
      plans: z.array(
        z.object({
          id: z.enum(offeredPlans),
          name: z.string(),
          /** '$10 per month'. */
          price_label: z.string(),
          /** '50 searches and 200 emails a month'. */
          allowance: z.string(),
        }),
      ),
    }),
    access: 'public',
    summary: 'Says whether plans and tokens can be bought, and what the plans cost',
  }),
  getBilling: route('GET', '/api/billing/plans', {
    whose: 'person',
    answer: billingState,
    summary: 'Lists plans and token packs, with your subscription',
  }),
  createCheckout: route('POST', '/api/billing/create-checkout-session', {
    whose: 'person',
    body: z.object({
      priceId: z.string({ error: billingFallbacks.plan }).min(1, billingFallbacks.plan).max(200),
    }),
    answer: hostedPage,
    limit: checkoutLimit,
    summary: 'Opens a hosted page to buy a plan or confirm an upgrade',
  }),
  purchaseTokens: route('POST', '/api/tokens/purchase', {
    whose: 'person',
    body: z.object({ tokenPackage: chosenPackage }),
    answer: hostedPage,
    limit: checkoutLimit,
    summary: 'Opens a hosted page to buy a token pack',
  }),
  openPortal: route('POST', '/api/billing/portal', {
    whose: 'person',
    /** Also as `data.url`, for clients that call the whole response `data`. */
    answer: z.object({ data: z.object({ url: z.string() }), url: z.string() }),
    limit: checkoutLimit,
    summary: 'Opens the hosted billing portal',
  }),
  downgrade: route('POST', '/api/billing/downgrade', {
    whose: 'person',
    body: z.object({ plan: z.enum(['free', 'basic'], { error: billingFallbacks.plan }) }),
    answer: billingState,
    limit: checkoutLimit,
    summary: 'Downgrades at the end of the period',
  }),
  undoDowngrade: route('POST', '/api/billing/undo-downgrade', {
    whose: 'person',
    answer: billingState,
    limit: checkoutLimit,
    summary: 'Cancels a scheduled downgrade',
  }),
  refresh: route('POST', '/api/billing/refresh', {
    whose: 'person',
    answer: billingState,
    limit: { points: 60, seconds: 600, by: 'user' },
    summary: 'Refreshes your subscription from the payment provider',
  }),
  webhook: route('POST', '/api/billing/webhook', {
    answer: z.object({ received: z.literal(true) }),
    access: 'public',
    maxBytes: 256 * 1024,
    summary: 'Receives signed events from the payment provider',
  }),
  getPayPage: route('GET', '/api/pay/:pageId', {
    whose: 'person',
    answer: payPage,
    limit: payPageLimit,
    summary: 'Returns a page of the test checkout',
  }),
  actOnPayPage: route('POST', '/api/pay/:pageId', {
    whose: 'person',
    body: z.object({ action: payAction }),
    answer: payPage,
    limit: payPageLimit,
    summary: 'Presses a button of the test checkout',
  }),
}

export const billingRefusals = refusals({
  'billing.invalid_plan': { status: 400, message: billingFallbacks.plan },
  'billing.same_plan': { status: 409, message: 'This is already your plan' },
  'billing.not_an_upgrade': {
    status: 409,
    message:
      'This plan is below yours. Choose Downgrade in the settings: it takes effect at the end of the period.',
  },
  'billing.not_a_downgrade': { status: 409, message: 'This plan is not below yours' },
  'billing.downgrade_waits': {
    status: 409,
    message: 'A downgrade is scheduled. Please undo it first.',
  },
  'billing.nothing_waits': { status: 409, message: 'There is no downgrade to undo' },
  'billing.no_subscription': {
    status: 409,
    message:
      'Your plan was set by the operator and has no subscription that could be changed. Please contact support.',
  },
  'billing.payment_due': {
    status: 409,
    message: 'Your last payment failed. Please update your payment method under Manage Billing first.',
  },
  'billing.bad_signature': { status: 400, message: 'The signature of this event is not valid' },
  'billing.provider_failed': {
    status: 502,
    message: 'The payment provider could not be reached. Nothing was charged; please try again in a moment.',
  },
  'billing.page_not_found': {
    status: 404,
    message: 'This payment page does not exist or belongs to somebody else',
  },
})
