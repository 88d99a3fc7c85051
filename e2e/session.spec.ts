import type { Page } from '@playwright/test'
import { stopClock } from './support/clock.ts'
import { createCustomer, expect, test } from './support/customer.ts'

const REFRESH = '**/api/auth/refresh'

const countRefreshes = (page: Page) => {
  const seen = { count: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) seen.count += 1
  })
  return seen
}

const logIn = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('starting with a session shows a spinner until the refresh call has restored it (SESS-01, SESS-05)', {
  tag: '@long',
}, async ({ page, customer }) => {
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(REFRESH, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/tables')
  await expect(page.getByRole('status').getByText('Loading…')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden()
  answer()
  await expect(page.getByText(`${customer.firstName} Pan`)).toBeVisible()
  await expect(page).toHaveURL('/tables')
})

test('a session unknown to the server is refreshed once, and not again at the next start (SESS-05)', {
  tag: '@long',
}, async ({ page, context, customer: _customer }) => {
  await context.clearCookies({ name: 'goldpan_session' })
  const refreshes = countRefreshes(page)
  await page.goto('/tables')
  await expect(page).toHaveURL('/login')
  expect(refreshes.count).toBe(1)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  expect(refreshes.count).toBe(1)
})

test('login returns to the requested page with its query (SESS-02, SESS-03)', async ({ page, context }) => {
  const customer = await createCustomer(context)
  await context.clearCookies()
  await page.goto('/tables?filter=oven')
  await expect(page).toHaveURL('/login')
  await logIn(page, customer)
  await expect(page).toHaveURL('/tables?filter=oven')
})

test('the session is refreshed every 240 s with its cookie, and one second after the tab becomes visible again (SESS-07, SESS-08, SESS-16)', {
  tag: '@long',
}, async ({ page, customer: _customer }) => {
  await page.clock.install()
  const refreshes = countRefreshes(page)
  await page.goto('/tables')
  await expect(page.getByRole('heading', { name: 'Saved Business Tables' })).toBeVisible()
  await stopClock(page)
  const before = refreshes.count
  // Time since the start counts too.
  await page.clock.runFor(200_000)
  expect(refreshes.count).toBe(before)
  const refresh = page.waitForResponse(REFRESH)
  await page.clock.runFor(40_000)
  expect((await (await refresh).request().allHeaders()).cookie).toContain('goldpan_session=')

  // Longer than the minimum interval between two checks.
  await page.clock.runFor(10_000)
  const counted = refreshes.count
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.clock.runFor(900)
  expect(refreshes.count).toBe(counted)
  const again = page.waitForRequest(REFRESH)
  await page.clock.runFor(200)
  await again
})

test('after a 401 the session is refreshed once and the call is repeated (SESS-10)', {
  tag: '@long',
}, async ({ page, customer: _customer }) => {
  await page.clock.install()
  await page.goto('/prospects')
  await expect(page.getByRole('heading', { name: 'Prospects', exact: true })).toBeVisible()
  // Longer than the minimum interval between two refreshes after a 401.
  await page.clock.runFor(11_000)
  const refreshes = countRefreshes(page)
  let refusals = 0
  await page.route(/\/api\/campaigns(\?|$)/, async (route) => {
    refusals += 1
    if (refusals > 1) return route.continue()
    return route.fulfill({ status: 401, json: { message: 'Please log in', code: 'accounts.signed_out' } })
  })
  await page.getByRole('link', { name: 'Email Campaigns' }).click()
  await expect(page.getByText('No Campaigns Yet')).toBeVisible()
  expect([refreshes.count, refusals]).toEqual([1, 2])
})

test('two tabs whose session expires at the same time refresh one after the other, and both stay logged in', {
  tag: '@long',
}, async ({ page, context, customer }) => {
  const other = await context.newPage()
  let underWay = 0
  let most = 0
  await context.route(REFRESH, async (route) => {
    underWay += 1
    most = Math.max(most, underWay)
    const response = await route.fetch()
    underWay -= 1
    await route.fulfill({ response })
  })
  await Promise.all([page.goto('/tables'), other.goto('/campaigns')])
  for (const tab of [page, other]) await expect(tab.getByText(`${customer.firstName} Pan`)).toBeVisible()
  expect(most).toBe(1)
})

test('logging out goes to login in every tab and keeps nothing (SHELL-06, SESS-11)', async ({
  page,
  context,
  customer,
}) => {
  const other = await context.newPage()
  await other.goto('/campaigns')
  await expect(other.getByText('Logged in as')).toBeVisible()
  await page.goto('/tables')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
  expect(await context.cookies()).toEqual([])
  await logIn(page, customer)
  await expect(page).toHaveURL('/')
})
