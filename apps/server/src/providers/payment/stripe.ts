import { tokenPackageId } from '@goldpan/contract/billing'
import type { PaidPlan } from '@goldpan/contract/plans'
import Stripe from 'stripe'
import { z } from 'zod'
import {
  type ChangeOrder,
  ForgedEvent,
  type PaidSubscription,
  type Payment,
  type PaymentAccount,
  PaymentFailure,
  type ReceivedPayment,
  type SubscriptionChange,
} from './port.ts'
import { checkSignature } from './signed-event.ts'
import { connect, type StripeParts, type StripeSettings } from './stripe-client.ts'
import { openStripePage } from './stripe-pages.ts'

/** Stripe with hosted Checkout and customer portal. State is read back from the API, never taken from an event. */
export function createStripePayment(settings: StripeSettings): Payment {
  const parts: StripeParts = { stripe: connect(settings), settings }
  const { stripe } = parts
  return {
    provider: 'stripe',
    publishableKey: settings.publishableKey,
    prices: settings.prices,

    ensureCustomer: ({ ownerId, email }) =>
      callStripe(async () => {
        const { id } = await stripe.customers.create(
          { email, metadata: { goldpan_owner: ownerId } },
          // Stripe refuses the same key with another address.
          { idempotencyKey: `customer:${ownerId}:${email}` },
        )
        return id
      }),
    openPage: (buyer, order, urls) => callStripe(() => openStripePage(parts, buyer, order, urls)),
    readAccount: (customerId) => callStripe(() => readStripeAccount(parts, customerId)),
    change: (order) => callStripe(() => change(parts, order)),

    readEvent(raw, signature) {
      checkSignature(raw, signature, settings.webhookSecret, settings.systemClock.now())
      return parseEvent(raw)
    },
  }
}

/** Turns Stripe's errors into a PaymentFailure; its message is for the log, not the screen. */
async function callStripe<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
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

/** Downgrades apply at the end of the period, by schedule or cancellation, and can be undone until then. */
async function changeSubscription(parts: StripeParts, id: string, change: SubscriptionChange): Promise<void> {
  const { stripe } = parts
  if (change.kind === 'undo') return undoChange(parts, id)
  if (change.kind === 'end') {
    await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })
    return
  }
  if (change.plan === 'free') {
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    return
  }
  await scheduleLowerPlan(parts, id, change.plan)
}

async function scheduleLowerPlan(
  { stripe, settings }: StripeParts,
  id: string,
  plan: keyof StripeParts['settings']['prices'],
): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id)
  // Continue with a schedule that an interrupted call left.
  const schedule = subscription.schedule
    ? await stripe.subscriptionSchedules.retrieve(idOf(subscription.schedule))
    : await stripe.subscriptionSchedules.create({ from_subscription: id })
  const current = schedule.phases[0]
  const item = current?.items[0]
  if (!current || !item) throw new Error(`The schedule ${schedule.id} has no phase to go on from`)
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        items: [{ price: idOf(item.price), quantity: item.quantity ?? 1 }],
        start_date: current.start_date,
        end_date: current.end_date,
      },
      {
        items: [{ price: settings.prices[plan], quantity: 1 }],
        duration: { interval: 'month', interval_count: 1 },
      },
    ],
  })
}

async function undoChange({ stripe }: StripeParts, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id)
  if (subscription.schedule) await stripe.subscriptionSchedules.release(idOf(subscription.schedule))
  if (subscription.cancel_at_period_end || subscription.cancel_at)
    await stripe.subscriptions.update(id, { cancel_at_period_end: false })
}

const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id

/** The newest payments of a customer; older ones are not read. */
const PAYMENTS_READ = 1000

/** Reads current subscriptions with pending changes, and payments with refunds and disputes. */
async function readStripeAccount(parts: StripeParts, customer: string): Promise<PaymentAccount> {
  const { stripe } = parts
  const [subscriptions, intents] = await Promise.all([
    stripe.subscriptions
      .list({
        customer,
        status: 'all',
        limit: 100,
        expand: ['data.schedule', 'data.latest_invoice'],
      })
      .autoPagingToArray({ limit: 200 }),
    stripe.paymentIntents
      .list({ customer, limit: 100, expand: ['data.latest_charge'] })
      .autoPagingToArray({ limit: PAYMENTS_READ }),
  ])
  const payments: ReceivedPayment[] = []
  for (const intent of intents)
    if (intent.status === 'succeeded') payments.push(await toPayment(stripe, intent))
  return { subscriptions: subscriptions.map((subscription) => toSubscription(parts, subscription)), payments }
}

const STATUSES: Record<string, PaidSubscription['status']> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  incomplete: 'incomplete',
}

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

const planOfPrice = ({ settings }: StripeParts, priceId: string | undefined): PaidPlan | null =>
  (Object.keys(settings.prices) as PaidPlan[]).find((plan) => settings.prices[plan] === priceId) ?? null

function toSubscription(parts: StripeParts, found: Stripe.Subscription): PaidSubscription {
  const item = found.items.data[0]
  const period_end = iso(item?.current_period_end ?? found.created)
  const status = STATUSES[found.status] ?? 'ended'
  return {
    id: found.id,
    reference: found.metadata.goldpan_reference ?? null,
    plan: planOfPrice(parts, item?.price.id),
    status,
    created_at: iso(found.created),
    period_end,
    pending: status === 'ended' ? null : findPending(parts, found, period_end),
    past_due_since: status === 'past_due' ? iso(invoiceDate(found)) : null,
  }
}

/** A cancellation at the end of the period, or a lower plan in the next phase of the schedule. */
function findPending(
  parts: StripeParts,
  { cancel_at, cancel_at_period_end, schedule, items }: Stripe.Subscription,
  periodEnd: string,
): PaidSubscription['pending'] {
  if (cancel_at_period_end || cancel_at) return { plan: 'free', at: cancel_at ? iso(cancel_at) : periodEnd }
  if (!schedule || typeof schedule === 'string' || schedule.status !== 'active') return null
  const next = schedule.phases.find((phase) => iso(phase.start_date) >= periodEnd)
  const price = next?.items[0]?.price
  const plan = planOfPrice(parts, typeof price === 'string' ? price : price?.id)
  const isOther = plan !== planOfPrice(parts, items.data[0]?.price.id)
  return next && plan && isOther ? { plan, at: iso(next.start_date) } : null
}

const invoiceDate = ({ latest_invoice, created }: Stripe.Subscription): number =>
  latest_invoice && typeof latest_invoice !== 'string' ? latest_invoice.created : created

async function toPayment(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ReceivedPayment> {
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  const disputed = charge?.disputed ? await disputedCents(stripe, intent.id) : 0
  const pack = tokenPackageId.safeParse(intent.metadata.goldpan_pack)
  return {
    id: intent.id,
    reference: intent.metadata.goldpan_reference ?? null,
    pack: pack.success ? pack.data : null,
    amount_cents: intent.amount_received,
    returned_cents: Math.min(intent.amount_received, (charge?.amount_refunded ?? 0) + disputed),
    paid_at: iso(charge?.created ?? intent.created),
  }
}

/** An open or lost dispute withholds the money; an inquiry (`warning_…`) doesn't. */
async function disputedCents(stripe: Stripe, payment_intent: string): Promise<number> {
  const { data } = await stripe.disputes.list({ payment_intent, limit: 100 })
  return data
    .filter(({ status }) => ['needs_response', 'under_review', 'lost'].includes(status))
    .reduce((sum, { amount }) => sum + amount, 0)
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
