// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderScreen } from '../../test/render-screen.tsx'
import { SkipAhead } from './skip-ahead.tsx'

/** The same moment in every zone of a test machine. */
const local = (day: number) => new Date(2026, 11, day, 8, 5).toISOString()
const at = (day: number) => ({ body: { now: local(day), offset_seconds: 0 } })

test('the clock is told in words, and each button skips ahead by what it says (CLOCK-10)', async () => {
  const answers = { 'GET /api/mailbox/clock': at(3), 'POST /api/mailbox/clock': at(6) }
  const { sent } = renderScreen(<SkipAhead token={undefined} />, answers)
  await screen.findByRole('region', { name: 'Skip ahead' })
  await screen.findByText('It is Thursday, 3 December 2026, 08:05 here')

  answers['GET /api/mailbox/clock'] = at(6)
  await userEvent.click(screen.getByRole('button', { name: '3 days' }))
  await screen.findByText('It is Sunday, 6 December 2026, 08:05 here')
  await userEvent.click(screen.getByRole('button', { name: '1 day' }))
  await userEvent.click(screen.getByRole('button', { name: '1 week' }))

  expect(sent.map(({ body }) => body)).toEqual([
    { advance_seconds: 259_200 },
    { advance_seconds: 86_400 },
    { advance_seconds: 604_800 },
  ])
})

test('where there is no demo clock, nothing is offered', async () => {
  renderScreen(<SkipAhead token={undefined} />, { 'GET /api/mailbox/clock': { status: 404 } })
  await expect.poll(() => screen.queryByRole('button')).toBeNull()
})
