// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
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

const pans = {
  id: 'pans',
  name: 'Pans & Sons',
  role: 'member',
  owner_name: 'Bo Ek',
  is_frozen: false,
  is_suspended: false,
}
/** The addresses that the whole page went to. */
function watchLeaving() {
  const left: string[] = []
  vi.spyOn(location, 'assign').mockImplementation((url) => void left.push(String(url)))
  return left
}
const workingFor = (active_id: string | null, organizations = [pans]) => ({
  'GET /api/organizations': { body: { active_id, can_create: false, organizations } },
})

test.each(['/', '/tables', '/prospects', '/campaigns', '/inbox'])(
  'in an organization that has nothing, %s says where one’s own work is, and leads there',
  async (path) => {
    const left = watchLeaving()
    const { sent } = openApp(path, workingFor('pans'))
    expect(
      await text(
        'You are working for Pans & Sons. Your own tables, prospects and campaigns are still in your personal account.',
      ),
    ).toBeTruthy()
    await userEvent.click(await find('button', 'Switch to your personal account'))
    await expect.poll(() => left).toEqual([path])
    expect(sent.at(-1)).toMatchObject({ body: { id: null } })
  },
)

test.each([
  ['/campaigns/1?tab=emails', '/api/campaigns/1', 'Campaign Not Found'],
  ['/tables/1', '/api/business/table/1', 'Table Not Found'],
  ['/inbox/1', '/api/conversations/1', 'Conversation not found'],
])('a link to %s of another account offers to open it there', async (path, call, title) => {
  const left = watchLeaving()
  const missing = { [`GET ${call}`]: { status: 404, body: { code: 'not_found', message: 'Not found' } } }
  const { sent } = openApp(path, { ...missing, ...workingFor(null) })
  expect(await find('heading', title)).toBeTruthy()
  expect(
    await text('You are in your personal account. This link may belong to another of your accounts.'),
  ).toBeTruthy()
  await userEvent.click(await find('button', 'Switch to Pans & Sons'))
  await expect.poll(() => left).toEqual([path])
  expect(sent.at(-1)).toMatchObject({ body: { id: 'pans' } })
})

test('who has no organization reads nothing of other accounts', async () => {
  openApp('/campaigns', workingFor(null, []))
  expect(await text('No Campaigns Yet')).toBeTruthy()
  expect(screen.queryByText(/personal account/)).toBeNull()
})
