// @vitest-environment happy-dom
import { accountMessages } from '@goldpan/contract/accounts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderScreen, shownErrors } from '../../test/render-screen.tsx'
import { AuthConfirmPage } from './auth-confirm-page.tsx'
import { LoginPage } from './login-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'
import { SignupPage } from './signup-page.tsx'

const PASSWORD = 'sieve-and-gravel-7'
const withoutBotCheck: Answers = {
  'GET /api/sign-up': { body: { sign_up: 'open', sentence: null } },
  'GET /api/bot-check': { body: { provider: 'off', site_key: null } },
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { exact: true })

async function fill(name: string, text: string) {
  await userEvent.clear(field(name))
  if (text !== '') await userEvent.type(field(name), text)
}

test('login asks for an address and a password, and moves the focus to the first (ACC-02, ACC-03)', async () => {
  const { sent } = renderScreen(<LoginPage />, withoutBotCheck)
  await press('Log in')
  expect(shownErrors()).toEqual(['Please enter your email address', 'Please enter your password'])
  expect(document.activeElement).toBe(field('Email'))
  expect(sent).toEqual([])
})

test('login asks for an address that can be one; the error goes as soon as it is one (ACC-04)', async () => {
  const { sent } = renderScreen(<LoginPage />, withoutBotCheck)
  await fill('Email', 'nobody')
  await fill('Password', PASSWORD)
  await press('Log in')
  expect(shownErrors()).toEqual(['Please enter a valid email address'])
  await userEvent.type(field('Email'), '@shop.example')
  expect(shownErrors()).toEqual([])
  expect(sent).toEqual([])
})

test('a refused login keeps what was typed', async () => {
  const refusal = { status: 401, body: { code: 'x', message: 'Login failed: incorrect password' } }
  renderScreen(<LoginPage />, { ...withoutBotCheck, 'POST /api/auth/login': refusal })
  await fill('Email', 'ada@shop.example')
  await userEvent.type(field('Password'), `${PASSWORD}{Enter}`)
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect([field('Email').value, field('Password').value]).toEqual(['ada@shop.example', PASSWORD])
})

test('a typed address is kept between login and the forgotten password; a failed request says so (ACC-17)', async () => {
  renderScreen(<LoginPage />, {
    ...withoutBotCheck,
    'POST /api/auth/reset-password/request': { status: 500, body: { message: 'Of the server' } },
  })
  await fill('Email', 'ada@shop.example')
  await press('Forgot password?')
  expect(field('Email').value).toBe('ada@shop.example')
  await press('Send reset instructions')
  expect(await screen.findByText('Failed to send reset email')).toBeTruthy()
  await press('Back to login')
  expect(field('Email').value).toBe('ada@shop.example')
})

const signup = {
  'First name': 'Ada',
  'Last name': 'Pan',
  Email: 'ada@shop.example',
  Password: PASSWORD,
  'Confirm password': PASSWORD,
}

async function fillSignup(change: Partial<typeof signup> = {}) {
  for (const [name, text] of Object.entries({ ...signup, ...change })) await fill(name, text)
}

test('an empty signup says at each field what it needs, and at the top that fields are missing', async () => {
  const { sent } = renderScreen(<SignupPage />, withoutBotCheck)
  await screen.findByLabelText('First name')
  await press('Sign up')
  expect(shownErrors()).toEqual([
    accountMessages.allFields,
    'Please enter your first name',
    'Please enter your last name',
    'Please enter your email address',
    'Please choose a password',
    'Please repeat the password',
    accountMessages.terms,
  ])
  for (const name of ['First name', 'Last name', 'Email', 'Password', 'Confirm password'])
    expect(field(name).getAttribute('aria-invalid'), name).toBe('true')
  expect(document.activeElement).toBe(field('First name'))
  expect(sent).toEqual([])
})

test('signup refuses passwords that differ or are short, and asks for the terms (ACC-21, ACC-22, ACC-23)', async () => {
  const { sent } = renderScreen(<SignupPage />, withoutBotCheck)
  await screen.findByLabelText('First name')
  await fillSignup()
  await press('Sign up')
  expect(shownErrors()).toEqual(['You must accept the Terms of Service and Privacy Policy to continue'])
  await userEvent.click(screen.getByRole('checkbox', { name: /I accept/ }))
  await fill('Confirm password', 'something-else')
  await press('Sign up')
  expect(shownErrors()).toEqual(['Passwords do not match'])
  await fillSignup({ Password: 'short', 'Confirm password': 'short' })
  await press('Sign up')
  expect(shownErrors()).toEqual(['Password must be at least 8 characters long'])
  expect(sent).toEqual([])
})

test('an address that is taken is refused at its field, and nothing typed is lost', async () => {
  const message = 'An account with this email already exists'
  const refusal = { status: 409, body: { code: 'accounts.email_taken', message } }
  renderScreen(<SignupPage />, { ...withoutBotCheck, 'POST /api/auth/register': refusal })
  await screen.findByLabelText('First name')
  await fillSignup()
  await userEvent.click(screen.getByRole('checkbox', { name: /I accept/ }))
  await press('Sign up')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  for (const [name, text] of Object.entries(signup)) expect(field(name).value).toBe(text)
})

const openReset = (answers: Answers = {}) =>
  renderScreen(<ResetPasswordPage />, answers, {
    pathname: '/reset-password',
    state: { accessToken: 'token' },
  })

test('a new password is typed twice and has 8 characters (ACC-32, ACC-34)', async () => {
  const { sent } = openReset()
  await fill('New password', 'one-password')
  await fill('Confirm password', 'another-password')
  await press('Update password')
  expect(shownErrors()).toEqual(['Passwords do not match'])
  await fill('New password', 'short')
  await fill('Confirm password', 'short')
  await press('Update password')
  expect(shownErrors()).toEqual(['Password must be at least 8 characters'])
  expect(sent).toEqual([])
})

test('a reset that fails without a message has its own (ACC-36)', async () => {
  openReset({ 'POST /api/auth/reset-password/update': { status: 500 } })
  await fill('New password', PASSWORD)
  await fill('Confirm password', PASSWORD)
  await press('Update password')
  expect(await screen.findByText('Failed to update password')).toBeTruthy()
})

test('the screen that confirms a sign-up offers a password of one’s own to somebody who did not sign up', async () => {
  const at = '/auth/confirm?type=signup&token=abc&email=ada%40shop.example'
  renderScreen(<AuthConfirmPage />, {}, at)
  const link = await screen.findByRole('link', { name: 'Set your own password' })
  expect(link.parentElement?.textContent).toBe(
    'Didn’t sign up? Set your own password. The one chosen at sign-up will stop working.',
  )
})
