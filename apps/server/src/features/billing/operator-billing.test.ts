import { billingRoutes } from '@goldpan/contract/billing'
import { usageRoutes } from '@goldpan/contract/usage'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { OperatorError } from '../operator/operator-error.ts'

const { alice, app, createCustomer, query } = await startTestApp()
const { operatorBilling } = app.features
const operator = 'sam (terminal)'

test('the operator sees plan, usage, balance and ledger of an address in any case', async () => {
  const seen = await operatorBilling.describeUser(alice.email.toUpperCase())
  expect(seen).toMatchObject({ id: alice.id, plan: 'premium', tokens: 0, payments: [], ledger: [] })
  await expect(operatorBilling.describeUser('nobody@customer.example')).rejects.toThrow(OperatorError)
})

test('granted tokens are in the ledger with the reason, and a repeated command books once', async () => {
  const grant = () =>
    operatorBilling.grantTokens(alice.email, 30, {
      operator,
      reason: 'Sorry for the outage',
      key: 'outage-1',
    })
  await grant()
  expect(await grant()).toEqual({ tokens: 30 })
  const { answer } = await alice.call(usageRoutes.listTransactions)
  expect(answer).toMatchObject([
    { amount: 30, description: 'Sorry for the outage', payment_transaction_id: null },
  ])
  await expect(
    operatorBilling.grantTokens(alice.email, -5, { operator, reason: 'x', key: 'y' }),
  ).rejects.toThrow(OperatorError)
})

test('a plan set by hand stays when the provider is read back', async () => {
  const { id, email, call } = await createCustomer('Handset')
  expect(await operatorBilling.setPlan(email, 'test', { operator, reason: 'Trying things' })).toEqual({
    before: 'premium',
    hasSubscription: false,
  })
  await call(billingRoutes.openPortal)
  await call(billingRoutes.refresh)
  const [user] = await query<{ subscription_plan: string }>(
    'select subscription_plan from users where id = $1',
    [id],
  )
  expect(user?.subscription_plan).toBe('test')
  const notes = await query<{ note: string }>('select note from usage_entries where owner_id = $1', [id])
  expect(notes).toEqual([{ note: 'Plan set from premium to test: Trying things' }])
})

test('a refund returns the money once and takes back the tokens that are left', async () => {
  const { email, call } = await createCustomer('Refunded')
  const { answer } = await call(billingRoutes.purchaseTokens, { body: { tokenPackage: 'tokens_50' } })
  const id = new URL(answer.sessionUrl).pathname.replace('/pay/', '')
  await call(billingRoutes.actOnPayPage, { params: { pageId: id }, body: { action: 'pay' } })
  const [payment] = (await operatorBilling.describeUser(email)).payments
  expect(await operatorBilling.refund(payment!.id, { operator, reason: 'Bought by mistake' })).toEqual({
    cents: 750,
    tokensTaken: 50,
  })
  expect((await call(usageRoutes.getBalance)).answer.tokens).toBe(0)
  const { ledger } = await operatorBilling.describeUser(email)
  expect(ledger.map(({ tokens, note }) => [tokens, note]).toSorted()).toEqual([
    [-50, 'Payment refunded or disputed'],
    [0, '$7.50 refunded: Bought by mistake'],
    [50, '50 tokens bought'],
  ])
  await expect(operatorBilling.refund(payment!.id, { operator, reason: 'Again' })).rejects.toThrow(
    OperatorError,
  )
})
