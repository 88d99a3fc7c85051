// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failing, fill, find, openApp, press, text } from '../../test/open-app.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const PATH = `/api/campaigns/${ID}`
const ONE = '44444444-4444-4444-8444-444444444444'
const days = [
  { day: '2026-12-03', messages: 2, from: '2026-12-03T09:00:00.000Z', to: '2026-12-03T10:00:00.000Z' },
]
const mailboxes = [
  {
    mailbox_id: ONE,
    address: 'one@pans.example',
    state: 'connected',
    sentence: '',
    people: 9,
    days: ['03', '04', '07', '08', '09', '10', '11'].map((day, at) => ({
      day: `2026-12-${day}`,
      messages: at + 1,
    })),
  },
  {
    mailbox_id: '55555555-5555-4555-8555-555555555555',
    address: 'two@pans.example',
    state: 'off',
    sentence: 'two@pans.example is turned off',
    people: 1,
    days: [],
  },
]

test('the send dialog shows what leaves from each mailbox on each day, and who hears when (MBOX-31)', async () => {
  const { answers } = openApp(`/campaigns/${ID}`, {
    [`GET ${PATH}`]: {
      body: { id: ID, name: 'Spring', status: 'draft', counts: { total: 10, generated: 10 } },
    },
    [`POST ${PATH}/send-preview`]: { body: { recipients: 10, days, time_zone: 'UTC', mailboxes } },
    [`GET ${PATH}/send-plan`]: failing,
  })
  await press('Send Emails')
  const table = within(await find('table', 'Emails by mailbox and day'))
  const rows = table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows[0]).toHaveLength(6)
  expect(rows.slice(1)).toEqual([
    ['one@pans.example'],
    ['1', '2', '3', '4', '5', '13'],
    ['two@pans.exampletwo@pans.example is turned off'],
  ])
  await press('Who, when')
  expect(await text('The plan could not be made')).toBeTruthy()
  const person = {
    prospect_id: ONE,
    email: 'ada@mill.example',
    mailbox_id: ONE,
    from: 'one@pans.example',
    day: '2026-12-03',
    at: '2026-12-03T09:12:00.000Z',
    bound: true,
  }
  answers[`GET ${PATH}/send-plan`] = { body: { total: 41, people: [person] } }
  await press('Retry')
  expect(await text('ada@mill.example')).toBeTruthy()
  expect(await text('from one@pans.example, as before')).toBeTruthy()
  expect(await text('Page 1 of 9')).toBeTruthy()
  answers[`GET ${PATH}/send-plan`] = { body: { total: 0, people: [] } }
  await fill('Search the plan', 'nobody')
  expect(await text('Nobody matches.')).toBeTruthy()
  expect(screen.queryByText('Page 1 of 9')).toBeNull()
})
