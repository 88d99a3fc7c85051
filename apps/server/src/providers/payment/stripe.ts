import type { PaidPlan } from '@goldpan/contract/billing'
import Stripe from 'stripe'
import { z } from 'zod'
import type { Clock } from '../clock/port.ts'
import { type ChangeOrder, ForgedEvent, type Payment, PaymentFailure } from './port.ts'
import { checkSignature } from './signed-event.ts'
import { readStripeAccount } from './stripe-account.ts'
import { changeSubscription } from './stripe-changes.ts'
import { openStripePage } from './stripe-pages.ts'

/** The version that this code is written and tested against; Stripe answers in its shapes whatever the account's default. */
export const STRIPE_API_VERSION = '2026-07-29.dahlia'

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  prices: Record<PaidPlan, string>
  /** Whether checkouts always ask for the billing address, and also add taxes with Stripe Tax. */
  tax: 'off' | 'address' | 'automatic'
  clock: Clock
  /** Another server that speaks Stripe's API, for tests. */
  apiUrl?: string
}

export interface StripeParts {
  stripe: Stripe
  settings: StripeSettings
}

/** Stripe: hosted Checkout and customer portal; state is read back from the API, never trusted from an event. */
export function createStripePayment(settings: StripeSettings): Payment {
  const parts: StripeParts = { stripe: connect(settings), settings }
  const { stripe } = parts
  return {
    provider: 'stripe',
    publishableKey: settings.publishableKey,
    prices: settings.prices,

    ensureCustomer: ({ ownerId, email }) =>
      asking(async () => {
        const { id } = await stripe.customers.create(
          { email, metadata: { goldpan_owner: ownerId } },
          // The same key with another address would be refused.
          { idempotencyKey: `customer:${ownerId}:${email}` },
        )
        return id
      }),
    openPage: (buyer, order, urls) => asking(() => openStripePage(parts, buyer, order, urls)),
    readAccount: (customerId) => asking(() => readStripeAccount(parts, customerId)),
    change: (order) => asking(() => change(parts, order)),

    readEvent(raw, signature) {
      checkSignature(raw, signature, settings.webhookSecret, settings.clock.now())
      return parseEvent(raw)
    },
  }
}

function connect({ secretKey, apiUrl }: StripeSettings): Stripe {
  const url = apiUrl ? new URL(apiUrl) : null
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: 2,
    timeout: 8000,
    telemetry: false,
    ...(url
      ? { protocol: url.protocol === 'http:' ? 'http' : 'https', host: url.hostname, port: url.port }
      : {}),
  })
}

/** Stripe's own errors as a failure in our words; its sentence is for the log, not for the screen. */
async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw new PaymentFailure(`Stripe: ${error.message}`, { cause: error })
  }
}

async function change(parts: StripeParts, order: ChangeOrder): Promise<void> {
  if (!('paymentId' in order)) return changeSubscription(parts, order.subscriptionId, order.change)
  const { paymentId, refundCents, reason } = order
  await parts.stripe.refunds.create({
    payment_intent: paymentId,
    amount: refundCents,
    metadata: { goldpan_reason: reason.slice(0, 400) },
  })
}

const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((value) => value ?? null)
const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string().nullish(),
      object: z.string(),
      customer: reference,
      payment_intent: reference,
    }),
  }),
})

function parseEvent(raw: Buffer) {
  const parsed = stripeEvent.safeParse(parseJson(raw))
  if (!parsed.success) throw new ForgedEvent('The event is not one of Stripe')
  const { id, type, data } = parsed.data
  const { object } = data
  const customerId = object.object === 'customer' ? (object.id ?? null) : object.customer
  return { id, type, customerId, paymentId: object.payment_intent }
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    throw new ForgedEvent('The event is not JSON')
  }
}
