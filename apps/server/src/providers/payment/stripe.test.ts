import Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { STRIPE_WEBHOOK_SECRET, startStripeServer } from '../../../test/stripe-server.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { PaymentFailure } from './port.ts'
import { checkSignature } from './signed-event.ts'
import { createStripePayment } from './stripe.ts'
import { STRIPE_API_VERSION } from './stripe-client.ts'
import { paymentSuite } from './suite.ts'

const clock = createTestClock()
const server = await startStripeServer(() => clock.now())
afterAll(() => server.stop())

const create = (tax: 'off' | 'address' | 'automatic' = 'off') =>
  createStripePayment({
    systemClock: clock,
    tax,
    secretKey: 'sk_test_local',
    publishableKey: 'pk_test_local',
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    prices: { basic: 'price_basic', premium: 'price_premium' },
    apiUrl: server.url,
  })

const subscriptionOf = (customerId: string) =>
  [...server.things.values()].find(
    (thing) => thing.object === 'subscription' && thing.customer === customerId,
  )!

paymentSuite('Stripe', async () => ({
  payment: create(),
  async pay(page) {
    if (page.id.startsWith('bps_')) server.confirmUpgrade(page.id)
    else server.pay(page.id)
  },
  endPeriod: async (customerId) => server.endPeriod(subscriptionOf(customerId).id),
  async event(customerId) {
    const { raw, signature } = server.event('customer.updated', customerId)
    return { raw: Buffer.from(raw), signature }
  },
}))

const urls = {
  returnUrl: 'https://goldpan.example/checkout?success=true',
  cancelUrl: 'https://goldpan.example/s',
}
const buyerOf = async (ownerId: string) => ({
  ownerId,
  email: 'b@customer.example',
  customerId: await create().ensureCustomer({ ownerId, email: 'b@customer.example' }),
})

test('every call names the API version it was written for', () => {
  expect(new Set(server.asked.map(({ version }) => version))).toEqual(new Set([STRIPE_API_VERSION]))
})

test('upgrades are prorated and invoiced immediately, by a portal configuration created once', () => {
  const made = server.asked.filter(
    ({ method, path }) => method === 'POST' && path === '/v1/billing_portal/configurations',
  )
  expect(made).toHaveLength(1)
  expect(made[0]!.parameters).toMatchObject({
    features: { subscription_update: { enabled: 'true', proration_behavior: 'always_invoice' } },
  })
})

test('taxes and the address are requested as configured', async () => {
  const order = { kind: 'plan', plan: 'basic' } as const
  await create('off').openPage(await buyerOf('tax-1'), { ...order, reference: 'tax-1' }, urls)
  await create('address').openPage(await buyerOf('tax-2'), { ...order, reference: 'tax-2' }, urls)
  await create('automatic').openPage(await buyerOf('tax-3'), { ...order, reference: 'tax-3' }, urls)
  const sent = server.asked.filter(({ path }) => path === '/v1/checkout/sessions').slice(-3)
  expect(sent.map(({ parameters }) => parameters)).toMatchObject([
    { billing_address_collection: 'auto', automatic_tax: { enabled: 'false' } },
    { billing_address_collection: 'required', automatic_tax: { enabled: 'false' } },
    {
      billing_address_collection: 'required',
      automatic_tax: { enabled: 'true' },
      tax_id_collection: { enabled: 'true' },
    },
  ])
})

test('a short failure of Stripe is retried, a long one becomes a PaymentFailure', async () => {
  const payment = create()
  server.fail(500, 1)
  expect(await payment.ensureCustomer({ ownerId: 'fault', email: 'c@customer.example' })).toMatch(/^cus_/)
  server.fail(500, 9)
  await expect(payment.readAccount('cus_x')).rejects.toThrow(PaymentFailure)
  server.fail(500, 0)
})

test('a subscription with an unknown price has no plan', async () => {
  const { customerId } = await buyerOf('foreign')
  server.subscribe(customerId, 'price_foreign', {})
  expect((await create().readAccount(customerId)).subscriptions).toMatchObject([
    { plan: null, status: 'active' },
  ])
})

test('a dispute withholds the money until it is won', async () => {
  const payment = create()
  const buyer = await buyerOf('dispute')
  const page = await payment.openPage(buyer, { kind: 'pack', pack: 'tokens_50', reference: 'd' }, urls)
  const intent = server.pay(page.id)
  const returned = async () => (await payment.readAccount(buyer.customerId)).payments[0]!.returned_cents
  server.dispute(intent, 'warning_needs_response')
  expect(await returned()).toBe(0)
  server.dispute(intent, 'needs_response')
  expect(await returned()).toBe(750)
  server.dispute(intent, 'won')
  expect(await returned()).toBe(0)
})

test('signatures equal those of Stripe’s library, and old ones are refused', () => {
  const raw = '{"id":"evt_1"}'
  const timestamp = Math.floor(clock.now().getTime() / 1000)
  const header = Stripe.webhooks.generateTestHeaderString({ payload: raw, secret: 'whsec_x', timestamp })
  expect(() => checkSignature(Buffer.from(raw), header, 'whsec_x', clock.now())).not.toThrow()
  const later = new Date(clock.now().getTime() + 301_000)
  expect(() => checkSignature(Buffer.from(raw), header, 'whsec_x', later)).toThrow('too old')
})
