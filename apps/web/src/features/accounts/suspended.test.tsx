// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fill, find, openApp, openSignedOut, press, text } from '../../test/open-app.tsx'

const sentence = 'This account is suspended: Bought lists. Write to operator@goldpan.example.'
const suspended = { status: 403, body: { code: 'accounts.suspended', message: sentence } }
const closed = { body: { sign_up: 'closed' as const, sentence: 'This installation takes no new accounts.' } }

test('whoever is suspended while working reads why in place of the screen, and can log out', async () => {
  const { expectAddress, answers, sent } = openApp('/campaigns', { 'GET /api/campaigns': suspended })
  await expectAddress('/login')
  expect(await text(sentence)).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
  answers['POST /api/auth/logout'] = { body: { message: 'You are logged out' } }
  await press('Log out')
  expect(await find('button', 'Log in')).toBeTruthy()
  expect(sent).toContainEqual(expect.objectContaining({ path: '/api/auth/logout' }))
})

test('a login says why, instead of an error', async () => {
  openSignedOut('/login', { 'POST /api/auth/login': suspended })
  await fill('Email', 'ada@shop.example')
  await fill('Password', 'sieve-and-gravel-7')
  await press('Log in')
  expect(await text(sentence)).toBeTruthy()
  expect(screen.queryByText(/unexpected error/)).toBeNull()
})

test('where nobody can sign up, login says so in place of the link, and the page in place of the form', async () => {
  const { unmount } = openSignedOut('/login', { 'GET /api/sign-up': closed })
  expect(await text(closed.body.sentence)).toBeTruthy()
  unmount()
  openSignedOut('/signup', { 'GET /api/sign-up': closed })
  expect(await text(closed.body.sentence)).toBeTruthy()
  expect(screen.queryByLabelText('First name')).toBeNull()
})

test('where an invitation is needed, the page says so above the form', async () => {
  const note = 'New accounts need an invitation here.'
  openSignedOut('/signup', { 'GET /api/sign-up': { body: { sign_up: 'invited', sentence: note } } })
  expect(await text(note)).toBeTruthy()
  expect(screen.getByLabelText('First name')).toBeTruthy()
})
