import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { createCustomer, expect, linkOf, readMailTo, test } from './support/customer.ts'

const PASSWORD = 'sieve-and-gravel-7'

const fillLogin = async (page: Page, email: string, password = PASSWORD) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in' }).click()

const signupFields = {
  'First name': 'Ada',
  'Last name': 'Pan',
  Email: 'ada@shop.example',
  Password: PASSWORD,
  'Confirm password': PASSWORD,
}

async function fillFields(page: Page, change: Partial<typeof signupFields> = {}) {
  for (const [label, value] of Object.entries({ ...signupFields, ...change }))
    await page.getByLabel(label, { exact: true }).fill(value)
}
const acceptTerms = (page: Page) => page.getByRole('checkbox', { name: /I accept/ }).check()

/** Opens a page with stopped time, which advances in steps of 100 ms only until `seen` is visible. */
async function openWithStoppedTime(page: Page, path: string, seen: Locator) {
  await page.clock.install({ time: new Date('2030-01-01T00:00:00Z') })
  await page.clock.pauseAt(new Date('2030-01-01T00:01:00Z'))
  await page.goto(path)
  await expect(async () => {
    await page.clock.runFor(100)
    expect(await seen.isVisible()).toBe(true)
  }).toPass()
}

/** Within this time a second request for a letter is taken for a double click. */
const DOUBLE_CLICK_MS = 300

test('a forgotten password is reset through the link in a mail, and login confirms it (ACC-15, ACC-18, ACC-44, ACC-48)', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const customer = await createCustomer(context)
  await context.clearCookies()
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Send reset instructions' }).click()
  await expect(page.getByText('Check your email for password reset instructions')).toBeVisible()
  const link = linkOf(await customer.waitForMail(/new password/))
  expect(link.searchParams.get('type')).toBe('recovery')
  await page.goto(link.pathname + link.search)
  await expect(page.getByRole('heading', { name: 'Verifying' })).toBeVisible()
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.reload()
  await page.getByLabel('New password').fill('another-sieve-8')
  await page.getByLabel('Confirm password').fill('another-sieve-8')
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Password updated successfully. Please log in.')).toBeVisible()
  await fillLogin(page, customer.email, 'another-sieve-8')
  await logIn(page)
  await expect(page.getByRole('heading', { name: 'Business Search' })).toBeVisible()
  await context.close()
})

test('a successful signup redirects to login after 3 s, a double click creates one account, and its link works twice (ACC-27)', async ({
  page,
  context,
}) => {
  const email = `once-${randomUUID()}@customer.example`
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/register')) calls += 1
  })
  await openWithStoppedTime(page, '/signup', page.getByLabel('Confirm password'))
  await fillFields(page, { Email: email })
  await acceptTerms(page)
  await page.getByRole('button', { name: 'Sign up' }).dblclick()
  await expect(
    page.getByText('Registration successful! Please check your email to verify your account.'),
  ).toBeVisible()
  expect(calls).toBe(1)
  await page.clock.runFor(2900)
  await expect(page).toHaveURL(/\/signup$/)
  await page.clock.runFor(1000)
  await expect(page).toHaveURL(/\/login$/)

  await page.clock.resume()
  const verifying = await context.newPage()
  await expect.poll(async () => (await readMailTo(context.request, email)).length).toBe(1)
  const link = linkOf((await readMailTo(context.request, email))[0]!)
  await verifying.goto(link.pathname + link.search)
  await expect(verifying.getByRole('heading', { name: 'Verification Successful!' })).toBeVisible()
  await verifying.goto(link.pathname + link.search)
  await expect(verifying.getByText('Your email address is already verified. You can log in.')).toBeVisible()
})

test('a user who requests the confirmation again after signing up stays there and gets a second letter', {
  tag: '@long',
}, async ({ page, context }) => {
  const email = `again-${randomUUID()}@customer.example`
  await openWithStoppedTime(page, '/signup', page.getByLabel('Confirm password'))
  await fillFields(page, { Email: email })
  await acceptTerms(page)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect.poll(async () => (await readMailTo(context.request, email)).length).toBe(1)
  const mailedAt = Date.now()
  // Sooner, it counts as a double click.
  await expect.poll(() => Date.now() - mailedAt).toBeGreaterThan(DOUBLE_CLICK_MS)
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('We have sent the link again')).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(page).toHaveURL(/\/signup$/)
  await expect.poll(async () => (await readMailTo(context.request, email)).length).toBe(2)
})

test('the confirmation screen waits, calls with type, token and email, and redirects after 5 s (ACC-37, ACC-39, ACC-40, ACC-46)', async ({
  page,
  context,
}) => {
  const bodies: unknown[] = []
  await context.route('**/api/auth/confirm-email', (route) => {
    bodies.push(route.request().postDataJSON())
    return route.fulfill({ json: { message: 'ok' } })
  })
  const verifying = page.getByRole('heading', { name: 'Verifying' })
  await openWithStoppedTime(page, '/auth/confirm?type=signup&token=abc&email=ada%40shop.example', verifying)
  await expect(page.getByText('Please wait while we verify your account...')).toBeVisible()
  await page.clock.runFor(1300)
  expect(bodies).toEqual([])
  await page.clock.runFor(300)
  await expect(page.getByRole('heading', { name: 'Verification Successful!' })).toBeVisible()
  await expect(page.getByText('Your email has been verified. Redirecting you...')).toBeVisible()
  expect(bodies).toEqual([{ type: 'signup', token: 'abc', email: 'ada@shop.example' }])
  await page.clock.runFor(4900)
  await expect(page).toHaveURL(/\/auth\/confirm/)
  await page.clock.runFor(1000)
  await expect(page).toHaveURL(/\/login$/)

  // Any other link redirects home.
  await createCustomer(context)
  const other = await context.newPage()
  const verified = other.getByRole('heading', { name: 'Verification Successful!' })
  await openWithStoppedTime(other, '/auth/confirm?type=email_change&token=abc', verified)
  await other.clock.runFor(6000)
  await expect(other).toHaveURL(/localhost:\d+\/$/)
})
