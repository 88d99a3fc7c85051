import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { type Clock, isoNow } from '../clock/port.ts'
import { type Prices, type StoredSubscription, storedPayment } from './embedded.rules.ts'
import * as store from './embedded.store.ts'
import { createEmbeddedObjects, type EmbeddedObjects, scope } from './embedded-objects.ts'
import { createPayPages } from './embedded-pages.ts'
import { type ChangeOrder, ForgedEvent, type PaidSubscription, type Payment, PaymentFailure } from './port.ts'
import { checkSignature } from './signed-event.ts'

export interface EmbeddedDeps {
  db: Database
  clock: Clock
  /** Real time, for the signatures of events. */
  systemClock: Clock
  /** Signs events, as a payment provider does. */
  secret: string
  prices: Prices
  publicUrl: () => string
}

const PAGE_LIFETIME_MS = 24 * 3_600_000
const event = z.object({ id: z.string(), type: z.string(), customer: z.string() })

/** A test checkout and portal at /pay/…. Does all that a provider does, but charges no card. */
export function createEmbeddedPayment(deps: EmbeddedDeps): Payment {
  const { db, clock } = deps
  const objects = createEmbeddedObjects(deps)
  return {
    provider: 'embedded',
    publishableKey: 'pk_test_embedded',
    prices: { basic: 'price_test_basic', premium: 'price_test_premium' },
    pages: createPayPages({ ...deps, objects }),

    async ensureCustomer({ ownerId }) {
      const id = `cus_test_${ownerId}`
      await objects.save(db, id, 'customer', id, {})
      return id
    },

    async openPage(buyer, order, { returnUrl, cancelUrl }) {
      // Reuse the page of a reference, like Stripe's idempotency key.
      const id = `pay_${(order.kind === 'portal' ? randomUUID() : order.reference).replaceAll('-', '')}`
      const expires_at = new Date(clock.now().getTime() + PAGE_LIFETIME_MS).toISOString()
      const content = {
        owner: buyer.ownerId,
        order,
        status: 'open',
        return_url: returnUrl,
        cancel_url: cancelUrl,
        expires_at,
      }
      const created_at = isoNow(clock)
      await store.addObject(db, scope, {
        id,
        kind: 'page',
        customer_id: buyer.customerId,
        content,
        created_at,
      })
      return { id, url: `${deps.publicUrl()}/pay/${id}`, expiresAt: expires_at }
    },

    readAccount: (customerId) =>
      db.transaction(async (tx) => {
        await store.lockCustomer(tx, scope, customerId)
        const subscriptions = await objects.readSubscriptions(tx, customerId)
        const payments = await store.listObjects(tx, scope, customerId, 'payment')
        return {
          subscriptions: subscriptions.map(({ id, created_at, ...rest }) =>
            toPaid(id, created_at, rest.content),
          ),
          payments: payments.map(({ id, content }) => ({ id, ...storedPayment.parse(content) })),
        }
      }),

    change: (order) => db.transaction((tx) => changeStored(tx, order, objects)),

    readEvent(raw, signature) {
      checkSignature(raw, signature, deps.secret, deps.systemClock.now())
      const parsed = event.safeParse(JSON.parse(raw.toString('utf8')))
      if (!parsed.success) throw new ForgedEvent('The event is not complete')
      return { id: parsed.data.id, type: parsed.data.type, customerId: parsed.data.customer, paymentId: null }
    },
  }
}

function toPaid(id: string, created_at: string, content: StoredSubscription): PaidSubscription {
  const { reference, plan, status, period_end, pending, past_due_since } = content
  return { id, reference, plan, status, created_at, period_end, pending, past_due_since }
}

async function changeStored(tx: Db, order: ChangeOrder, objects: EmbeddedObjects): Promise<void> {
  if ('paymentId' in order) return refundStored(tx, order, objects)
  const found = await objects.findSubscription(tx, order.subscriptionId)
  if (!found || found.content.status === 'ended') throw new PaymentFailure('There is no such subscription')
  const { content } = found
  const { change } = order
  const next: StoredSubscription =
    change.kind === 'end'
      ? { ...content, status: 'ended', pending: null }
      : { ...content, pending: change.kind === 'undo' ? null : { plan: change.plan, at: content.period_end } }
  await objects.save(tx, found.id, 'subscription', found.customer_id, next)
}

async function refundStored(
  tx: Db,
  order: Extract<ChangeOrder, { paymentId: string }>,
  objects: EmbeddedObjects,
): Promise<void> {
  const found = await objects.findPayment(tx, order.paymentId)
  if (!found) throw new PaymentFailure('There is no such payment')
  const { content } = found
  const returned_cents = Math.min(content.amount_cents, content.returned_cents + order.refundCents)
  await objects.save(tx, found.id, 'payment', found.customer_id, { ...content, returned_cents })
}
