import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { createCustomer, expect, linkOf, readMailTo, test } from './support/customer.ts'

const PASSWORD = 'sieve-and-gravel-7'

const failSilently = (page: Page, path: string) =>
  page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: {} }))

/** A call that answers with these words. */
const refuseWith = (page: Page, path: string, message: string, status = 401) =>
  page.route(`**${path}`, (route) => route.fulfill({ status, json: { message, code: 'x' } }))

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

async function fillSignup(page: Page, change: Partial<typeof signupFields> = {}) {
  await page.goto('/signup')
  await fillFields(page, change)
}

async function fillFields(page: Page, change: Partial<typeof signupFields> = {}) {
  for (const [label, value] of Object.entries({ ...signupFields, ...change }))
    await page.getByLabel(label, { exact: true }).fill(value)
}
const signUp = (page: Page) => page.getByRole('button', { name: 'Sign up' }).click()
const acceptTerms = (page: Page) => page.getByRole('checkbox', { name: /I accept/ }).check()

/** Opens a page whose time stands still: it runs only until this is seen, a tenth of a second at a time. */
async function openWithStoppedTime(page: Page, path: string, seen: Locator) {
  await page.clock.install({ time: new Date('2030-01-01T00:00:00Z') })
  await page.clock.pauseAt(new Date('2030-01-01T00:01:00Z'))
  await page.goto(path)
  await expect(async () => {
    await page.clock.runFor(100)
    expect(await seen.isVisible()).toBe(true)
  }).toPass()
}

test('login has an address, a password that can be shown, and a link to sign up (ACC-01)', async ({
  quietPage: page,
}) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/signup$/)
})

test('login asks for what is missing, and for an address that can be one (ACC-02, ACC-03, ACC-04)', async ({
  quietPage: page,
}) => {
  await page.goto('/login')
  await logIn(page)
  await expect(page.getByText('Please enter your email address')).toBeVisible()
  await expect(page.getByText('Please enter your password')).toBeVisible()
  await fillLogin(page, 'nobody')
  await logIn(page)
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
})

test('a failed login is a toast chosen by what the failure says, and nothing typed is lost (ACC-08)', async ({
  page,
}) => {
  await page.goto('/login')
  await fillLogin(page, `nobody-${Date.now()}@shop.example`)
  await logIn(page)
  const alert = page.getByRole('alert')
  await expect(
    alert.getByText('No account found with this email address. Need an account? Sign up now.'),
  ).toBeVisible()
  await refuseWith(page, '/api/auth/login', 'Login failed: too many requests', 429)
  await logIn(page)
  await expect(alert.getByText('Too many login attempts. Please try again later.')).toBeVisible()
  await page.unroute('**/api/auth/login')
  await page.route('**/api/auth/login', (route) => route.abort())
  await logIn(page)
  await expect(
    alert.getByText('Unable to connect to the server. Please check your internet connection.'),
  ).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
})

test('a forgotten password is chosen anew by the link of a mail, and login says so (ACC-15, ACC-18, ACC-44, ACC-48)', async ({
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

test('reset instructions that can’t be sent say so (ACC-17)', async ({ page }) => {
  await refuseWith(page, '/api/auth/reset-password/request', 'Something of the server', 500)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill('ada@shop.example')
  await page.getByRole('button', { name: 'Send reset instructions' }).click()
  await expect(page.getByText('Failed to send reset email')).toBeVisible()
})

test('signup has its fields, passwords that can be shown, the terms, and a link to sign in (ACC-19)', async ({
  quietPage: page,
}) => {
  await fillSignup(page)
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveCount(2)
  await expect(page.getByRole('link', { name: /Terms of Service/ })).toHaveAttribute('href', '/terms')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

for (const field of ['First name', 'Last name', 'Email', 'Password'] as const)
  test(`signup without ${field.toLowerCase()} is refused (ACC-20)`, async ({ page }) => {
    await fillSignup(page, { [field]: '', ...(field === 'Password' ? { 'Confirm password': '' } : {}) })
    await acceptTerms(page)
    await signUp(page)
    await expect(page.getByText('Please fill in all required fields')).toBeVisible()
    await expect(page.getByLabel(field, { exact: true })).toBeFocused()
  })

test('signup refuses passwords that differ or are short, and asks for the terms (ACC-21, ACC-22, ACC-23)', async ({
  page,
}) => {
  await fillSignup(page, { 'Confirm password': 'something-else' })
  await acceptTerms(page)
  await signUp(page)
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await fillSignup(page, { Password: 'short', 'Confirm password': 'short' })
  await acceptTerms(page)
  await signUp(page)
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await fillSignup(page)
  await signUp(page)
  await expect(
    page.getByText('You must accept the Terms of Service and Privacy Policy to continue'),
  ).toBeVisible()
})

test('a signup that is refused keeps everything that was typed', async ({ page }) => {
  await refuseWith(page, '/api/auth/register', 'An account with this email already exists', 409)
  await fillSignup(page)
  await acceptTerms(page)
  await signUp(page)
  await expect(page.getByText('An account with this email already exists')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ada@shop.example')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
})

test('a successful signup says so and goes to login after 3 s; a double click makes one account (ACC-27)', async ({
  page,
}) => {
  const email = `once-${Date.now()}@customer.example`
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
})

/** Opens the screen as /auth/confirm does: with the token in navigation state. */
async function openReset(page: Page) {
  const verifying = page.getByRole('heading', { name: 'Verifying' })
  await openWithStoppedTime(
    page,
    '/auth/confirm?type=recovery&token=made-up&email=ada%40shop.example',
    verifying,
  )
  await page.clock.runFor(1600)
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.clock.resume()
}

test('a new password is typed twice and has 8 characters (ACC-32, ACC-34)', async ({ page }) => {
  await openReset(page)
  await page.getByLabel('New password').fill('one-password')
  await page.getByLabel('Confirm password').fill('another-password')
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Confirm password').fill('short')
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('Password must be at least 8 characters', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('a reset that fails without words says so (ACC-36)', async ({ page }) => {
  await openReset(page)
  await failSilently(page, '/api/auth/reset-password/update')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('Failed to update password')).toBeVisible()
})

test('without a token the reset page says so and offers the forgotten password (ACC-33)', async ({
  page,
}) => {
  await page.goto('/reset-password')
  await expect(page.getByText('Missing reset token')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await expect(page.getByRole('button', { name: 'Send reset instructions' })).toBeVisible()
})

test('the confirmation screen waits, calls with type, token and email, and redirects after 5 s (ACC-37, ACC-39, ACC-40, ACC-46)', async ({
  page,
}) => {
  const bodies: unknown[] = []
  await page.route('**/api/auth/confirm-email', (route) => {
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
})

test('any other confirmed link leads home (ACC-46)', async ({ page, customer: _customer }) => {
  await page.route('**/api/auth/confirm-email', (route) => route.fulfill({ json: { message: 'ok' } }))
  await page.goto('/auth/confirm?type=email_change&token=abc')
  await expect(page.getByRole('heading', { name: 'Verification Successful!' })).toBeVisible()
  await expect(page).toHaveURL(/localhost:\d+\/$/, { timeout: 10_000 })
})

test('a failed confirmation says why and leads back to login (ACC-41, ACC-42, ACC-43)', async ({ page }) => {
  await page.goto('/auth/confirm?type=signup&token=forged')
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
  await expect(page.getByText('This link is not valid. Please ask for a new one.')).toBeVisible()
  await page.goto('/auth/confirm?type=signup')
  await expect(page.getByText('No access token provided')).toBeVisible()
  await page.goto('/auth/confirm?token=abc')
  await expect(page.getByText('No token type provided')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('a verification link that is opened twice is friendly the second time', async ({ page, request }) => {
  const email = `twice-${randomUUID()}@customer.example`
  const names = { firstName: 'Ada', lastName: 'Pan' }
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD }
  const data = { ...names, email, ...passwords, acceptTerms: true, recaptchaToken: 'off' }
  expect((await request.post('/api/auth/register', { data })).ok()).toBe(true)
  await expect.poll(async () => (await readMailTo(request, email)).length).toBe(1)
  const link = linkOf((await readMailTo(request, email))[0]!)
  await page.goto(link.pathname + link.search)
  await expect(page.getByRole('heading', { name: 'Verification Successful!' })).toBeVisible()
  await page.goto(link.pathname + link.search)
  await expect(page.getByText('Your email address is already verified. You can log in.')).toBeVisible()
})

test('old links lead on to the confirmation screen with their query (ACC-38)', async ({ page }) => {
  await page.goto('/auth/callback?type=signup&token=abc&email=x%40y.example')
  await expect(page).toHaveURL(/\/auth\/confirm\?type=signup&token=abc&email=x%40y\.example$/)
})

test('login leads only to pages of our own, whatever the navigation state says', async ({ browser }) => {
  const context = await browser.newContext()
  const customer = await createCustomer(context)
  await context.clearCookies()
  const page = await context.newPage()
  await page.goto('/login')
  await page.evaluate(() => {
    const { idx = 0, key = 'k' } = history.state ?? {}
    history.replaceState({ idx, key, usr: { from: '//evil.example/' } }, '')
  })
  await page.reload()
  await fillLogin(page, customer.email)
  await logIn(page)
  await expect(page.getByRole('heading', { name: 'Business Search' })).toBeVisible()
  expect(new URL(page.url()).hostname).toBe('localhost')
  await context.close()
})
