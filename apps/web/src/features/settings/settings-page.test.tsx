// @vitest-environment happy-dom
import type { Plan } from '@goldpan/contract/accounts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failing, fill, find, openApp, press, text } from '../../test/open-app.tsx'

const checked = async (role: 'checkbox' | 'switch', name: string) =>
  (await find(role, name)) as HTMLInputElement

test('settings have four tabs, and the address says which one (SET-01)', async () => {
  const isChosen = async (name: string) => (await find('tab', name)).getAttribute('aria-selected')
  for (const [tab, name] of [
    ['profile', 'Profile'],
    ['subscription', 'Subscription'],
    ['tokens', 'Tokens'],
    ['preferences', 'Preferences'],
    ['nonsense', 'Profile'],
  ] as const) {
    const { unmount } = openApp(`/settings?tab=${tab}`)
    expect(await isChosen(name), tab).toBe('true')
    unmount()
  }
  const { address } = openApp('/settings?tab=tokens')
  await userEvent.click(await find('tab', 'Profile'))
  await expect.poll(address).toContain('tab=profile')
})

test('an address leads straight to the purchase of tokens, and closing it leads back to the tab (SET-02)', async () => {
  const { expectAddress, unmount } = openApp('/settings?tab=tokens&showPurchase=true')
  expect(await text('50 tokens for $7.50')).toBeTruthy()
  await press('Cancel')
  await expectAddress('/settings?tab=tokens')
  unmount()
  openApp('/settings?tab=subscription&showPurchase=true')
  expect(await find('list', 'Plans')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

const usage = (counts: [number, number, number], tokens = 0, tokens_enabled = false) => ({
  'GET /api/user/usage': {
    body: {
      business_searches_count: counts[0],
      business_searches_limit: 20,
      email_generations_count: counts[1],
      email_generations_limit: 10,
      emails_sent_count: counts[2],
      emails_sent_limit: 50,
      tokens_enabled,
      resets_at: '2030-05-01T00:00:00.000Z',
    },
  },
  'GET /api/user/token-settings': { body: { tokens, tokens_enabled } },
})

test('current usage shows three bars, when they reset, and the tokens with Buy more and Manage (SET-08, USAGE-11)', async () => {
  openApp('/settings', usage([3, 8, 50], 12, true))
  expect(await text('Resets on 1 May 2030 (UTC). Each follow-up counts as an email.')).toBeTruthy()
  const bars = screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuetext'))
  expect(bars).toEqual(['3 of 20', '8 of 10. Approaching limit', expect.stringContaining('50 of 50')])
  expect(await text('Limit reached')).toBeTruthy()
  expect(await text('12 tokens')).toBeTruthy()
  expect((await find('link', 'Manage')).getAttribute('href')).toBe('/settings?tab=tokens')
  expect((await find('link', 'Buy more')).getAttribute('href')).toContain('tab=tokens&showPurchase=true')
})

test('an unlimited allowance says Unlimited in place of a bar, in the sidebar, too', async () => {
  const { 'GET /api/user/usage': known } = usage([3, 8, 12_000])
  openApp('/settings', {
    'GET /api/user/usage': {
      body: { ...known.body, business_searches_limit: null, emails_sent_limit: null },
    },
  })
  expect(await text('Unlimited searches')).toBeTruthy()
  expect(await text('Unlimited emails')).toBeTruthy()
  expect(screen.getAllByText('Unlimited')).toHaveLength(2)
  expect(screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-label'))).toEqual([
    'Generations',
  ])
  expect(screen.queryByText('Limit reached')).toBeNull()
})

test.each([
  [0, false, 'Buy tokens to continue without waiting for the reset.'],
  [5, true, 'Your tokens are used automatically until the reset.'],
])('at the limit with %i tokens the guidance fits (USAGE-04)', async (tokens, isEnabled, words) => {
  openApp('/settings', usage([20, 0, 0], tokens, isEnabled))
  expect(await text(words)).toBeTruthy()
})

test('at the limit with tokens that are not enabled a link leads to the toggle (USAGE-04)', async () => {
  openApp('/settings', usage([20, 0, 0], 5))
  expect(await find('link', 'Enable tokens')).toBeTruthy()
})

test('preferences are saved at once, and come back when they can’t be (SET-09)', async () => {
  const SAVE = 'PUT /api/user/preferences'
  const both = { email_notifications: true, weekly_reports: true }
  const { answers, sent } = openApp('/settings?tab=preferences', {
    'GET /api/user/preferences': { body: both },
    [SAVE]: { body: { ...both, weekly_reports: false } },
  })
  await userEvent.click(await checked('checkbox', 'Weekly Reports'))
  expect(await text('Preferences saved')).toBeTruthy()
  expect(sent[0]?.body).toEqual({ ...both, weekly_reports: false })
  answers[SAVE] = failing
  await userEvent.click(await checked('checkbox', 'Email Notifications'))
  expect(await text('Failed to save preferences')).toBeTruthy()
  expect((await checked('checkbox', 'Email Notifications')).checked).toBe(true)
})

test.each([
  ['profile', '/api/user/profile', 'profile'],
  ['usage', '/api/user/usage', 'profile'],
  ['preferences', '/api/user/preferences', 'preferences'],
])('settings whose %s can’t be loaded say so and try again on Retry', async (_what, path, tab) => {
  const { answers } = openApp(`/settings?tab=${tab}`, { [`GET ${path}`]: failing })
  expect(await text('Failed to load data')).toBeTruthy()
  answers[`GET ${path}`] = {}
  await press('Retry')
  await expect.poll(() => screen.queryByText('Failed to load data')).toBeNull()
})

const plans = [
  { id: 'free', name: 'Free', price_label: 'Free', features: ['20 searches'] },
  { id: 'basic', name: 'Basic', price_id: 'b', price_label: '$10 per month', features: ['50 searches'] },
  { id: 'premium', name: 'Premium', price_id: 'p', price_label: '$40 per month', features: ['100 searches'] },
]
const openPlans = (current_plan: Plan, answers = {}) =>
  openApp('/settings?tab=subscription', {
    'GET /api/billing/plans': { body: { plans, current_plan, has_subscription: current_plan !== 'free' } },
    ...answers,
  })

/** The button on the card of each plan. */
async function offers() {
  const cards = within(await find('list', 'Plans')).getAllByRole('listitem')
  return cards
    .filter((card) => within(card).queryByRole('heading'))
    .map((card) => within(card).queryByText(/^(Upgrade|Downgrade|Current Plan)$/)?.textContent ?? 'nothing')
}

test.each([
  ['free', ['Current Plan', 'Upgrade', 'Upgrade']],
  ['basic', ['Downgrade', 'Current Plan', 'Upgrade']],
  ['premium', ['Downgrade', 'Downgrade', 'Current Plan']],
  ['test', ['nothing', 'Upgrade', 'Upgrade']],
] as const)(
  'on the plan %s each other plan offers what fits (PLAN-06, PLAN-08, PLAN-09, PLAN-10)',
  async (plan, wanted) => {
    openPlans(plan)
    expect(await offers()).toEqual(wanted)
    const isPaid = plan === 'basic' || plan === 'premium'
    expect(screen.queryAllByRole('button', { name: 'Manage Billing' })).toHaveLength(isPaid ? 1 : 0)
  },
)

test('a portal that fails and one that answers nonsense are told apart (PLAN-12, PLAN-13)', async () => {
  const { answers } = openPlans('basic', { 'POST /api/billing/portal': failing })
  await press('Manage Billing')
  expect(await text('Failed to open billing portal')).toBeTruthy()
  answers['POST /api/billing/portal'] = { body: { data: {} } }
  await press('Manage Billing')
  expect(await text('Invalid portal response')).toBeTruthy()
})

test('a downgrade that fails says so (PLAN-15)', async () => {
  openPlans('basic', { 'POST /api/billing/downgrade': failing })
  await press(/^Downgrade/)
  await userEvent.click(within(await find('alertdialog')).getByRole('button', { name: 'Downgrade' }))
  expect(await text('Failed to process subscription')).toBeTruthy()
})

test('the Tokens tab has balance, packs, explanation, history and a toggle that needs tokens (TOKEN-06, TOKEN-10, TOKEN-11)', async () => {
  openApp('/settings?tab=tokens')
  expect(await text('0 tokens')).toBeTruthy()
  expect(await text('Tokens never expire.')).toBeTruthy()
  expect((await checked('switch', 'Use tokens automatically')).disabled).toBe(true)
  expect((await find('link', 'View transaction history')).getAttribute('href')).toBe('/token-history')
  await press('Buy Tokens')
  for (const words of ['50 tokens for $7.50', '100 tokens for $13.00', '500 tokens for $55.00'])
    expect(await text(words)).toBeTruthy()
  for (const words of ['$0.15 per token', '$0.13 per token', '$0.11 per token'])
    expect(await text(words)).toBeTruthy()
})

test('tokens that can’t be loaded or saved are said to be (TOKEN-20, TOKEN-21, TOKEN-22)', async () => {
  const { unmount } = openApp('/settings?tab=tokens', {
    'GET /api/user/token-settings': failing,
    'GET /api/tokens/balance': failing,
  })
  expect(await text('Failed to load token settings')).toBeTruthy()
  expect(await text('Failed to load token balance')).toBeTruthy()
  unmount()
  openApp('/settings?tab=tokens', {
    'GET /api/user/token-settings': { body: { tokens: 50 } },
    'PUT /api/user/token-settings': failing,
  })
  const toggle = await checked('switch', 'Use tokens automatically')
  await userEvent.click(toggle)
  expect(await text('Failed to update token settings')).toBeTruthy()
  expect(toggle.checked).toBe(false)
})

test('a changed password is typed twice', async () => {
  const { sent } = openApp('/settings')
  await press('Change password')
  await fill('Current password', 'the-old-one')
  await fill('New password', 'gravel-and-sieve-in-9-pans')
  await fill('Confirm password', 'another')
  const dialog = await find('dialog', 'Change password')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change password' }))
  expect(await text('Passwords do not match')).toBeTruthy()
  expect(sent).toEqual([])
})

test('who owns an organization reads what to do with it before the account can be deleted', async () => {
  const organization = { id: 'pans', name: 'Pans & Sons', role: 'owner', owner_name: 'Ada Pan' }
  openApp('/settings?tab=profile', {
    'GET /api/organizations': {
      body: {
        active_id: null,
        can_create: true,
        organizations: [organization, { ...organization, id: 'mill', name: 'The Mill', role: 'member' }],
      },
    },
  })
  await press('Delete my account')
  const dialog = within(await find('dialog', 'Delete my account'))
  expect(dialog.getByText(/^Transfer each to another member, or delete it/)).toBeTruthy()
  expect(dialog.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/organizations/pans',
  ])
  expect(dialog.getByText(/What you created in organizations of others stays with them\./)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete my account' }).disabled).toBe(true)
})
