import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'
import { answer, asOperator, buyPlan, buyTokens, enableTokens, failSilently } from './support/payments.ts'

const card = (page: Page, plan: string) =>
  page
    .getByRole('list', { name: 'Plans' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: plan, exact: true }) })
const openTab = (page: Page, tab: string) => page.goto(`/settings?tab=${tab}`)

test('the plans are shown with what they hold; on Free both others offer Upgrade (PLAN-06, PLAN-08, PLAN-09, PLAN-10)', async ({
  customer: _customer,
  quietPage: page,
}) => {
  await openTab(page, 'subscription')
  await expect(card(page, 'Free').getByText('Current Plan')).toBeVisible()
  await expect(card(page, 'Free').getByRole('button')).toHaveCount(0)
  await expect(card(page, 'Premium')).toContainText('Create business organizations')
  await expect(card(page, 'Premium')).toContainText('$40 per month')
  for (const plan of ['Basic', 'Premium'])
    await expect(card(page, plan).getByRole('button', { name: 'Upgrade' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Manage Billing' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a plan is bought from the settings to the end, in test mode that says so (PLAN-18, PLAN-22)', async ({
  customer: _customer,
  quietPage: page,
}) => {
  await openTab(page, 'subscription')
  await card(page, 'Basic').getByRole('button', { name: 'Upgrade' }).click()
  await expect(page).toHaveURL(/\/pay\/pay_/)
  await expect(page.getByText('Test mode: no card is charged')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try a declined card' }).click()
  await expect(page.getByText('The card was declined.')).toBeVisible()
  await page.getByRole('button', { name: 'Pay $10 in test mode' }).click()
  await expect(page.getByRole('heading', { name: 'Subscription Updated Successfully' })).toBeVisible()
  await expect(page).toHaveURL(/\/settings$/)
  await openTab(page, 'subscription')
  await expect(card(page, 'Basic').getByText('Current Plan')).toBeVisible()
  await expect(card(page, 'Premium').getByRole('button', { name: 'Upgrade' })).toBeVisible()
  await expect(card(page, 'Free').getByRole('button', { name: 'Downgrade' })).toBeVisible()
})

test('on a paid plan billing is managed, and a downgrade is asked for, told and undone (PLAN-08, PLAN-10)', async ({
  customer: _customer,
  page,
}) => {
  await buyPlan(page, 'premium')
  await openTab(page, 'subscription')
  await card(page, 'Basic').getByRole('button', { name: 'Downgrade' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Downgrade to Basic' })
  await expect(asked).toContainText('You can undo this until then.')
  await asked.getByRole('button', { name: 'Downgrade' }).click()
  await expect(page.getByText(/Your plan changes to Basic on .* \(UTC\)\./)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo downgrade' }).click()
  await expect(page.getByText(/Your plan changes to Basic on/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Manage Billing' }).click()
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'End at the end of the period' }).click()
  await page.getByRole('link', { name: 'Back to Goldpan' }).click()
  await expect(page.getByText(/Your plan changes to Free on/)).toBeVisible()
})

test('for the plan test Basic and Premium offer Upgrade, and Free offers nothing (PLAN-09)', async ({
  customer,
  page,
}) => {
  asOperator('set-plan', customer.email, 'test', '--reason', 'A trial')
  await openTab(page, 'subscription')
  await expect(card(page, 'Basic').getByRole('button', { name: 'Upgrade' })).toBeVisible()
  await expect(card(page, 'Free').getByRole('button')).toHaveCount(0)
  await expect(page.getByText('Current Plan')).toHaveCount(0)
})

test('a portal that fails, and one that answers nonsense, are told apart (PLAN-12, PLAN-13)', async ({
  customer: _customer,
  page,
}) => {
  await buyPlan(page, 'basic')
  await openTab(page, 'subscription')
  await failSilently(page, '/api/billing/portal', 'POST')
  await page.getByRole('button', { name: 'Manage Billing' }).click()
  await expect(page.getByText('Failed to open billing portal')).toBeVisible()
  await answer(page, '/api/billing/portal', { data: {} })
  await page.getByRole('button', { name: 'Manage Billing' }).click()
  await expect(page.getByText('Invalid portal response')).toBeVisible()
})

test('a downgrade that fails says so (PLAN-15)', async ({ customer: _customer, page }) => {
  await buyPlan(page, 'basic')
  await failSilently(page, '/api/billing/downgrade', 'POST')
  await openTab(page, 'subscription')
  await card(page, 'Free').getByRole('button', { name: 'Downgrade' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Downgrade' }).click()
  await expect(page.getByText('Failed to process subscription')).toBeVisible()
})

test('checkout without a price goes to the settings, and a foreign price is an invalid plan (PLAN-14, PLAN-17, PLAN-20)', async ({
  customer: _customer,
  page,
}) => {
  await page.goto('/checkout')
  await expect(page).toHaveURL(/\/settings$/)
  await page.goto('/checkout?priceId=price_of_somebody_else')
  await expect(page.getByRole('alert')).toContainText('Invalid plan selected')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to Settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)
})

test('checkout says that it prepares, and success wins over a price (PLAN-17, PLAN-18, PLAN-19)', async ({
  customer: _customer,
  page,
}) => {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/api/billing/create-checkout-session', async (route) => {
    await held
    await route.fulfill({ status: 500, json: {} })
  })
  await page.goto('/checkout?priceId=price_test_basic')
  await expect(page.getByText('Preparing Checkout')).toBeVisible()
  letThrough()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.goto('/checkout?success=true&priceId=price_test_basic')
  await expect(page.getByText('Subscription Updated Successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/settings$/)
})

test('each way in which checkout can fail has its own words (PLAN-20, PLAN-23, PLAN-24, PLAN-25)', async ({
  customer: _customer,
  page,
}) => {
  const path = '/api/billing/create-checkout-session'
  const see = async (words: string) => {
    await page.goto('/checkout?priceId=price_test_basic')
    await expect(page.getByRole('alert')).toContainText(words)
    await expect(page.getByRole('button', { name: 'Back to Settings' })).toBeVisible()
  }
  await failSilently(page, path, 'POST')
  await see('Failed to start checkout')
  await answer(page, path, {})
  await see('Invalid response from server')
  await answer(page, path, { sessionUrl: 'javascript:alert(1)' })
  await see('Invalid response from server')
  await answer(page, path, { sessionId: 'cs_1', publishableKey: 'pk_1' })
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  await see('Failed to load Stripe')
})

test.describe('with Stripe', () => {
  // This installation has no Stripe, so its content policy does not let the script in.
  test.use({ bypassCSP: true })

  test('without an address the provider’s script is loaded and redirects by session id (PLAN-22)', async ({
    customer: _customer,
    page,
  }) => {
    await answer(page, '/api/billing/create-checkout-session', { sessionId: 'cs_7', publishableKey: 'pk_7' })
    await page.route('https://js.stripe.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.Stripe = (key) => ({
        redirectToCheckout: async ({ sessionId }) => {
          location.assign('/terms-and-privacy?went=' + key + sessionId)
          return {}
        },
      })`,
      }),
    )
    await page.goto('/checkout?priceId=price_test_basic')
    await expect(page).toHaveURL(/went=pk_7cs_7/)
  })
})

test('the Tokens tab has balance, packs, explanation, history and a toggle that needs tokens (TOKEN-06, TOKEN-10, TOKEN-11)', async ({
  customer: _customer,
  quietPage: page,
}) => {
  await openTab(page, 'tokens')
  await expect(page.getByText('0 tokens')).toBeVisible()
  await expect(page.getByText('Tokens never expire.')).toBeVisible()
  await expect(page.getByRole('switch')).toBeDisabled()
  await expect(page.getByRole('link', { name: 'View transaction history' })).toHaveAttribute(
    'href',
    '/token-history',
  )
  await page.getByRole('button', { name: 'Buy Tokens' }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy Tokens' })
  for (const words of [
    '50 tokens for $7.50',
    '100 tokens for $13.00',
    '500 tokens for $55.00',
    '$0.15 per token',
    '$0.13 per token',
    '$0.11 per token',
  ])
    await expect(dialog.getByText(words)).toBeVisible()
  await expectAccessible(page)
})

test('tokens are bought to the end and then the toggle can be used, not while it saves (TOKEN-11, TOKEN-13)', async ({
  customer: _customer,
  page,
}) => {
  await page.goto('/settings?tab=tokens&showPurchase=true')
  const dialog = page.getByRole('dialog', { name: 'Buy Tokens' })
  await dialog.getByRole('radio', { name: /50 tokens for \$7/ }).check()
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: 'Pay $7.50 in test mode' }).click()
  await expect(page.getByText('Thank you! Your tokens have been added.')).toBeVisible()
  await expect(page.getByText('50 tokens')).toBeVisible()
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/api/user/token-settings', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.fallback()
  })
  const toggle = page.getByRole('switch', { name: 'Use tokens automatically' })
  await toggle.click()
  await expect(toggle).toBeDisabled()
  letThrough()
  await expect(page.getByText('Token settings updated')).toBeVisible()
  await expect(toggle).toBeEnabled()
  await expect(toggle).toBeChecked()
})

test('a purchase that fails, an answer without sense and a script that does not load are told apart (TOKEN-14, TOKEN-15)', async ({
  customer: _customer,
  page,
}) => {
  await page.goto('/settings?tab=tokens&showPurchase=true')
  const pay = page.getByRole('button', { name: 'Continue to payment' })
  await failSilently(page, '/api/tokens/purchase', 'POST')
  await pay.click()
  await expect(page.getByText('Failed to initiate purchase. Please try again.')).toBeVisible()
  await answer(page, '/api/tokens/purchase', {})
  await pay.click()
  await expect(page.getByText('Invalid response from server')).toBeVisible()
  await answer(page, '/api/tokens/purchase', { sessionId: 'cs_1', publishableKey: 'pk_1' })
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  await pay.click()
  await expect(page.getByText('Failed to load Stripe')).toBeVisible()
})

test('what cannot be loaded or saved of tokens is said (TOKEN-20, TOKEN-21, TOKEN-22)', async ({
  customer: _customer,
  page,
}) => {
  await buyTokens(page)
  await failSilently(page, '/api/user/token-settings', 'GET')
  await failSilently(page, '/api/tokens/balance', 'GET')
  await openTab(page, 'tokens')
  await expect(page.getByText('Failed to load token settings')).toBeVisible()
  await expect(page.getByText('Failed to load token balance')).toBeVisible()
  await page.unroute('**/api/user/token-settings')
  await failSilently(page, '/api/user/token-settings', 'PUT')
  await page.reload()
  const toggle = page.getByRole('switch', { name: 'Use tokens automatically' })
  await toggle.click()
  await expect(page.getByText('Failed to update token settings')).toBeVisible()
  await expect(toggle).not.toBeChecked()
})

test('the token history is empty at first, and says when it cannot be loaded (TOKEN-19, TOKEN-23)', async ({
  customer: _customer,
  page,
}) => {
  await failSilently(page, '/api/tokens/transactions', 'GET')
  await page.goto('/token-history')
  await expect(page.getByText('Failed to load transactions')).toBeVisible()
  await page.unroute('**/api/tokens/transactions')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No transactions found')).toBeVisible()
  await expectAccessible(page)
})

test('the token history has its columns, signs and colours, a filter, a file and the way back (TOKEN-16, TOKEN-17)', async ({
  customer,
  quietPage: page,
}) => {
  asOperator('set-plan', customer.email, 'test', '--reason', 'A trial')
  await buyTokens(page)
  await enableTokens(page)
  for (let n = 0; n < 6; n++)
    expect(
      (await page.request.post('/api/business/search', { data: { query: `bakery ${n}` } })).status(),
    ).toBe(200)
  await page.goto('/token-history')
  const table = page.getByRole('table', { name: 'Token transactions' })
  for (const name of ['Date', 'Transaction', 'Amount', 'Reference'])
    await expect(table.getByRole('columnheader', { name })).toBeVisible()
  await expect(table.getByText('-1', { exact: true })).toHaveClass(/text-danger-ink/)
  await expect(table.getByText('+50', { exact: true })).toHaveClass(/text-success-ink/)
  await expect(table.getByRole('cell', { name: 'pi_test_…' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Kind of transaction').selectOption('Purchase')
  await expect(table.getByText('-1', { exact: true })).toHaveCount(0)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('token-history.csv')
  await page.getByRole('link', { name: 'Back to Settings' }).click()
  await expect(page).toHaveURL(/\/settings\?tab=tokens/)
})

test('a payment page of somebody else cannot be seen', async ({ customer: _customer, page, browser }) => {
  const data = { tokenPackage: 'tokens_50' }
  const { sessionUrl } = await (await page.request.post('/api/tokens/purchase', { data })).json()
  const stranger = await browser.newPage()
  await stranger.goto(sessionUrl)
  await expect(stranger.getByText('Pay $7.50')).toHaveCount(0)
  await stranger.close()
})
