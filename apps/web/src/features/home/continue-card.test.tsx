// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { find, openApp, text } from '../../test/open-app.tsx'

const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T10:00:00.000Z`
const table = {
  id: 't1',
  name: 'Bakeries',
  created_at: day(20),
  businesses: [{ count: 16 }],
  prospecting_status: 'completed',
  last_prospecting_at: day(21),
  prospects_count: 33,
  to_review: 0,
}
const draft = { id: 'c1', name: 'Spring', status: 'draft', created_at: day(22) }
const counts = { total: 0, generated: 0 }

const open = (tables: object[], campaigns: object[]) =>
  openApp('/', {
    'GET /api/business/tables': { body: tables },
    'GET /api/campaigns': { body: campaigns },
    'GET /api/home': { body: { steps: { found: true, gathered: true, written: true, sent: true } } },
  })

test.each([
  [
    { ...table, prospecting_status: null, prospects_count: 0 },
    'No prospects gathered yet',
    'Gather prospects',
    '/tables/t1',
  ],
  [{ ...table, to_review: 33 }, '33 gathered contacts to review', 'Review 33', '/tables/t1/review'],
  [table, '33 prospects without a campaign', 'Create campaign', '/campaigns/new?table=t1'],
])('the newest table goes on where it was left: %#', async (newest, words, label, to) => {
  open([{ ...table, id: 't0', name: 'Older', created_at: day(1), to_review: 9 }, newest], [])
  expect(await text(words)).toBeTruthy()
  expect((await find('link', `${label}: Bakeries`)).getAttribute('href')).toBe(to)
  expect(screen.queryByRole('link', { name: /Older/ })).toBeNull()
})

test.each([
  [counts, 'Draft without prospects', 'Add prospects'],
  [{ total: 4, generated: 0 }, 'Draft without emails', 'Write the emails'],
  [{ total: 4, generated: 4 }, '4 emails ready to send', 'Send'],
])('so does the newest campaign while it is a draft: %#', async (now, words, label) => {
  open([table], [{ ...draft, counts: now }])
  expect(await text(words)).toBeTruthy()
  expect((await find('link', `${label}: Spring`)).getAttribute('href')).toBe('/campaigns/c1')
  expect(screen.queryByText('33 prospects without a campaign'), 'a campaign was made since').toBeNull()
})

test('with nothing unfinished there is no card', async () => {
  open([{ ...table, prospects_count: 0 }], [{ ...draft, status: 'completed', counts }])
  const main = within(await find('main'))
  expect(await main.findByText('No emails sent in the last 30 days.')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Continue' })).toBeNull()
})
