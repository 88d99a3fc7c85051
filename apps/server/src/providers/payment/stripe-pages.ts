import { findPackage } from '@goldpan/contract/billing'
import type Stripe from 'stripe'
import type { Buyer, HostedPageAnswer, PageOrder } from './port.ts'
import type { StripeParts } from './stripe-client.ts'

interface Urls {
  returnUrl: string
  cancelUrl: string
}

type KnownBuyer = Buyer & { customerId: string }

/** Stripe ends unused portal sessions after some minutes; its page then says so. */
const PORTAL_LIFETIME_MS = 5 * 60_000

/** Opens Checkout for purchases, and the portal for managing and for upgrades, where it shows the amount due. */
export async function openStripePage(
  parts: StripeParts,
  buyer: KnownBuyer,
  order: PageOrder,
  urls: Urls,
): Promise<HostedPageAnswer> {
  if (order.kind === 'portal' || order.kind === 'upgrade') return openPortal(parts, buyer, order, urls)
  const session = await parts.stripe.checkout.sessions.create(
    { ...sharedCheckout(parts, buyer, urls), ...wanted(parts, order) },
    { idempotencyKey: `checkout:${order.reference}` },
  )
  if (!session.url) throw new Error(`The checkout session ${session.id} has no address`)
  return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000).toISOString() }
}

function sharedCheckout(
  { settings }: StripeParts,
  buyer: KnownBuyer,
  urls: Urls,
): Stripe.Checkout.SessionCreateParams {
  const needsAddress = settings.tax !== 'off'
  const isTaxAutomatic = settings.tax === 'automatic'
  return {
    customer: buyer.customerId,
    client_reference_id: buyer.ownerId,
    success_url: urls.returnUrl,
    cancel_url: urls.cancelUrl,
    billing_address_collection: needsAddress ? 'required' : 'auto',
    automatic_tax: { enabled: isTaxAutomatic },
    ...(isTaxAutomatic ? { tax_id_collection: { enabled: true } } : {}),
    ...(needsAddress ? { customer_update: { address: 'auto', name: 'auto' } } : {}),
  }
}

function wanted(
  { settings }: StripeParts,
  order: Extract<PageOrder, { kind: 'plan' | 'pack' }>,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { goldpan_reference: order.reference }
  if (order.kind === 'plan')
    return {
      mode: 'subscription',
      line_items: [{ price: settings.prices[order.plan], quantity: 1 }],
      subscription_data: { metadata },
    }
  const pack = findPackage(order.pack)
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: Math.round(pack.price * 100),
          product_data: { name: `${pack.amount} tokens` },
        },
      },
    ],
    payment_intent_data: { metadata: { ...metadata, goldpan_pack: pack.id } },
  }
}

async function openPortal(
  parts: StripeParts,
  buyer: KnownBuyer,
  order: Extract<PageOrder, { kind: 'portal' | 'upgrade' }>,
  urls: Urls,
): Promise<HostedPageAnswer> {
  const session = await parts.stripe.billingPortal.sessions.create(
    {
      customer: buyer.customerId,
      configuration: await findConfiguration(parts),
      return_url: order.kind === 'portal' ? urls.returnUrl : urls.cancelUrl,
      ...(order.kind === 'upgrade' ? { flow_data: await upgradeFlow(parts, order, urls) } : {}),
    },
    order.kind === 'upgrade' ? { idempotencyKey: `upgrade:${order.reference}` } : {},
  )
  const expiresAt = new Date(session.created * 1000 + PORTAL_LIFETIME_MS).toISOString()
  return { id: session.id, url: session.url, expiresAt }
}

/** The portal shows the prorated difference and asks for confirmation. */
async function upgradeFlow(
  { stripe, settings }: StripeParts,
  order: Extract<PageOrder, { kind: 'upgrade' }>,
  urls: Urls,
): Promise<Stripe.BillingPortal.SessionCreateParams.FlowData> {
  const { items } = await stripe.subscriptions.retrieve(order.subscriptionId)
  const item = items.data[0]
  if (!item) throw new Error(`The subscription ${order.subscriptionId} has no item`)
  return {
    type: 'subscription_update_confirm',
    subscription_update_confirm: {
      subscription: order.subscriptionId,
      items: [{ id: item.id, price: settings.prices[order.plan], quantity: 1 }],
    },
    after_completion: { type: 'redirect', redirect: { return_url: urls.returnUrl } },
  }
}

/** Sets our own portal rules instead of the account's default. Created once, found by its metadata. */
async function findConfiguration({ stripe, settings }: StripeParts): Promise<string> {
  const mark = Object.values(settings.prices).join(' ')
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const known = data.find(({ metadata }) => metadata?.goldpan_prices === mark)
  if (known) return known.id
  const made = await stripe.billingPortal.configurations.create(
    {
      metadata: { goldpan_prices: mark },
      features: {
        customer_update: { enabled: true, allowed_updates: ['address', 'email', 'tax_id'] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          proration_behavior: 'always_invoice',
          products: await productsOf({ stripe, settings }),
          schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
        },
      },
    },
    { idempotencyKey: `portal:${mark}` },
  )
  return made.id
}

async function productsOf({ stripe, settings }: StripeParts) {
  const byProduct = new Map<string, string[]>()
  for (const id of Object.values(settings.prices)) {
    const { product } = await stripe.prices.retrieve(id)
    const key = typeof product === 'string' ? product : product.id
    byProduct.set(key, [...(byProduct.get(key) ?? []), id])
  }
  return [...byProduct].map(([product, prices]) => ({ product, prices }))
}
