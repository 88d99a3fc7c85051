// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failing, fill, find, openApp, press } from '../test/open-app.tsx'

const refusal = (details: object = {}) => ({
  status: 403,
  body: { message: 'Limit', code: 'LIMIT_REACHED', usage_type: 'business_searches', ...details },
})

/** Searches at the limit, with these tokens. */
async function search(tokens: number, tokens_enabled: boolean, more = {}) {
  const opened = openApp('/search', {
    'POST /api/business/search': refusal(),
    'GET /api/user/token-settings': { body: { tokens, tokens_enabled } },
    ...more,
  })
  await fill('Keywords', 'bakery')
  await press('Search')
  const modal = within(await find('dialog', 'Usage limit reached'))
  return { ...opened, modal }
}

test('at the limit without tokens the modal offers to buy some, an upgrade and Cancel (USAGE-05, USAGE-08, USAGE-09)', async () => {
  const { modal, expectAddress, unmount } = await search(0, false)
  expect(modal.getByText('You have reached your monthly limit for business searches.')).toBeTruthy()
  const advice = 'Buy tokens to continue without waiting for your limit to reset, or upgrade your plan.'
  expect(await modal.findByText(advice)).toBeTruthy()
  await press('Cancel')
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Search')
  await press('Upgrade Subscription')
  await expectAddress('/settings?tab=subscription')
  unmount()
  const other = await search(0, false)
  await press('Buy Tokens')
  await other.expectAddress('/settings?tab=tokens&showPurchase=true')
})

test('where nothing is sold the modal never offers an upgrade, not even while the server is asked', async () => {
  const { modal } = await search(0, false, { 'GET /api/billing': { body: { sells_plans: false } } })
  expect(modal.queryByRole('button', { name: /Upgrade|Buy/ })).toBeNull()
  expect(await modal.findByText(/^Ask the operator of this installation/)).toBeTruthy()
  expect(modal.getAllByRole('button').map((button) => button.textContent)).not.toContain(
    'Upgrade Subscription',
  )
  await press('Cancel')
})

test('with tokens that are not enabled the modal leads to the toggle (USAGE-07)', async () => {
  const { modal, expectAddress } = await search(50, false)
  const advice = 'Enable tokens in settings to continue without waiting for your limit to reset.'
  expect(await modal.findByText(advice)).toBeTruthy()
  await press('Enable Tokens')
  await expectAddress('/settings?tab=tokens')
})

test('with tokens enabled the modal says that they are used, or that they are not enough (USAGE-06)', async () => {
  const { modal, unmount } = await search(50, true)
  const used = 'Tokens will be used automatically for further use until your limit resets.'
  expect(await modal.findByText(used)).toBeTruthy()
  expect(modal.queryByRole('button', { name: /Buy Tokens|Enable Tokens/ })).toBeNull()
  expect(modal.getByRole('button', { name: 'Upgrade Subscription' })).toBeTruthy()
  await press('Cancel')
  unmount()
  const short = await search(50, true, { 'POST /api/business/search': refusal({ needed: 80 }) })
  const words =
    'Tokens will be used automatically, but the 50 you have are not enough for the 80 still needed.'
  expect(await short.modal.findByText(words)).toBeTruthy()
  await press('Cancel')
})

test('when the token settings can’t be fetched the modal opens as for somebody without tokens (USAGE-10)', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await search(50, true, { 'GET /api/user/token-settings': failing })
  expect(await find('button', 'Buy Tokens')).toBeTruthy()
  expect(String(warn.mock.calls[0]?.[0])).toContain('The token settings could not be read')
  warn.mockRestore()
  await press('Cancel')
})
