// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { find, openApp, text } from '../../test/open-app.tsx'

test('each mailbox that needs somebody has a line, and a link leads to them', async () => {
  const sentences = ['ada@pans.example needs you to sign in again', 'bo@pans.example could not be reached']
  openApp('/', {
    'GET /api/home': {
      body: {
        mailboxes: sentences.map((sentence, at) => ({
          id: `m${at}`,
          address: sentence.split(' ')[0],
          sentence,
        })),
      },
    },
  })
  for (const sentence of sentences) expect(await text(sentence)).toBeTruthy()
  expect((await find('link', 'Mailboxes')).getAttribute('href')).toBe('/own-mailboxes')
})

const steps = { found: true, gathered: true, written: true, sent: true }
const dayOf = (n: number, figures: object) => ({
  day: `2026-03-0${n}`,
  emails: 0,
  sent: 0,
  delivered: 0,
  opened: 0,
  replied: 0,
  bounced: 0,
  ...figures,
})

test('the last days count emails with follow-ups, and people as people', async () => {
  const days = [
    dayOf(1, { emails: 32, sent: 32, delivered: 31, bounced: 1 }),
    dayOf(2, { emails: 20, opened: 12 }),
    dayOf(3, { emails: 1, replied: 3 }),
  ]
  openApp('/', { 'GET /api/home': { body: { steps, days } } })
  expect(await find('rowheader', 'Emails')).toBeTruthy()
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows.slice(1, 4)).toEqual(['Emails53', 'New people32', 'Delivered3196.9%'])
})

test.each([
  [{ emails: 2, sent: 2 }, '2 people written to: 1 opened, 0 replied.'],
  [{ emails: 5, sent: 2 }, '5 emails sent, 2 people written to for the first time: 1 opened, 0 replied.'],
  [{ emails: 3, sent: 0 }, '3 emails sent, 0 people written to for the first time: 1 opened, 0 replied.'],
])('with few days a sentence says so: %#', async (figures, sentence) => {
  openApp('/', { 'GET /api/home': { body: { steps, days: [dayOf(1, { ...figures, opened: 1 })] } } })
  expect(await text(sentence)).toBeTruthy()
})
