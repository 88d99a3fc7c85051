import { type PaidPlan, tokenPackageId } from '@goldpan/contract/billing'
import type Stripe from 'stripe'
import type { PaidSubscription, PaymentAccount, ReceivedPayment } from './port.ts'
import type { StripeParts } from './stripe.ts'

/** A customer with more payments than this is read up to here, newest first. */
const PAYMENTS_READ = 1000

/** Reads subscriptions (with what is scheduled) and payments (with refunds and disputes) as they are now. */
export async function readStripeAccount(parts: StripeParts, customer: string): Promise<PaymentAccount> {
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

/** The plan whose price this is. */
export const planOfPrice = ({ settings }: StripeParts, priceId: string | undefined): PaidPlan | null =>
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

/** A cancellation at the end of the period, or a lower plan in the schedule's next phase. */
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

/** A dispute keeps the money back until it is won; an inquiry (`warning_…`) has not taken any. */
async function disputedCents(stripe: Stripe, payment_intent: string): Promise<number> {
  const { data } = await stripe.disputes.list({ payment_intent, limit: 100 })
  return data
    .filter(({ status }) => ['needs_response', 'under_review', 'lost'].includes(status))
    .reduce((sum, { amount }) => sum + amount, 0)
}
