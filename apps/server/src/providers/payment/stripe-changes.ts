import type { SubscriptionChange } from './port.ts'
import type { StripeParts } from './stripe.ts'

/** Downgrades wait for the end of the period, on a schedule or as a cancellation; both can be taken back. */
export async function changeSubscription(
  parts: StripeParts,
  id: string,
  change: SubscriptionChange,
): Promise<void> {
  const { stripe } = parts
  if (change.kind === 'undo') return takeBack(parts, id)
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
  // A schedule left over from a call that was cut short is taken up again.
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

async function takeBack({ stripe }: StripeParts, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id)
  if (subscription.schedule) await stripe.subscriptionSchedules.release(idOf(subscription.schedule))
  if (subscription.cancel_at_period_end || subscription.cancel_at)
    await stripe.subscriptions.update(id, { cancel_at_period_end: false })
}

const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id
