// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderScreen, shownErrors } from '../../test/render-screen.tsx'
import { SendingPacePage } from './sending-pace-page.tsx'

const field = (name: RegExp | string) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, select' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

const pace = {
  pace: {
    daily_cap: null,
    gap_from_seconds: 60,
    gap_to_seconds: 180,
    window_days: [1, 2],
    window_from: '00:00',
    window_to: '24:00',
    time_zone: 'UTC',
    has_ramp: true,
    days_off: [],
  },
  is_default: false,
  is_free: false,
}

test('each error of the pace is at its field; a corrected one is saved as numbers', async () => {
  const { sent } = renderScreen(<SendingPacePage />, {
    'GET /api/sending/pace': { body: pace },
    'PUT /api/sending/pace': { body: pace },
  })
  await screen.findByText('Daily limit')
  await userEvent.type(field('Daily limit'), '0')
  await userEvent.click(field('Monday'))
  await userEvent.click(field('Tuesday'))
  await press('Save')
  expect(shownErrors()).toEqual(['Please enter at least 1', 'Please choose at least one day'])
  expect(sent).toEqual([])
  await userEvent.clear(field('Daily limit'))
  await userEvent.type(field('Daily limit'), '50')
  await userEvent.click(field('Friday'))
  await press('Save')
  expect(await screen.findByText('Sending pace saved')).toBeTruthy()
  expect(sent[0]?.body).toEqual({ ...pace.pace, daily_cap: 50, window_days: [5] })
})

test('days off are added with Enter or the button, removed, and saved in order', async () => {
  let saved = { ...pace, pace: { ...pace.pace, days_off: ['2026-12-25', '2027-01-01'] } }
  const { sent } = renderScreen(<SendingPacePage />, {
    'GET /api/sending/pace': { body: saved },
    'PUT /api/sending/pace': () => ({ body: saved }),
  })
  await screen.findByText('Days off')
  await userEvent.type(field('Day to add'), '2026-12-24{Enter}')
  await userEvent.type(field('Day to add'), '2026-12-28')
  await press('Add day')
  expect(field('Day to add').value).toBe('')
  await userEvent.click(screen.getByLabelText('Remove 1 January 2027'))
  expect(document.activeElement).toBe(screen.getByText('Days off').parentElement)
  expect(sent).toEqual([])
  // Picked, but not added.
  await userEvent.type(field('Day to add'), '2026-12-23')
  const days_off = ['2026-12-23', '2026-12-24', '2026-12-25', '2026-12-28']
  saved = { ...saved, pace: { ...saved.pace, days_off } }
  await press('Save')
  expect(await screen.findByText('Sending pace saved')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([saved.pace])
  expect(await screen.findByLabelText('Remove 23 December 2026')).toBeTruthy()
  expect(field('Day to add').value).toBe('')
})

test('with 60 days off there is no field for another', async () => {
  const days_off = Array.from({ length: 60 }, (_, n) =>
    new Date(Date.UTC(2027, 0, n + 1)).toISOString().slice(0, 10),
  )
  renderScreen(<SendingPacePage />, {
    'GET /api/sending/pace': { body: { ...pace, pace: { ...pace.pace, days_off } } },
  })
  expect(await screen.findByText('60 days off is the limit.')).toBeTruthy()
  expect(screen.queryByLabelText('Day to add')).toBeNull()
  await userEvent.click(screen.getByLabelText('Remove 1 January 2027'))
  expect(field('Day to add')).toBeTruthy()
})
