// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failing, find, openApp, press, text } from '../../test/open-app.tsx'

const CHECKOUT = 'POST /api/billing/create-checkout-session'
const SCRIPT = 'javascript:alert(1)'
const BASIC = '/checkout?priceId=price_test_basic'

/** The provider's script can't be loaded. */
async function failScript() {
  const script = await expect
    .poll(() => document.querySelector('script[src="https://js.stripe.com/v3/"]'))
    .toBeTruthy()
    .then(() => document.querySelector('script[src="https://js.stripe.com/v3/"]'))
  script?.dispatchEvent(new Event('error'))
}

test('checkout without a price goes to the settings, and a price that is refused says why (PLAN-14, PLAN-17, PLAN-20)', async () => {
  const first = openApp('/checkout')
  await first.expectAddress('/settings')
  first.unmount()
  const refusal = { status: 400, body: { code: 'billing.plan', message: 'Invalid plan selected' } }
  const { expectAddress } = openApp('/checkout?priceId=price_of_somebody_else', { [CHECKOUT]: refusal })
  expect((await find('alert')).textContent).toContain('Invalid plan selected')
  await press('Back to Settings')
  await expectAddress('/settings')
})

test('checkout says that it prepares, and success wins over a price (PLAN-17, PLAN-18, PLAN-19)', async () => {
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
  const { unmount } = openApp(BASIC, {
    [CHECKOUT]: async () => {
      await held
      return failing
    },
  })
  expect(await text('Preparing Checkout')).toBeTruthy()
  letThrough()
  expect(await find('alert')).toBeTruthy()
  unmount()
  const { expectAddress, sent } = openApp(`${BASIC}&success=true`)
  expect(await text('Subscription Updated Successfully')).toBeTruthy()
  await expectAddress('/settings')
  expect(sent.map(({ path }) => path)).not.toContain('/api/billing/create-checkout-session')
})

test('a plan that was paid for is thanked for, and the settings open on it', async () => {
  const { expectAddress } = openApp('/checkout?success=true', {
    'POST /api/billing/refresh': { body: { current_plan: 'premium' } },
  })
  expect(await text('Thank you! You are now on the Premium plan.')).toBeTruthy()
  await expectAddress('/settings')
  expect((await find('tab', 'Subscription')).getAttribute('aria-selected')).toBe('true')
})

test.each([
  ['no answer', failing, 'Failed to start checkout'],
  ['an empty answer', { body: { sessionUrl: '', sessionId: '' } }, 'Invalid response from server'],
  ['an address that is none', { body: { sessionUrl: SCRIPT } }, 'Invalid response from server'],
])('checkout with %s has its own words (PLAN-20, PLAN-23, PLAN-24)', async (_what, answer, words) => {
  openApp(BASIC, { [CHECKOUT]: answer })
  expect((await find('alert')).textContent).toContain(words)
  expect(screen.getByRole('button', { name: 'Back to Settings' })).toBeTruthy()
})

test('a script of the provider that can’t be loaded is said (PLAN-25)', async () => {
  openApp(BASIC, { [CHECKOUT]: { body: { sessionId: 'cs_1', publishableKey: 'pk_1' } } })
  await failScript()
  expect((await find('alert')).textContent).toContain('Failed to load Stripe')
})

test('a purchase of tokens that fails, an answer without sense and a missing script are told apart (TOKEN-14, TOKEN-15)', async () => {
  const BUY = 'POST /api/tokens/purchase'
  const { answers } = openApp('/settings?tab=tokens&showPurchase=true', { [BUY]: failing })
  await press('Continue to payment')
  expect(await text('Failed to initiate purchase. Please try again.')).toBeTruthy()
  answers[BUY] = {}
  await press('Continue to payment')
  expect(await text('Invalid response from server')).toBeTruthy()
  answers[BUY] = { body: { sessionId: 'cs_1', publishableKey: 'pk_1' } }
  await press('Continue to payment')
  await failScript()
  expect(await text('Failed to load Stripe')).toBeTruthy()
})

test('the token history is empty at first, and says when it can’t be loaded (TOKEN-19, TOKEN-23)', async () => {
  const LIST = 'GET /api/tokens/transactions'
  const { answers } = openApp('/token-history', { [LIST]: failing })
  expect(await text('Failed to load transactions')).toBeTruthy()
  answers[LIST] = {}
  await press('Retry')
  expect(await text('No transactions found')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
})
