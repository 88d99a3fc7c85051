import { randomUUID } from 'node:crypto'
import { findPackage, type PayAction, type PayPage } from '@goldpan/contract/billing'
import { planNames } from '@goldpan/contract/plans'
import type { Database, Db } from '../../db/database.ts'
import type { Clock } from '../clock/port.ts'
import { type Prices, prorate, type StoredPage, settle, startSubscription } from './embedded.rules.ts'
import type { EmbeddedObjects } from './embedded-objects.ts'
import type { PayPages } from './port.ts'
import { signEvent } from './signed-event.ts'

interface PagesDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  secret: string
  prices: Prices
  objects: EmbeddedObjects
}

type Page = NonNullable<Awaited<ReturnType<EmbeddedObjects['findPage']>>>
type Subscription = NonNullable<Awaited<ReturnType<EmbeddedObjects['findSubscription']>>>

/** Shows the test pages and applies their buttons. Events have the names and signatures of Stripe's. */
export function createPayPages({ db, clock, systemClock, secret, prices, objects }: PagesDeps): PayPages {
  const tell = (type: string, customer: string) => {
    const raw = Buffer.from(
      JSON.stringify({ id: `evt_test_${randomUUID().replaceAll('-', '')}`, type, customer }),
    )
    return { raw, signature: signEvent(raw, secret, systemClock.now()) }
  }

  const findOpen = async (tx: Db, id: string, ownerId: string): Promise<Page | null> => {
    const page = await objects.findPage(tx, id)
    return page?.content.owner === ownerId ? page : null
  }

  /** Applies a button. Returns the event's type, or null if the button has no effect. */
  async function act(tx: Db, page: Page, action: PayAction): Promise<string | null> {
    if (page.content.order.kind === 'portal') return actOnPortal(tx, page, action)
    if (statusOf(page.content) !== 'open') return null
    if (action === 'cancel') {
      await savePage(tx, page, 'cancelled')
      return 'checkout.session.expired'
    }
    if (action === 'decline') return 'payment_intent.payment_failed'
    return action === 'pay' ? pay(tx, page) : null
  }

  const savePage = (tx: Db, page: Page, status: StoredPage['status']) =>
    objects.save(tx, page.id, 'page', page.customer_id, { ...page.content, status })

  async function pay(tx: Db, page: Page): Promise<string | null> {
    const { order } = page.content
    if (order.kind === 'portal') return null
    const total = (await linesOf(tx, page)).reduce((sum, line) => sum + line.amount_cents, 0)
    if (order.kind === 'plan')
      await objects.save(
        tx,
        `sub_test_${randomUUID().replaceAll('-', '')}`,
        'subscription',
        page.customer_id,
        startSubscription(order.plan, order.reference, clock.now()),
      )
    if (order.kind === 'upgrade') {
      const held = await objects.findSubscription(tx, order.subscriptionId)
      if (held?.content.status !== 'active') return null
      await objects.save(tx, held.id, 'subscription', held.customer_id, {
        ...held.content,
        plan: order.plan,
        reference: order.reference,
      })
    }
    await objects.savePayment(tx, page.customer_id, {
      reference: order.reference,
      pack: order.kind === 'pack' ? order.pack : null,
      amount_cents: total,
      returned_cents: 0,
      paid_at: clock.now().toISOString(),
    })
    await savePage(tx, page, 'paid')
    return order.kind === 'upgrade' ? 'customer.subscription.updated' : 'checkout.session.completed'
  }

  async function actOnPortal(tx: Db, page: Page, action: PayAction): Promise<string | null> {
    const held = await findHeld(tx, page.customer_id)
    if (!held) return null
    const next = portalChange(held.content, action, clock.now())
    if (!next) return null
    await objects.save(tx, held.id, 'subscription', held.customer_id, next)
    if (action === 'settle')
      await objects.savePayment(tx, page.customer_id, {
        reference: null,
        pack: null,
        amount_cents: prices[next.plan],
        returned_cents: 0,
        paid_at: clock.now().toISOString(),
      })
    return action === 'settle' ? 'invoice.paid' : 'customer.subscription.updated'
  }

  async function findHeld(tx: Db, customerId: string): Promise<Subscription | undefined> {
    return (await objects.readSubscriptions(tx, customerId)).findLast(
      ({ content }) => content.status !== 'ended',
    )
  }

  const statusOf = ({ status, expires_at }: StoredPage): PayPage['status'] =>
    status === 'open' && new Date(expires_at) <= clock.now() ? 'expired' : status

  async function linesOf(tx: Db, { content: { order } }: Page): Promise<PayPage['lines']> {
    if (order.kind === 'portal') return []
    if (order.kind === 'pack')
      return [
        { label: `${findPackage(order.pack).amount} tokens`, amount_cents: objects.packCents(order.pack) },
      ]
    if (order.kind === 'plan')
      return [{ label: `${planNames[order.plan]} plan, one month`, amount_cents: prices[order.plan] }]
    const held = await objects.findSubscription(tx, order.subscriptionId)
    if (!held) return []
    const { newCents, creditCents } = prorate(held.content, order.plan, prices, clock.now())
    return [
      { label: `${planNames[order.plan]} plan, rest of the period`, amount_cents: newCents },
      { label: `Unused time on ${planNames[held.content.plan]}`, amount_cents: -creditCents },
    ]
  }

  async function describe(tx: Db, page: Page): Promise<PayPage> {
    const { order, return_url, cancel_url } = page.content
    const status = statusOf(page.content)
    const lines = status === 'open' ? await linesOf(tx, page) : []
    const held = order.kind === 'portal' ? await findHeld(tx, page.customer_id) : undefined
    return {
      kind: order.kind === 'portal' ? 'portal' : 'checkout',
      title: titleOf(order),
      lines,
      total_cents: lines.reduce((sum, line) => sum + line.amount_cents, 0),
      status,
      return_url: status === 'paid' || order.kind === 'portal' ? return_url : cancel_url,
      subscription: held
        ? {
            plan: held.content.plan,
            status: held.content.status,
            renews_at: held.content.period_end,
            ends_at: held.content.pending?.plan === 'free' ? held.content.pending.at : null,
            next_payment_fails: held.content.next_payment_fails,
          }
        : null,
    }
  }

  return {
    read: (id, ownerId) =>
      db.transaction(async (tx) => {
        const page = await findOpen(tx, id, ownerId)
        return page && describe(tx, page)
      }),

    press: (id, ownerId, action) =>
      db.transaction(async (tx) => {
        const found = await findOpen(tx, id, ownerId)
        if (!found) return null
        await objects.lock(tx, found.customer_id)
        // Read again under the lock, so that only the first of two presses finds the page open.
        const page = (await objects.findPage(tx, id)) ?? found
        const type = await act(tx, page, action)
        const after = (await objects.findPage(tx, id)) ?? page
        return { page: await describe(tx, after), event: type ? tell(type, page.customer_id) : null }
      }),
  }
}

function titleOf(order: StoredPage['order']): string {
  if (order.kind === 'portal') return 'Billing'
  if (order.kind === 'pack') return `${findPackage(order.pack).amount} tokens`
  return `${planNames[order.plan]} plan`
}

/** The effect of a portal button, or null. */
function portalChange(held: Subscription['content'], action: PayAction, now: Date) {
  if (action === 'end_subscription')
    return { ...held, pending: { plan: 'free' as const, at: held.period_end } }
  if (action === 'keep_subscription') return { ...held, pending: null, next_payment_fails: false }
  if (action === 'fail_payment') return { ...held, next_payment_fails: true }
  return action === 'settle' && held.status === 'past_due' ? settle(held, now) : null
}
