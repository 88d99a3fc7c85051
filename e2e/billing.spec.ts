import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'
import { answer } from './support/payments.ts'

const card = (page: Page, plan: string) =>
  page
    .getByRole('list', { name: 'Plans' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: plan, exact: true }) })

test('a plan is bought in test mode, its downgrade is requested and undone, and its billing is managed (PLAN-08, PLAN-10, PLAN-18, PLAN-22)', async ({
  customer: _customer,
  quietPage: page,
}) => {
  await page.goto('/settings?tab=subscription')
  await expect(card(page, 'Premium')).toContainText('Create business organizations')
  await card(page, 'Premium').getByRole('button', { name: 'Upgrade' }).click()
  await expect(page).toHaveURL(/\/pay\/pay_/)
  await expect(page.getByText('Test mode: no card is charged')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try a declined card' }).click()
  await expect(page.getByText('The card was declined.')).toBeVisible()
  await page.getByRole('button', { name: 'Pay $40 in test mode' }).click()
  await expect(page.getByRole('heading', { name: 'Subscription Updated Successfully' })).toBeVisible()
  await expect(page.getByText('Thank you! You are now on the Premium plan.')).toBeVisible()
  await expect(page).toHaveURL(/\/settings$/)

  await expect(card(page, 'Premium').getByText('Current Plan')).toBeVisible()
  await card(page, 'Basic').getByRole('button', { name: 'Downgrade' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Downgrade to Basic' })
  await expect(asked).toContainText('You can undo this until then.')
  await asked.getByRole('button', { name: 'Downgrade' }).click()
  await expect(page.getByText(/Your plan changes to Basic on .* \(UTC\)\./)).toBeVisible()
  await page.getByRole('button', { name: 'Undo downgrade' }).click()
  await expect(page.getByText(/Your plan changes to Basic on/)).toHaveCount(0)

  await page.getByRole('button', { name: 'Manage Billing' }).click()
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'End at the end of the period' }).click()
  await page.getByRole('link', { name: 'Back to Goldpan' }).click()
  await expect(page.getByText(/Your plan changes to Free on/)).toBeVisible()
})

test.describe('with Stripe', () => {
  // This installation has no Stripe, so its content security policy blocks the script.
  test.use({ bypassCSP: true })

  test('without a checkout URL the provider’s script is loaded and redirects by session id (PLAN-22)', {
    tag: '@long',
  }, async ({ customer: _customer, page }) => {
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

test.describe('on the plan test, which allows 5 searches a month', () => {
  test.use({ plan: 'test' })

  test('tokens are bought and used, and their history has signs and colours, a filter and a file (TOKEN-11, TOKEN-13, TOKEN-16, TOKEN-17)', async ({
    customer,
    quietPage: page,
    browser,
  }) => {
    await page.goto('/settings?tab=tokens&showPurchase=true')
    const dialog = page.getByRole('dialog', { name: 'Buy Tokens' })
    await dialog.getByRole('radio', { name: /50 tokens for \$7/ }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Continue to payment' }).click()
    const pay = page.getByRole('button', { name: 'Pay $7.50 in test mode' })
    await expect(pay).toBeVisible()
    const stranger = await browser.newPage()
    await stranger.goto(page.url())
    await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(stranger.getByText('Pay $7.50')).toHaveCount(0)
    await stranger.close()
    await pay.click()
    await expect(page.getByText('Thank you! Your tokens have been added.')).toBeVisible()
    await expect(page.getByText('50 tokens')).toBeVisible()

    const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
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

    for (let n = 0; n < 6; n++) {
      const searched = await customer.api.post('/api/business/search', { data: { query: `bakery ${n}` } })
      expect(searched.status()).toBe(200)
    }
    await page.getByRole('link', { name: 'View transaction history' }).click()
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
})
