import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'
import { asOperator, buyTokens, enableTokens, failSilently } from './support/payments.ts'

/** The plan test allows 5 searches, 5 generations and 10 emails a month. */
const onTestPlan = (email: string) => asOperator('set-plan', email, 'test', '--reason', 'A trial')

const modal = (page: Page) => page.getByRole('dialog', { name: 'Usage limit reached' })

/** Uses the month's searches up with real calls. */
async function useSearchesUp(page: Page) {
  for (let n = 0; n < 5; n++)
    expect(
      (await page.request.post('/api/business/search', { data: { query: `bakery ${n}` } })).status(),
    ).toBe(200)
}

async function search(page: Page) {
  await page.goto('/search')
  await page.getByLabel('Keywords').fill('bakery')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}

test('at the limit without tokens the modal offers to buy some, an upgrade and Cancel (USAGE-05, USAGE-08, USAGE-09)', async ({
  customer,
  page,
}) => {
  onTestPlan(customer.email)
  await useSearchesUp(page)
  await search(page)
  await expect(modal(page)).toContainText('You have reached your monthly limit for business searches.')
  await expect(modal(page)).toContainText(
    'Buy tokens to continue without waiting for your limit to reset, or upgrade your plan.',
  )
  await expectAccessible(page)
  await modal(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(modal(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await modal(page).getByRole('button', { name: 'Upgrade Subscription' }).click()
  await expect(page).toHaveURL(/\/settings\?tab=subscription$/)
  await search(page)
  await modal(page).getByRole('button', { name: 'Buy Tokens' }).click()
  await expect(page).toHaveURL(/\/settings\?tab=tokens&showPurchase=true$/)
  await expect(page.getByRole('dialog', { name: 'Buy Tokens' })).toBeVisible()
})

test('with tokens that are not enabled the modal leads to the toggle (USAGE-07)', async ({
  customer,
  page,
}) => {
  onTestPlan(customer.email)
  await buyTokens(page)
  await useSearchesUp(page)
  await search(page)
  await expect(modal(page)).toContainText(
    'Enable tokens in settings to continue without waiting for your limit to reset.',
  )
  await modal(page).getByRole('button', { name: 'Enable Tokens' }).click()
  await expect(page).toHaveURL(/\/settings\?tab=tokens$/)
})

test('with tokens enabled the modal says that they are used, or that they are not enough (USAGE-06)', async ({
  customer,
  page,
}) => {
  onTestPlan(customer.email)
  await buyTokens(page)
  await enableTokens(page)
  const limit = { message: 'You have reached your monthly limit.', code: 'LIMIT_REACHED' }
  let details: object = { usage_type: 'business_searches' }
  await page.route('**/api/business/search', (route) =>
    route.fulfill({ status: 403, json: { ...limit, ...details } }),
  )
  await search(page)
  await expect(modal(page)).toContainText(
    'Tokens will be used automatically for further use until your limit resets.',
  )
  for (const name of ['Cancel', 'Upgrade Subscription'])
    await expect(modal(page).getByRole('button', { name })).toBeVisible()
  await expect(modal(page).getByText(/Buy Tokens|Enable Tokens/)).toHaveCount(0)
  details = { usage_type: 'business_searches', needed: 80 }
  await search(page)
  await expect(modal(page)).toContainText(
    'Tokens will be used automatically, but the 50 you have are not enough for the 80 still needed.',
  )
})

test('when the token settings cannot be fetched the modal opens as for somebody without tokens (USAGE-10)', async ({
  customer,
  page,
}) => {
  onTestPlan(customer.email)
  await buyTokens(page)
  await useSearchesUp(page)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await failSilently(page, '/api/user/token-settings', 'GET')
  await search(page)
  await expect(modal(page).getByRole('button', { name: 'Buy Tokens' })).toBeVisible()
  expect(logged.some((text) => text.includes('The token settings could not be read'))).toBe(true)
})

test('each usage type has its own sentence, met in its own screen (USAGE-05)', async ({ customer, page }) => {
  onTestPlan(customer.email)
  const data = { name: 'Spring', marketing_copy: 'We repair ovens.' }
  const { id } = await (await page.request.post('/api/campaigns', { data })).json()
  const sentences = {
    email_generations: 'You have reached your monthly limit for email generations.',
    emails_sent: 'You have reached your monthly limit for email sending.',
  }
  for (const [usage_type, sentence] of Object.entries(sentences)) {
    const json = { message: sentence, code: 'LIMIT_REACHED', usage_type }
    await page.route(`**/api/campaigns/${id}/generate`, (route) => route.fulfill({ status: 403, json }))
    await page.goto(`/campaigns/${id}`)
    await page.getByRole('button', { name: 'Generate Emails' }).click()
    await expect(modal(page)).toContainText(sentence)
    await page.keyboard.press('Escape')
  }
})

test('usage bars warn, say at the limit what tokens can do, and when the month resets (USAGE-04, USAGE-11)', async ({
  customer,
  page,
}) => {
  onTestPlan(customer.email)
  for (let n = 0; n < 4; n++)
    await page.request.post('/api/business/search', { data: { query: `oven ${n}` } })
  await page.goto('/settings')
  await expect(page.getByText('Approaching limit')).toBeVisible()
  await expect(page.getByText(/Resets on .* \(UTC\)/)).toBeVisible()
  await page.request.post('/api/business/search', { data: { query: 'oven 5' } })
  await page.reload()
  await expect(page.getByText('Limit reached')).toBeVisible()
  await expect(page.getByText('Buy tokens to continue without waiting for the reset.')).toBeVisible()
  await buyTokens(page)
  await page.reload()
  await expect(page.getByText(/enable them to continue/)).toBeVisible()
  await enableTokens(page)
  await page.reload()
  await expect(page.getByText('Your tokens are used automatically until the reset.')).toBeVisible()
  await expectAccessible(page)
})
