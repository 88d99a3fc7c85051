// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { failing, fill, find, openApp, press, text } from '../../test/open-app.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const spring = { id: ID, name: 'Spring', status: 'draft', created_at: '2026-11-01T10:00:00.000Z' }

const listing = (campaign: object = {}) => ({ 'GET /api/campaigns': { body: [{ ...spring, ...campaign }] } })
const opened = (campaign: object = {}) => ({
  [`GET /api/campaigns/${ID}`]: { body: { ...spring, ...campaign } },
})

async function choose(action: string) {
  await press('Actions for Spring')
  await userEvent.click(await find('menuitem', action))
}

test('a card shows how many were sent to, opened, replied and failed (CAMP-02, CAMP-20, CAMP-21)', async () => {
  openApp('/campaigns', listing({ counts: { total: 9, sent: 4, opened: 3, responded: 2, failed: 1 } }))
  expect(await text('4/9 sent')).toBeTruthy()
  const shown = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent)
  expect(shown('term')).toEqual(['Sent', 'Opened', 'Replied', 'Failed'])
  expect(shown('definition')).toEqual(['4', '3', '2', '1'])
})

test('cards and the table say how many emails the people sent to got, if they got more than one', async () => {
  onTestFinished(() => localStorage.clear())
  openApp('/campaigns', listing({ counts: { total: 40, sent: 32, emails: 53 }, follow_ups: { steps: 1 } }))
  expect(await text('32/40 sent')).toBeTruthy()
  expect(await text('53 emails with follow-ups')).toBeTruthy()
  await press('Show as table')
  expect(await find('cell', '53 emails 32')).toBeTruthy()
})

test('campaigns can be compared in a table, sorted by each rate, and the choice is kept', async () => {
  onTestFinished(() => localStorage.clear())
  const campaignOf = (name: string, counts: object) => ({ ...spring, id: name, name, counts })
  const body = [
    campaignOf('Few', { sent: 10, delivered: 9, opened: 3, responded: 2, bounced: 1 }),
    campaignOf('Many', { sent: 1000, delivered: 1000, opened: 500, responded: 10, bounced: 0 }),
    campaignOf('Unsent', {}),
  ]
  const answers = { 'GET /api/campaigns': { body } }
  const { unmount, expectAddress } = openApp('/campaigns', answers)
  await press('Show as table')
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      )
  const names = () => rows().map(([name]) => name)
  expect(await find('table', 'Campaigns')).toBeTruthy()
  expect(rows()[0]).toEqual(expect.arrayContaining(['Draft', '10', '333%', '222%', '110%']))
  expect(rows()[2]).toEqual(expect.arrayContaining(['0', '–']))
  await press('Replied')
  await press('Replied')
  await expectAddress('/campaigns?sort=replied&direction=descending')
  expect(names()).toEqual(['Few', 'Many', 'Unsent'])
  await press('Opened')
  expect(names()).toEqual(['Unsent', 'Few', 'Many'])
  unmount()
  openApp('/campaigns', answers)
  expect(await find('table', 'Campaigns')).toBeTruthy()
})

test('a duplicate that fails is only logged; one that works is said (CAMP-33)', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { answers } = openApp('/campaigns', {
    ...listing(),
    [`POST /api/campaigns/${ID}/duplicate`]: failing,
  })
  await choose('Duplicate')
  await expect.poll(() => String(warn.mock.calls[0]?.[0])).toContain('could not be duplicated')
  warn.mockRestore()
  answers[`POST /api/campaigns/${ID}/duplicate`] = { body: { name: 'Spring (copy)' } }
  await choose('Duplicate')
  expect(await text("'Spring (copy)' was created")).toBeTruthy()
})

test('a campaign whose delete is refused comes back, and a card leads to its form (CAMP-37)', async () => {
  const { expectAddress } = openApp('/campaigns', {
    ...listing(),
    [`DELETE /api/campaigns/${ID}`]: failing,
  })
  await choose('Delete')
  await press('Delete')
  expect(await text('Failed to delete campaign')).toBeTruthy()
  expect(await find('heading', 'Spring')).toBeTruthy()
  await choose('Edit')
  await expectAddress(`/campaigns/${ID}/edit`)
})

test('an archived campaign can only be deleted, on its card and on its page (CAMP-13)', async () => {
  const { unmount } = openApp('/campaigns', listing({ status: 'archived' }))
  await press('Actions for Spring')
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Delete'])
  unmount()
  openApp(`/campaigns/${ID}`, opened({ status: 'archived' }))
  expect(await text('Archived')).toBeTruthy()
  for (const tab of [/^Emails/, /^Prospects/, /^Settings/, /^Overview/]) {
    await userEvent.click(await find('tab', tab))
    for (const name of ['Send Emails', 'Generate emails', 'Add prospects', 'Save campaign'])
      expect(screen.queryByRole('button', { name }), name).toBeNull()
  }
  await press('More actions for Spring')
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Delete'])
})

test('an unknown campaign is said not to be there (CAMP-16)', async () => {
  const missing = { status: 404, body: { code: 'campaigns.not_found', message: 'Not found' } }
  const { expectAddress } = openApp(`/campaigns/${ID}`, { [`GET /api/campaigns/${ID}`]: missing })
  expect(await text('Campaign Not Found')).toBeTruthy()
  await userEvent.click(await find('link', 'Back to Campaigns'))
  await expectAddress('/campaigns')
})

test('campaigns that can’t be fetched are said to be, with another try (CAMP-30, CAMP-31)', async () => {
  const { answers, unmount } = openApp('/campaigns', { 'GET /api/campaigns': failing })
  expect(await text('Failed to fetch campaigns')).toBeTruthy()
  Object.assign(answers, listing())
  await press('Retry')
  expect(await find('heading', 'Spring')).toBeTruthy()
  unmount()
  const broken = { [`GET /api/campaigns/${ID}`]: failing }
  const page = openApp(`/campaigns/${ID}`, broken)
  expect(await text('Failed to fetch campaign data')).toBeTruthy()
  page.unmount()
  openApp(`/campaigns/${ID}/edit`, broken)
  expect(await text('Failed to fetch campaign')).toBeTruthy()
})

test('a change that can’t be saved says so and keeps what was typed (CAMP-32)', async () => {
  openApp(`/campaigns/${ID}/edit`, {
    ...opened({ marketing_copy: 'We repair ovens.', max_age_hours: 72 }),
    [`PUT /api/campaigns/${ID}`]: failing,
  })
  await fill('Campaign name', 'Autumn')
  await press('Save campaign')
  expect(await text('Failed to update campaign')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Campaign name').value).toBe('Autumn')
})
