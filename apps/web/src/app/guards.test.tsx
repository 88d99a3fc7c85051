// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSignedOut } from '../test/open-app.tsx'

const ID = '00000000-0000-4000-8000-000000000000'

test.each([
  '/',
  '/search',
  '/tables',
  `/tables/${ID}`,
  '/prospects',
  '/campaigns',
  '/campaigns/new',
  `/campaigns/${ID}`,
  `/campaigns/${ID}/edit`,
  '/email-options',
  '/feedback',
  '/settings',
  '/checkout',
  '/token-history',
  '/inbox',
  '/organizations',
])('the protected page %s asks a visitor to log in (SHELL-11, SESS-02)', async (path) => {
  const { expectAddress } = openSignedOut(path)
  await expectAddress('/login')
})

test.each([
  '/login',
  '/signup',
  '/terms',
  '/terms-and-privacy',
  '/subscribe',
  '/subscribe/success',
  '/unsubscribe',
  '/reset-password',
  '/auth/confirm',
  '/auth/stop-change',
  '/mailbox',
])('the public page %s is open to a visitor (SHELL-12)', async (path) => {
  const { address } = openSignedOut(path)
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  expect(address()).toBe(path)
})
