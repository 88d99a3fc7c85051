import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expectAccessible } from './support/axe.ts'
import { createCustomer, expect, linkOf, test } from './support/customer.ts'

/** Answers a call as a server would that fails without a sentence of its own. */
const failSilently = (page: Page, path: string, method: string) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )

const usage = (counts: [number, number, number], tokens_enabled = false) => ({
  business_searches_count: counts[0],
  business_searches_limit: 20,
  email_generations_count: counts[1],
  email_generations_limit: 10,
  emails_sent_count: counts[2],
  emails_sent_limit: 50,
  tokens_enabled,
  resets_at: '2030-05-01T00:00:00.000Z',
})

async function showUsage(page: Page, counts: [number, number, number], tokens = 0, enabled = false) {
  await page.route('**/api/user/usage', (route) => route.fulfill({ json: usage(counts, enabled) }))
  await page.route('**/api/user/token-settings', (route) =>
    route.fulfill({ json: { tokens, tokens_enabled: enabled } }),
  )
  await page.goto('/settings')
}

test('settings have four tabs, and the address says which one (SET-01)', async ({
  customer: _customer,
  quietPage: page,
}) => {
  for (const [tab, name] of [
    ['profile', 'Profile'],
    ['subscription', 'Subscription'],
    ['tokens', 'Tokens'],
    ['preferences', 'Preferences'],
  ] as const) {
    await page.goto(`/settings?tab=${tab}`)
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  }
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/tab=profile/)
  await page.goto('/settings?tab=nonsense')
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
})

test('an address leads straight to the purchase of tokens, and closing it leads back to the tab (SET-02)', async ({
  customer: _customer,
  page,
}) => {
  await page.goto('/settings?tab=tokens&showPurchase=true')
  const dialog = page.getByRole('dialog', { name: 'Buy Tokens' })
  await expect(dialog.getByText('50 tokens for $7.50')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/settings\?tab=tokens$/)
  await page.goto('/settings?tab=subscription&showPurchase=true')
  await expect(page.getByRole('list', { name: 'Plans' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('the profile is changed, and the sidebar knows the new name at once (SET-03, SET-06)', async ({
  customer,
  quietPage: page,
}) => {
  await page.goto('/settings')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email)
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Gold')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Sidebar' }).getByText('Grace Gold')).toBeVisible()
})

test('a profile that lacks a field is refused (SET-04)', async ({ customer, page }) => {
  await page.goto('/settings')
  for (const label of ['First name', 'Last name', 'Email']) {
    await page.goto('/settings')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email)
    await page.getByLabel(label, { exact: true }).fill(' ')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('All fields are required')).toBeVisible()
    await page
      .getByLabel(label, { exact: true })
      .fill(label === 'Email' ? customer.email : label === 'First name' ? customer.firstName : 'Pan')
  }
})

test('a profile that can’t be saved says so and keeps what was typed, over a reload too (SET-07)', async ({
  customer: _customer,
  page,
}) => {
  await failSilently(page, '/api/user/profile', 'PUT')
  await page.goto('/settings')
  await page.getByLabel('First name').fill('Kept')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('alert').getByText('Failed to update profile')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Kept')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Kept')
})

test('a new address waits for its confirmation, which can be given up or followed', async ({
  customer,
  page,
}) => {
  const wanted = `new-${customer.email}`
  const ask = async () => {
    await page.getByLabel('Email', { exact: true }).fill(wanted)
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText(`We sent a link to ${wanted}.`)).toBeVisible()
  }
  await page.goto('/settings')
  await ask()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email)
  await page.getByRole('button', { name: 'Keep my old address' }).click()
  await expect(page.getByText('Waiting for your confirmation')).toBeHidden()
  await customer.waitForMail(/about to change/)
  await ask()
  await expect.poll(async () => (await customer.readMail(wanted)).length).toBe(2)
  const link = linkOf((await customer.readMail(wanted))[0]!)
  await page.goto(link.pathname + link.search)
  await expect(page.getByRole('heading', { name: 'Verification Successful!' })).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(wanted)
})

test('current usage shows three bars, when they reset, and the tokens with Buy more and Manage (SET-08, USAGE-11)', async ({
  customer: _customer,
  quietPage: page,
}) => {
  await showUsage(page, [3, 8, 50], 12, true)
  await expect(page.getByRole('heading', { name: 'Current Usage' })).toBeVisible()
  await expect(page.getByText('Resets on May 1 (UTC), with the new month.')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(3)
  await expect(page.getByRole('progressbar', { name: 'Searches' })).toHaveAttribute(
    'aria-valuetext',
    '3 of 20',
  )
  await expect(page.getByRole('progressbar', { name: 'Generations' })).toHaveAttribute(
    'aria-valuetext',
    '8 of 10. Approaching limit',
  )
  await expect(page.getByText('Limit reached', { exact: true })).toBeVisible()
  await expect(page.getByText('12 tokens')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Manage' }).click()
  await expect(page).toHaveURL(/tab=tokens$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Buy more' }).click()
  await expect(page).toHaveURL(/tab=tokens&showPurchase=true/)
})

test('at the limit the guidance depends on the tokens and on the toggle (USAGE-04)', async ({
  customer: _customer,
  page,
}) => {
  await showUsage(page, [20, 0, 0])
  await expect(page.getByText('Buy tokens to continue without waiting for the reset.')).toBeVisible()
  await showUsage(page, [20, 0, 0], 5)
  await expect(page.getByRole('link', { name: 'Enable tokens' })).toBeVisible()
  await showUsage(page, [20, 0, 0], 5, true)
  await expect(page.getByText('Your tokens are used automatically until the reset.')).toBeVisible()
})

test('preferences are both on at first, are saved at once, and come back when they can’t be (SET-09)', async ({
  customer: _customer,
  page,
}) => {
  await page.goto('/settings?tab=preferences')
  const notifications = page.getByRole('checkbox', { name: 'Email Notifications' })
  const reports = page.getByRole('checkbox', { name: 'Weekly Reports' })
  await expect(notifications).toBeChecked()
  await expect(reports).toBeChecked()
  await expectAccessible(page)
  await reports.click()
  await expect(page.getByText('Preferences saved')).toBeVisible()
  await page.reload()
  await expect(reports).not.toBeChecked()
  await failSilently(page, '/api/user/preferences', 'PUT')
  await notifications.click()
  await expect(page.getByText('Failed to save preferences')).toBeVisible()
  await expect(notifications).toBeChecked()
})

test('my data comes as a ZIP of JSON and CSV', async ({ customer, page }) => {
  await page.goto('/settings')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('goldpan-data.zip')
  const files = unzipSync(new Uint8Array(await readFile(await file.path())))
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['json/users.json', 'csv/prospects.csv']))
  expect(new TextDecoder().decode(files['json/users.json'])).toContain(customer.email)
})

test('an account is deleted after the word is typed; the person is out and can’t come back', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const customer = await createCustomer(context, 'Leaver')
  const page = await context.newPage()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete my account' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('Please type DELETE to confirm')).toBeVisible()
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await customer.waitForMail(/account is deleted/)
  const again = await context.request.post('/api/auth/login', {
    data: { email: customer.email, password: customer.password, recaptchaToken: 'off' },
  })
  expect((await again.json()).message).toContain('no account')
  await context.close()
})

for (const [what, path] of [
  ['profile', '/api/user/profile'],
  ['usage', '/api/user/usage'],
  ['preferences', '/api/user/preferences'],
] as const)
  test(`settings whose ${what} can’t be loaded say so and try again on Retry`, async ({
    customer: _customer,
    page,
  }) => {
    await failSilently(page, path, 'GET')
    await page.goto(what === 'preferences' ? '/settings?tab=preferences' : '/settings')
    await expect(page.getByText('Failed to load data')).toBeVisible()
    await page.unroute(`**${path}`)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Failed to load data')).toBeHidden()
  })

test('a browser that is logged in elsewhere is seen in the settings, and logged out from there', async ({
  customer,
  page,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL! })
  const { email, password } = customer
  const login = { data: { email, password, recaptchaToken: 'off' } }
  expect((await elsewhere.request.post('/api/auth/login', login)).ok()).toBe(true)
  await page.goto('/settings')
  const browsers = page.getByRole('listitem').filter({ hasText: 'logged in on' })
  await expect(browsers).toHaveCount(2)
  await expect(browsers.filter({ hasText: 'This browser' })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log out the others' }).click()
  await expect(browsers).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Log out the others' })).toBeHidden()
  const there = await elsewhere.newPage()
  await there.goto('/settings')
  await expect(there).toHaveURL(/\/login/)
  await elsewhere.close()
  await page.reload()
  await expect(browsers).toHaveCount(1)
})
