import { billingRoutes } from '@goldpan/contract/billing'
import { usageRoutes } from '@goldpan/contract/usage'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { STRIPE_WEBHOOK_SECRET, startStripeServer } from '../../../test/stripe-server.ts'
import { createTestClock } from '../../providers/clock/test-clock.ts'
import { createStripePayment } from '../../providers/payment/stripe.ts'

const clock = createTestClock()
const stripe = await startStripeServer(() => clock.now())
afterAll(() => stripe.stop())
const payment = createStripePayment({
  systemClock: clock,
  tax: 'off',
  secretKey: 'sk_test_local',
  publishableKey: 'pk_test_local',
  webhookSecret: STRIPE_WEBHOOK_SECRET,
  prices: { basic: 'price_basic', premium: 'price_premium' },
  apiUrl: stripe.url,
})
const { app, createCustomer, drain, mail, query, databaseUrl } = await startTestApp({
  ports: { systemClock: clock, payment },
  environment: { OPERATOR_EMAIL: 'operator@goldpan.example' },
})
/** A second process on the same database. */
const other = await startTestApp({ databaseUrl, ports: { systemClock: clock, payment } })
const { billing, billingEvents } = app.features
const DAY = 86_400_000

let lastCustomer = 0
let ada: Customer
beforeEach(async () => {
  lastCustomer += 1
  ada = await createFree(`Ada${lastCustomer}`)
})

async function createFree(name: string): Promise<Customer> {
  const customer = await createCustomer(name)
  await query(`update users set subscription_plan = 'free' where id = $1`, [customer.id])
  return customer
}

const send = (raw: string, signature: string) =>
  app.server.inject({
    method: 'POST',
    url: '/api/billing/webhook',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload: raw,
  })
const postEvent = async (type: string, key: string, options = {}) => {
  const { raw, signature } = stripe.event(type, key, options)
  return (await send(raw, signature)).statusCode
}
const openPlan = async (who: Customer, priceId: string) =>
  (await who.call(billingRoutes.createCheckout, { body: { priceId } })).answer
const openPack = async (who: Customer) =>
  (await who.call(billingRoutes.purchaseTokens, { body: { tokenPackage: 'tokens_50' } })).answer
const stateOf = async (who: Customer) => (await who.call(billingRoutes.getBilling)).answer
const planOf = async (who: Customer) => (await stateOf(who)).current_plan
const tokensOf = async (who: Customer) => (await who.call(usageRoutes.getBalance)).answer.tokens
/** Completes a plan purchase, webhook included. Returns the subscription's id. */
async function buyPlan(who: Customer, priceId: string): Promise<string> {
  const subscription = stripe.pay((await openPlan(who, priceId)).sessionId)
  await postEvent('customer.subscription.created', subscription)
  await drain()
  return subscription
}
async function buyPack(who: Customer): Promise<string> {
  const paid = stripe.pay((await openPack(who)).sessionId)
  await postEvent('payment_intent.succeeded', paid)
  await drain()
  return paid
}

test('the plans come with name, price id, price label and features, and the packs with amount and price (PLAN-07)', async () => {
  const { plans, packages, current_plan, is_test_mode } = await stateOf(ada)
  expect(plans.map(({ id, name, price_id, price_label }) => [id, name, price_id, price_label])).toEqual([
    ['free', 'Free', null, '$0 per month'],
    ['basic', 'Basic', 'price_basic', '$10 per month'],
    ['premium', 'Premium', 'price_premium', '$40 per month'],
  ])
  expect(plans[2]!.features).toEqual([
    '100 business searches per month',
    '100 email generations per month',
    '1,000 emails sent per month',
    'Create business organizations',
    'Priority support',
  ])
  expect(packages.map(({ amount, price }) => [amount, price])).toEqual([
    [50, 7.5],
    [100, 13],
    [500, 55],
  ])
  expect([current_plan, is_test_mode]).toEqual(['free', false])
})

test('a checkout returns session id, publishable key and address, and buys nothing by itself (PLAN-21)', async () => {
  const { status, answer } = await ada.call(billingRoutes.createCheckout, {
    body: { priceId: 'price_basic' },
  })
  expect(status).toBe(200)
  expect(answer).toEqual({
    sessionId: expect.stringMatching(/^cs_/),
    publishableKey: 'pk_test_local',
    sessionUrl: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//),
  })
  expect(await planOf(ada)).toBe('free')
})

const TOO_LONG = 'x'.repeat(300)
test.each(['price_foreign', 'test', 'price_test', '', TOO_LONG])(
  'the price %o is not sold, neither a foreign price nor the plan test (PLAN-26)',
  async (priceId) => {
    const { status, refusal } = await ada.call(billingRoutes.createCheckout, { body: { priceId } })
    expect(status).toBe(400)
    if (priceId.length < 200) expect(refusal.message).toBe('Invalid plan selected')
  },
)

test('a pack is chosen by its id or as it is listed (TOKEN-12)', async () => {
  const listed = { id: 'tokens_100', amount: 100, price: 13 } as const
  const { answer } = await ada.call(billingRoutes.purchaseTokens, { body: { tokenPackage: listed } })
  expect(answer).toMatchObject({ sessionId: expect.any(String), publishableKey: 'pk_test_local' })
})

test('a pack returns session id and publishable key; one that is not sold is refused (TOKEN-12)', async () => {
  expect(await openPack(ada)).toMatchObject({
    sessionId: expect.any(String),
    publishableKey: 'pk_test_local',
  })
  const { status, refusal } = await ada.call(billingRoutes.purchaseTokens, {
    body: { tokenPackage: 'tokens_1' as 'tokens_50' },
  })
  expect([status, refusal.message]).toEqual([400, 'Invalid token package selected'])
})

test('the portal returns data.url, also for a client that calls the whole answer data (PLAN-11)', async () => {
  const { answer } = await ada.call(billingRoutes.openPortal)
  expect(answer.data.url).toMatch(/^https:\/\/billing\.stripe\.com\//)
  expect(answer.url).toBe(answer.data.url)
})

test('a plan is active once paid, and an upgrade takes effect immediately with unused time credited (PLAN-27)', async () => {
  const subscription = await buyPlan(ada, 'price_basic')
  expect(await planOf(ada)).toBe('basic')
  const page = await openPlan(ada, 'price_premium')
  expect(stripe.things.get(page.sessionId)).toMatchObject({
    flow_data: { type: 'subscription_update_confirm', subscription_update_confirm: { subscription } },
  })
  expect(await planOf(ada)).toBe('basic')
  stripe.confirmUpgrade(page.sessionId)
  await postEvent('customer.subscription.updated', subscription)
  await drain()
  expect(await planOf(ada)).toBe('premium')
})

test('a downgrade waits for the end of the period and can be undone until then (PLAN-16)', async () => {
  const subscription = await buyPlan(ada, 'price_premium')
  const down = await ada.call(billingRoutes.downgrade, { body: { plan: 'basic' } })
  expect(down.answer).toMatchObject({
    current_plan: 'premium',
    pending_change: { plan: 'basic', at: down.answer.renews_at },
  })
  expect((await ada.call(billingRoutes.undoDowngrade)).answer.pending_change).toBeNull()
  await ada.call(billingRoutes.downgrade, { body: { plan: 'basic' } })
  stripe.endPeriod(subscription)
  await postEvent('customer.subscription.updated', subscription)
  await drain()
  expect(await stateOf(ada)).toMatchObject({ current_plan: 'basic', pending_change: null })
})

test('a downgrade to free ends the subscription at the end of the period (PLAN-16)', async () => {
  const subscription = await buyPlan(ada, 'price_basic')
  const { answer } = await ada.call(billingRoutes.downgrade, { body: { plan: 'free' } })
  expect(answer).toMatchObject({ current_plan: 'basic', pending_change: { plan: 'free' } })
  stripe.endPeriod(subscription)
  await postEvent('customer.subscription.deleted', subscription)
  await drain()
  expect(await stateOf(ada)).toMatchObject({ current_plan: 'free', has_subscription: false })
})

test('impossible purchases are refused with a sentence', async () => {
  const refusalOf = async (call: Promise<{ refusal: { code: string } }>) => (await call).refusal.code
  const buy = (priceId: string) => refusalOf(ada.call(billingRoutes.createCheckout, { body: { priceId } }))
  const lower = (plan: 'free' | 'basic') => refusalOf(ada.call(billingRoutes.downgrade, { body: { plan } }))
  expect(await lower('free')).toBe('billing.no_subscription')
  expect(await refusalOf(ada.call(billingRoutes.undoDowngrade))).toBe('billing.nothing_waits')
  await buyPlan(ada, 'price_basic')
  expect(await buy('price_basic')).toBe('billing.same_plan')
  expect(await lower('basic')).toBe('billing.not_a_downgrade')
  await ada.call(billingRoutes.downgrade, { body: { plan: 'free' } })
  expect(await buy('price_premium')).toBe('billing.downgrade_waits')
})

test('a payment credits once, however often and on however many events its webhook arrives (TOKEN-26)', async () => {
  const paid = stripe.pay((await openPack(ada)).sessionId)
  const eventId = `evt_doubled_${ada.id}`
  const codes = await Promise.all([
    ...Array.from({ length: 10 }, () => postEvent('payment_intent.succeeded', paid, { eventId })),
    ...Array.from({ length: 5 }, () => postEvent('payment_intent.succeeded', paid)),
  ])
  await Promise.all([
    drain(),
    billingEvents.processWaiting(),
    billing.refresh(ada.id),
    billing.refresh(ada.id),
  ])
  expect(new Set(codes)).toEqual(new Set([200]))
  expect(await tokensOf(ada)).toBe(50)
  const { answer } = await ada.call(usageRoutes.listTransactions)
  expect(answer).toMatchObject([{ transaction_type: 'purchase', amount: 50, payment_transaction_id: paid }])
})

test('events out of order and days late lead to the same state, because it is read back', async () => {
  const subscription = stripe.pay((await openPlan(ada, 'price_basic')).sessionId)
  const created = stripe.event('customer.subscription.created', subscription)
  stripe.set(subscription, { status: 'canceled' })
  await postEvent('customer.subscription.deleted', subscription)
  await drain()
  await send(created.raw, created.signature)
  await drain()
  expect(await planOf(ada)).toBe('free')
})

test('a forged, changed, unsigned or old event is refused and changes nothing', async () => {
  const paid = stripe.pay((await openPack(ada)).sessionId)
  const { raw, signature } = stripe.event('payment_intent.succeeded', paid)
  const old = stripe.event('payment_intent.succeeded', paid, {
    at: new Date(clock.now().getTime() - 3_600_000),
  })
  const foreign = stripe.event('payment_intent.succeeded', paid, { secret: 'whsec_of_somebody_else' })
  const attempts = [
    [raw.replace('payment_intent.succeeded', 'payment_intent.SUCCEEDED'), signature],
    [raw, ''],
    [raw, 'nonsense'],
    [old.raw, old.signature],
    [foreign.raw, foreign.signature],
  ] as const
  for (const [body, header] of attempts) {
    const { statusCode, body: answer } = await send(body, header)
    expect([statusCode, JSON.parse(answer).code]).toEqual([400, 'billing.bad_signature'])
  }
  await drain()
  expect(await tokensOf(ada)).toBe(0)
})

test('an event about an unknown customer is accepted and dropped', async () => {
  const stranger = await payment.ensureCustomer({ ownerId: 'nobody', email: 'n@customer.example' })
  expect(await postEvent('customer.updated', stranger)).toBe(200)
  await drain()
  const waiting = await query('select 1 from billing_events where processed_at is null')
  expect(waiting).toEqual([])
})

test('an event waits while Stripe is unreachable and is processed later', async () => {
  const paid = stripe.pay((await openPack(ada)).sessionId)
  await postEvent('payment_intent.succeeded', paid)
  stripe.fail(500, 6)
  await drain()
  expect(await tokensOf(ada)).toBe(0)
  stripe.fail(500, 0)
  await billingEvents.processWaiting()
  expect(await tokensOf(ada)).toBe(50)
})

test('hundreds of failing events do not hold up the next one', async () => {
  const gone = await createFree('Gone')
  await query(
    `insert into billing_customers (customer_id, owner_id, provider, created_at) values ('cus_gone', $1, 'stripe', $2)`,
    [gone.id, clock.now().toISOString()],
  )
  await query(
    `insert into billing_events (id, type, customer_id, received_at)
     select 'evt_gone_' || n, 'customer.updated', 'cus_gone', $1 from generate_series(1, 250) n`,
    [new Date(clock.now().getTime() - 60_000).toISOString()],
  )
  await query(`
    create function break_customer() returns trigger language plpgsql as $$
    begin if new.customer_id = 'cus_gone' then raise 'broken on purpose'; end if; return new; end $$;
    create trigger break_customer before update on billing_customers for each row execute function break_customer()`)
  const paid = stripe.pay((await openPack(ada)).sessionId)
  await postEvent('payment_intent.succeeded', paid)

  await drain()

  expect(await tokensOf(ada)).toBe(50)
  const listWaiting = () => query('select id from billing_events where processed_at is null')
  expect(await listWaiting()).toHaveLength(250)
  await query('drop function break_customer cascade')
  await billingEvents.processWaiting()
  expect(await listWaiting()).toEqual([])
})

test('a purchase whose webhook never arrives is found within the hour', async () => {
  stripe.pay((await openPack(ada)).sessionId)
  clock.advance(40 * 60_000)
  await billingEvents.reconcile()
  expect(await tokensOf(ada)).toBe(50)
})

test('at night all customers are compared with Stripe, and the operator is told about missed events', async () => {
  const subscription = await buyPlan(ada, 'price_basic')
  clock.set('2026-03-09T03:00:00.000Z')
  await billingEvents.reconcile()
  await drain()
  stripe.set(subscription, { status: 'canceled' })
  clock.set('2026-03-10T03:00:00.000Z')
  await billingEvents.reconcile()
  await drain()
  expect(await planOf(ada)).toBe('free')
  const letter = mail.accepted.findLast(({ envelope }) => envelope.to === 'operator@goldpan.example')
  expect(String(letter?.raw)).toContain(subscription)
})

test('a checkout opened twice is the same page, and two paid ones leave one subscription', async () => {
  const first = await openPlan(ada, 'price_basic')
  expect(await openPlan(ada, 'price_basic')).toEqual(first)
  const other = await openPlan(ada, 'price_premium')
  const doubled = stripe.pay(first.sessionId)
  const kept = stripe.pay(other.sessionId)
  await postEvent('customer.subscription.created', kept)
  await drain()
  expect(await planOf(ada)).toBe('premium')
  expect([stripe.things.get(kept)?.status, stripe.things.get(doubled)?.status]).toEqual([
    'active',
    'canceled',
  ])
})

test('checkouts opened at the same time in several processes are the same page', async () => {
  const { hold, things } = stripe
  const { asked, release } = hold('/v1/checkout/sessions', 6)
  const opened = Array.from({ length: 6 }, (_, n) =>
    (n % 2 === 0 ? app : other.app).features.billing.createCheckout(ada.id, { priceId: 'price_basic' }),
  )
  await asked
  release()
  const pages = new Set((await Promise.all(opened)).map(({ sessionId }) => sessionId))
  expect(pages.size).toBe(1)
  const customer = things.get([...pages][0]!)?.customer
  const made = [...things.values()].filter((thing) => thing.customer === customer)
  expect(made.filter(({ object }) => object === 'checkout.session')).toHaveLength(1)
})

test('a checkout that the provider failed to open is requested with a new key', async () => {
  stripe.fail(500, 20)
  const failed = await ada.call(billingRoutes.purchaseTokens, { body: { tokenPackage: 'tokens_50' } })
  stripe.fail(500, 0)
  expect(failed.refusal.code).toBe('billing.provider_failed')
  await openPack(ada)
  const keys = stripe.asked.flatMap(({ path, idempotencyKey }) =>
    path === '/v1/checkout/sessions' && idempotencyKey ? [idempotencyKey] : [],
  )
  expect(keys.at(-1)).not.toBe(keys.at(-2))
})

test('a late answer of the provider does not overwrite another process’s newer one', async () => {
  const subscription = await buyPlan(ada, 'price_premium')
  const { asked, release } = stripe.hold('/v1/subscriptions', 1)
  const late = app.features.billing.refresh(ada.id)
  await asked
  stripe.endPeriod(subscription)
  const newer = (await other.app.features.billing.refresh(ada.id)).renews_at
  release()
  expect((await late).renews_at).toBe(newer)
})

test('many callers that wait for a slow provider hold no connection and share its answers', async () => {
  await openPack(ada)
  const { length: before } = stripe.asked
  const { asked, release } = stripe.hold('/v1/subscriptions', 100)
  const refreshes = Array.from({ length: 40 }, () => billing.refresh(ada.id))
  await asked
  const { pool } = app.database
  await expect.poll(() => [pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0])
  release()
  await Promise.all(refreshes)
  const reads = stripe.asked.slice(before).filter(({ path }) => path === '/v1/subscriptions')
  expect(reads.length).toBeLessThanOrEqual(2)
})

test('after a failed payment the plan stays for seven days, then it is free, and it is restored by the payment', async () => {
  const subscription = await buyPlan(ada, 'price_basic')
  stripe.endPeriod(subscription, { fails: true })
  await postEvent('invoice.payment_failed', subscription)
  await postEvent('customer.subscription.updated', subscription)
  await drain()
  expect(await stateOf(ada)).toMatchObject({
    current_plan: 'basic',
    grace_until: new Date(clock.now().getTime() + 7 * DAY).toISOString(),
  })
  const letters = () =>
    mail.accepted.filter(({ envelope }) => envelope.to === ada.email).map(({ raw }) => String(raw))
  expect(letters().filter((raw) => raw.includes('Your last payment did not go through'))).toHaveLength(1)
  clock.advance(7 * DAY + 1000)
  await billingEvents.reconcile()
  await drain()
  expect(await planOf(ada)).toBe('free')
  expect(letters().filter((raw) => raw.includes('Your plan is now Free'))).toHaveLength(1)
  stripe.set(subscription, { status: 'active' })
  await postEvent('invoice.paid', subscription)
  await drain()
  expect(await stateOf(ada)).toMatchObject({ current_plan: 'basic', grace_until: null })
})

test('a second failed payment does not restart the grace period', async () => {
  const subscription = await buyPlan(ada, 'price_basic')
  stripe.endPeriod(subscription, { fails: true })
  await postEvent('customer.subscription.updated', subscription)
  await drain()
  const { grace_until } = await stateOf(ada)
  clock.advance(30 * DAY)
  stripe.endPeriod(subscription, { fails: true })
  stripe.set(subscription, { status: 'unpaid' })
  await postEvent('customer.subscription.updated', subscription)
  await drain()
  expect(await billing.getBilling(ada.id)).toMatchObject({ current_plan: 'free', grace_until })
})

test('events of an unreadable customer are given up after days and hold up nobody', async () => {
  const customer = await payment.ensureCustomer({ ownerId: ada.id, email: ada.email })
  await ada.call(billingRoutes.openPortal)
  await postEvent('customer.updated', customer)
  const waiting = () => query('select 1 from billing_events where processed_at is null')
  stripe.fail(404, 100)
  await billingEvents.processWaiting()
  expect(await waiting()).toHaveLength(1)
  clock.advance(3 * DAY + 1000)
  await billingEvents.processWaiting()
  stripe.fail(404, 0)
  expect(await waiting()).toEqual([])
})

test('a refund takes back the tokens that are left, and no more', async () => {
  const paid = await buyPack(ada)
  await query(`update users set tokens_enabled = true, subscription_plan = 'test' where id = $1`, [ada.id])
  for (let n = 0; n < 5 + 20; n++)
    await app.database.db.transaction((tx) =>
      app.features.usage.book(tx, ada.id, 'business_searches', `search:${n}`),
    )
  expect(await tokensOf(ada)).toBe(30)
  stripe.refund(paid, 375)
  await postEvent('charge.refunded', paid)
  await drain()
  expect(await tokensOf(ada)).toBe(5)
  stripe.refund(paid, 375)
  await postEvent('charge.refunded', paid)
  await drain()
  expect(await tokensOf(ada)).toBe(0)
})

test('a dispute takes the tokens until it is won, although its events name only the payment', async () => {
  const paid = await buyPack(ada)
  stripe.dispute(paid, 'needs_response')
  const dispute = [...stripe.things.values()].find((thing) => thing.payment_intent === paid)!
  await postEvent('charge.dispute.created', dispute.id)
  await drain()
  expect(await tokensOf(ada)).toBe(0)
  clock.advance(DAY)
  stripe.dispute(paid, 'won')
  await postEvent('charge.dispute.closed', dispute.id)
  await drain()
  expect(await tokensOf(ada)).toBe(50)
})

test('an unreachable provider is reported, and nothing is opened', async () => {
  stripe.fail(500, 20)
  const { status, refusal } = await ada.call(billingRoutes.openPortal)
  stripe.fail(500, 0)
  expect([status, refusal.code]).toEqual([502, 'billing.provider_failed'])
})

test('a deleted account is not charged again', async () => {
  const subscription = await buyPlan(ada, 'price_basic')
  await billing.endSubscription(ada.id)
  expect(stripe.things.get(subscription)?.status).toBe('canceled')
})

test('a second attempt to delete an account is not blocked by the ended subscription', async () => {
  await buyPlan(ada, 'price_basic')
  await billing.endSubscription(ada.id)
  const { length: before } = stripe.asked
  await billing.endSubscription(ada.id)
  expect(stripe.asked.slice(before).filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('Bob cannot profit from Ada’s payments or change her plan', async () => {
  const bob = await createFree(`Bob${lastCustomer}`)
  await buyPlan(ada, 'price_premium')
  await buyPack(ada)
  await bob.call(billingRoutes.refresh)
  expect([await planOf(bob), await tokensOf(bob)]).toEqual(['free', 0])
  const { refusal } = await bob.call(billingRoutes.downgrade, { body: { plan: 'free' } })
  expect(refusal.code).toBe('billing.no_subscription')
  expect(await planOf(ada)).toBe('premium')
})
