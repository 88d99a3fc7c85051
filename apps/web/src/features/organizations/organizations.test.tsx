// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { find, openApp, text } from '../../test/open-app.tsx'

test('without Premium an organization is not offered, and the page says what it takes', async () => {
  openApp('/organizations')
  expect(await text(/Creating organizations requires Premium\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Switch organization/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'New organization' })).toBeNull()
})

test('an invitation for somebody else, and a link that is not complete, say so', async () => {
  const message = 'This invitation was sent to another email address'
  const { unmount } = openApp('/invitation?token=abc', {
    'POST /api/invitations/read': { status: 403, body: { code: 'organizations.other', message } },
  })
  expect((await find('alert')).textContent).toContain(message)
  unmount()
  openApp('/invitation')
  expect((await find('alert')).textContent).toContain('This link is incomplete')
})

test('a payment that failed is told on every screen, with the way to make it good', async () => {
  const billing = { current_plan: 'basic', grace_until: '2026-04-09T00:00:00.000Z', has_subscription: true }
  const basic = {
    id: 'a',
    first_name: 'Ada',
    last_name: 'Pan',
    email: 'ada@shop.example',
    subscription_plan: 'basic' as const,
  }
  for (const path of ['/', '/tables', '/prospects', '/campaigns']) {
    const { unmount } = openApp(path, { 'GET /api/billing/plans': { body: billing } }, basic)
    expect(await text('Your last payment failed'), path).toBeTruthy()
    unmount()
  }
  openApp('/tables', { 'GET /api/billing/plans': { body: billing } }, basic)
  expect(await text(/You keep the Basic plan until 9 April 2026 \(UTC\)\./)).toBeTruthy()
  await userEvent.click(await find('link', 'View subscription'))
  expect(await text(/Please check your payment method under Manage Billing\./)).toBeTruthy()
  expect(screen.getAllByText('Your last payment failed')).toHaveLength(1)
})
