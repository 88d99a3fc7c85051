import { billingRoutes } from '@goldpan/contract/billing'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { app, alice, mail, drain } = await startTestApp({ environment: { PAYMENT: 'off' } })

test('without payments nothing is for sale, and there is no checkout', async () => {
  expect((await alice.call(billingRoutes.billingSettings)).answer).toEqual({ sells_plans: false, plans: [] })
  const { answer } = await alice.call(billingRoutes.getBilling)
  expect(answer).toMatchObject({ plans: [], packages: [], is_test_mode: false, has_subscription: false })
  const buy = { body: { tokenPackage: 'tokens_50' } } as const
  expect((await alice.call(billingRoutes.purchaseTokens, buy)).status).toBe(404)
  expect((await alice.call(billingRoutes.createCheckout, { body: { priceId: 'price_1' } })).status).toBe(404)
  expect((await alice.call(billingRoutes.openPortal)).status).toBe(404)
  const webhook = await app.server.inject({ method: 'POST', url: '/api/billing/webhook', payload: {} })
  expect(webhook.statusCode).toBe(404)
})

test('the operator still sets plans and grants tokens', async () => {
  const { operatorDesk } = app.features
  expect(await operatorDesk.setPlan(alice.email, 'premium', 'Our own team')).toMatchObject({
    hasSubscription: false,
  })
  const granted = await operatorDesk.grantTokens(alice.email, 7, { reason: 'Trial', key: 'trial' })
  expect(granted.tokens).toBe(7)
  expect((await alice.call(billingRoutes.getBilling)).answer.current_plan).toBe('premium')
})

test('a letter about a reached limit names the operator instead of a purchase', async () => {
  const limit = { what: 'email sending', percent: 100, used: 50, cap: 50, resetsOn: '2026-04-01' } as const
  await app.database.db.transaction((tx) =>
    app.features.notifications.limitReached(tx, alice.id, 'limit:test', limit),
  )
  await drain()
  const letter = mail.accepted.at(-1)!.raw.toString()
  expect(letter).toContain('ask the operator of this installation')
  expect(letter).not.toMatch(/upgrade/i)
})
