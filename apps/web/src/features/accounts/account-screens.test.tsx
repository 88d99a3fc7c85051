// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { field, fill, find, openApp, openSignedOut, press, text } from '../../test/open-app.tsx'
import { shownErrors } from '../../test/render-screen.tsx'

const PASSWORD = 'sieve-and-gravel-7'

test('the login page shows the prices of this installation, and none where nothing is sold', async () => {
  const plans = [
    { id: 'free', name: 'Free', price_label: '$0 per month', allowance: '5 searches and 7 emails a month' },
    {
      id: 'premium',
      name: 'Premium',
      price_label: '$99 per month',
      allowance: 'Unlimited searches and unlimited emails a month',
    },
  ]
  const { unmount } = openSignedOut('/login', { 'GET /api/billing': { body: { sells_plans: true, plans } } })
  const prices = await find('list', 'Prices')
  expect([...prices.children].map((plan) => plan.textContent)).toEqual([
    'Free $0 per month5 searches and 7 emails a month',
    'Premium $99 per monthUnlimited searches and unlimited emails a month',
  ])
  unmount()
  openSignedOut('/login', { 'GET /api/billing': { body: { sells_plans: false } } })
  expect(await text('Open source, and yours to host.')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Prices' })).toBeNull()
})

test('login has an address, a password that can be shown, and a link to sign up (ACC-01)', async () => {
  const { expectAddress } = openSignedOut('/login')
  expect((await field('Email')).type).toBe('email')
  const password = await field('Password')
  expect(password.type).toBe('password')
  await press('Show password')
  expect(password.type).toBe('text')
  await press('Hide password')
  expect(password.type).toBe('password')
  await userEvent.click(await find('link', 'Sign up'))
  await expectAddress('/signup')
})

const LOGIN = 'POST /api/auth/login'
const refusal = (status: number, message: string) => ({ status, body: { code: 'x', message } })

test('a failed login is a toast chosen by what the failure says, and nothing typed is lost (ACC-08)', async () => {
  const { answers } = openSignedOut('/login', {
    [LOGIN]: refusal(401, 'There is no account with this address'),
  })
  await fill('Email', 'nobody@shop.example')
  await fill('Password', PASSWORD)
  await press('Log in')
  expect(await text(/No account found with this email address\. Need an account\?/)).toBeTruthy()
  answers[LOGIN] = refusal(429, 'Login failed: too many requests')
  await press('Log in')
  expect(await text('Too many login attempts. Please try again later.')).toBeTruthy()
  answers[LOGIN] = () => {
    throw new TypeError('Failed to fetch')
  }
  await press('Log in')
  expect(await text('Unable to connect to the server. Please check your internet connection.')).toBeTruthy()
  expect((await field('Password')).value).toBe(PASSWORD)
})

const signup = {
  'First name': 'Ada',
  'Last name': 'Pan',
  Email: 'ada@shop.example',
  Password: PASSWORD,
  'Confirm password': PASSWORD,
}

test('signup has its fields, passwords that can be shown, the terms, and a link to sign in (ACC-19)', async () => {
  const { expectAddress } = openSignedOut('/signup')
  for (const name of Object.keys(signup)) expect(await field(name)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Show password' })).toHaveLength(2)
  expect((await find('link', /Terms of Service/)).getAttribute('href')).toBe('/terms')
  await userEvent.click(await find('link', 'Log in'))
  await expectAddress('/login')
})

test.each([
  ['First name', 'Please enter your first name'],
  ['Last name', 'Please enter your last name'],
  ['Email', 'Please enter your email address'],
  ['Password', 'Please choose a password'],
])('signup without %s is refused (ACC-20)', async (name, need) => {
  const { sent } = openSignedOut('/signup')
  for (const [other, value] of Object.entries(signup))
    if (other !== name && !(name === 'Password' && other === 'Confirm password')) await fill(other, value)
  await userEvent.click(screen.getByRole('checkbox', { name: /I accept/ }))
  await press('Sign up')
  const repeat = name === 'Password' ? ['Please repeat the password'] : []
  expect(shownErrors()).toEqual(['Please fill in all required fields', need, ...repeat])
  expect(document.activeElement).toBe(await field(name))
  expect(sent).toEqual([])
})

test('the confirmation can be sent again after a signup and after a login without it', async () => {
  const message = 'We have sent the link again if this address still needs confirming.'
  const { sent } = openSignedOut('/signup', {
    'POST /api/auth/register': { body: { message: '' } },
    'POST /api/auth/confirm-email/request': { body: { message } },
    [LOGIN]: {
      status: 403,
      body: { code: 'accounts.unconfirmed', message: 'Please verify your email address' },
    },
  })
  for (const [name, value] of Object.entries(signup)) await fill(name, value)
  await userEvent.click(screen.getByRole('checkbox', { name: /I accept/ }))
  await press('Sign up')
  expect((await text(/We sent the link to/)).textContent).toContain(signup.Email)
  await press('Send the link again')
  expect(await text(message)).toBeTruthy()

  await userEvent.click(await find('link', 'Go to login'))
  await fill('Password', PASSWORD)
  await press('Log in')
  await press('Send the link again')
  expect(await text(message)).toBeTruthy()
  const asked = sent.filter(({ path }) => path === '/api/auth/confirm-email/request')
  expect(asked.map(({ body }) => body)).toEqual([{ email: signup.Email }, { email: signup.Email }])
})

test('where emails stay in the test mailbox, signup and login lead to the letter there', async () => {
  const clock = { now: '2026-11-28T12:00:00.000Z', offset_seconds: 0 }
  openSignedOut('/signup', {
    'GET /api/mailbox/clock': { body: clock },
    'POST /api/auth/register': { body: { message: '' } },
    [LOGIN]: {
      status: 403,
      body: { code: 'accounts.unconfirmed', message: 'Please verify your email address' },
    },
  })
  const address = '/mailbox?to=ada%40shop.example'
  for (const [name, value] of Object.entries(signup)) await fill(name, value)
  await userEvent.click(screen.getByRole('checkbox', { name: /I accept/ }))
  await press('Sign up')
  expect((await find('link', 'Open the test mailbox')).getAttribute('href')).toBe(address)
  await userEvent.click(await find('link', 'Go to login'))
  await fill('Password', PASSWORD)
  await press('Log in')
  expect((await find('link', 'Open the test mailbox')).getAttribute('href')).toBe(address)
})

test('without a token the reset page says so and offers the forgotten password (ACC-33)', async () => {
  openSignedOut('/reset-password')
  expect(await text('Missing reset token')).toBeTruthy()
  await userEvent.click(await find('link', 'Forgot password'))
  expect(await find('button', 'Send reset instructions')).toBeTruthy()
})

test('a confirmation link that is not whole or not valid says why and leads back to login (ACC-41, ACC-42, ACC-43)', async () => {
  const forged = {
    'POST /api/auth/confirm-email': refusal(400, 'This link is not valid. Please ask for a new one.'),
  }
  const open = async (query: string, said: string) => {
    const opened = openSignedOut(`/auth/confirm?${query}`, forged)
    expect(await find('heading', 'Verification Failed')).toBeTruthy()
    expect(await text(said)).toBeTruthy()
    return opened
  }
  const first = await open('type=signup&token=forged', 'This link is not valid. Please ask for a new one.')
  first.unmount()
  const second = await open('type=signup', 'No access token provided')
  second.unmount()
  const { expectAddress } = await open('token=abc', 'No token type provided')
  await press('Back to Login')
  await expectAddress('/login')
})

test('old links lead on to the confirmation screen with their query (ACC-38)', async () => {
  const { expectAddress } = openSignedOut('/auth/callback?type=signup&token=abc&email=x%40y.example')
  await expectAddress('/auth/confirm?type=signup&token=abc&email=x%40y.example')
})

test('login leads home, and only to pages of our own, whatever the navigation state says (SESS-03)', async () => {
  const { expectAddress } = openSignedOut({ pathname: '/login', state: { from: '//evil.example/' } })
  await fill('Email', 'ada@shop.example')
  await fill('Password', PASSWORD)
  await press('Log in')
  await expectAddress('/')
})

test('a signed-in visitor is led away from login and signup (SESS-04)', async () => {
  for (const path of ['/login', '/signup']) {
    const { expectAddress, unmount } = openApp(path)
    await expectAddress('/')
    unmount()
  }
})

test('the terms are for signed-out visitors; a signed-in one is led to the page in the layout (ACC-29)', async () => {
  const { unmount } = openSignedOut('/terms')
  expect(await find('heading', 'Terms of Service')).toBeTruthy()
  unmount()
  const { expectAddress } = openApp('/terms')
  await expectAddress('/terms-and-privacy')
  expect(await find('navigation', 'Main')).toBeTruthy()
})

test('how hard a new password is to guess is shown and said while it is typed, and forbids nothing', async () => {
  openSignedOut('/signup')
  const strength = () => screen.queryByText(/^Strength/)?.textContent
  await fill('First name', 'Ada')
  await fill('Password', 'ada12345')
  await expect.poll(strength).toContain('easy to guess')
  await fill('Password', 'gravel-and-sieve-in-9-pans')
  await expect.poll(strength).toContain('very good')
  const described = (await field('Password')).getAttribute('aria-describedby')?.split(' ') ?? []
  const words = described.map((id) => document.getElementById(id)?.textContent).join(' ')
  expect(words).toMatch(/At least 8 characters.*Strength: ?very good/)
  await fill('Password', '')
  await expect.poll(strength).toBeUndefined()
})
