import { billingRoutes } from '@goldpan/contract/billing'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { searchRoutes } from '@goldpan/contract/search'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { app, alice, bob, mail, drain, query } = await startTestApp({ environment: { PAYMENT: 'off' } })

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
  const { operatorBilling } = app.features
  expect(
    await operatorBilling.setPlan(alice.email, 'premium', {
      operator: 'sam (terminal)',
      reason: 'Our own team',
    }),
  ).toMatchObject({
    hasSubscription: false,
  })
  const granted = await operatorBilling.grantTokens(alice.email, 7, {
    operator: 'sam (terminal)',
    reason: 'Trial',
    key: 'trial',
  })
  expect(granted.tokens).toBe(7)
  expect((await alice.call(billingRoutes.getBilling)).answer.current_plan).toBe('premium')
})

test('nothing tells people to upgrade: neither a reached limit nor a missing Premium plan', async () => {
  await query("update users set subscription_plan = 'free' where id = $1", [bob.id])
  const create = await bob.call(organizationRoutes.create, { body: { name: 'Ours' } })
  expect([create.status, create.refusal.code, create.refusal.message]).toEqual([
    403,
    'organizations.needs_premium',
    'Organizations are part of the Premium plan. Please ask the operator of this installation for it.',
  ])
  await app.features.accountCaps.setCaps(
    bob.email,
    { business_searches: 0 },
    { until: null, reason: 'Trial', operator: 'sam' },
  )
  const search = await bob.call(searchRoutes.search, { body: { query: 'oven' } })
  expect([search.status, search.refusal.code, search.refusal.message]).toEqual([
    403,
    'LIMIT_REACHED',
    'You have reached your monthly limit for business searches.',
  ])
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
