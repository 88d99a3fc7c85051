import { billingRoutes, type PayAction } from '@goldpan/contract/billing'
import { usageRoutes } from '@goldpan/contract/usage'
import { beforeEach, expect, test } from 'vitest'
import { type Customer, startTestApp } from './harness.ts'

const { app, clock, createCustomer, query } = await startTestApp()
const DAY = 86_400_000

let lastCustomer = 0
let ada: Customer
beforeEach(async () => {
  lastCustomer += 1
  ada = await createCustomer(`Ada${lastCustomer}`)
  await query(`update users set subscription_plan = 'free' where id = $1`, [ada.id])
})

/** Asks the feature directly: within months the session ends, the subscription doesn't. */
const stateOf = (who: Customer) => app.features.billing.getBilling(who.id)
const idOf = (url: string) => new URL(url).pathname.replace('/pay/', '')
const press = (who: Customer, id: string, action: PayAction) =>
  who.call(billingRoutes.actOnPayPage, { params: { pageId: id }, body: { action } })
const openPlan = async (plan: 'basic' | 'premium') => {
  const { answer } = await ada.call(billingRoutes.createCheckout, { body: { priceId: `price_test_${plan}` } })
  return idOf(answer.sessionUrl)
}
const openPortal = async () => idOf((await ada.call(billingRoutes.openPortal)).answer.data.url)
const buy = async (plan: 'basic' | 'premium') => press(ada, await openPlan(plan), 'pay')

test('the test checkout shows what is bought, and paying grants the plan immediately', async () => {
  const id = await openPlan('premium')
  const shown = await ada.call(billingRoutes.getPayPage, { params: { pageId: id } })
  expect(shown.answer).toMatchObject({
    kind: 'checkout',
    title: 'Premium plan',
    total_cents: 4000,
    status: 'open',
  })
  const paid = await press(ada, id, 'pay')
  expect(paid.answer).toMatchObject({
    status: 'paid',
    return_url: 'http://localhost:3000/checkout?success=true',
  })
  expect(await stateOf(ada)).toMatchObject({ current_plan: 'premium', is_test_mode: true })
})

test('an upgrade costs the difference for the rest of the period (PLAN-16)', async () => {
  await buy('basic')
  const before = await stateOf(ada)
  clock.advance((Date.parse(before.renews_at!) - clock.now().getTime()) / 2)
  const id = await openPlan('premium')
  const { answer } = await ada.call(billingRoutes.getPayPage, { params: { pageId: id } })
  expect(answer.lines).toEqual([
    { label: 'Premium plan, rest of the period', amount_cents: 2000 },
    { label: 'Unused time on Basic', amount_cents: -500 },
  ])
  expect(answer.total_cents).toBe(1500)
  await press(ada, id, 'pay')
  expect(await stateOf(ada)).toMatchObject({ current_plan: 'premium', renews_at: before.renews_at })
})

test('a page can be paid once, and a declined or cancelled payment buys nothing', async () => {
  const { answer } = await ada.call(billingRoutes.purchaseTokens, { body: { tokenPackage: 'tokens_500' } })
  const id = idOf(answer.sessionUrl)
  expect((await press(ada, id, 'decline')).answer.status).toBe('open')
  await Promise.all([press(ada, id, 'pay'), press(ada, id, 'pay'), press(ada, id, 'cancel')])
  const { tokens } = (await ada.call(usageRoutes.getBalance)).answer
  expect([0, 500]).toContain(tokens)
  const second = idOf(
    (await ada.call(billingRoutes.purchaseTokens, { body: { tokenPackage: 'tokens_50' } })).answer.sessionUrl,
  )
  expect((await press(ada, second, 'cancel')).answer).toMatchObject({
    status: 'cancelled',
    return_url: 'http://localhost:3000/settings?tab=tokens',
  })
  await press(ada, second, 'pay')
  expect((await ada.call(usageRoutes.getBalance)).answer.tokens).toBe(tokens)
})

test('a page expires after a day', async () => {
  const id = await openPlan('basic')
  clock.advance(DAY + 1000)
  expect((await press(ada, id, 'pay')).answer.status).toBe('expired')
  expect((await stateOf(ada)).current_plan).toBe('free')
})

test('in the portal a subscription can be ended, kept, fail and be settled', async () => {
  await buy('basic')
  const id = await openPortal()
  await press(ada, id, 'end_subscription')
  expect((await stateOf(ada)).pending_change).toMatchObject({ plan: 'free' })
  await press(ada, id, 'keep_subscription')
  expect((await stateOf(ada)).pending_change).toBeNull()
  await press(ada, id, 'fail_payment')
  clock.advance(32 * DAY)
  await app.features.billing.refresh(ada.id)
  expect(await stateOf(ada)).toMatchObject({ current_plan: 'basic', grace_until: expect.any(String) })
  const settled = await app.features.billing.pressPayPage(ada.id, id, 'settle')
  expect(settled.subscription).toMatchObject({ status: 'active' })
  expect(await stateOf(ada)).toMatchObject({ current_plan: 'basic', grace_until: null })
})

test('a subscription renews every month without anybody looking at it', async () => {
  await buy('basic')
  clock.advance(100 * DAY)
  await app.features.billingEvents.reconcile()
  expect((await stateOf(ada)).current_plan).toBe('basic')
  const payments = await query('select 1 from billing_payments where owner_id = $1', [ada.id])
  expect(payments).toHaveLength(4)
})

test('Bob cannot see or use a pay page of Ada', async () => {
  const bob = await createCustomer(`Bob${lastCustomer}`)
  const id = await openPlan('premium')
  const seen = await bob.call(billingRoutes.getPayPage, { params: { pageId: id } })
  const pressed = await press(bob, id, 'pay')
  expect([seen.status, pressed.status]).toEqual([404, 404])
  expect((await stateOf(ada)).current_plan).toBe('free')
})
