// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failing, fill, find, openApp, press, text } from '../../../test/open-app.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const PATH = `/api/campaigns/${ID}`
const spring = { id: ID, name: 'Spring', status: 'active', counts: { total: 2 }, follow_ups: { steps: 2 } }
const ada = { id: 'r1', prospect_id: 'p1', name: 'Ada', email: 'ada@pan.example' }
const waiting = {
  campaign_prospect_id: 'r1',
  state: 'waiting',
  next_position: 1,
  sentence: 'Follow-up 1 on 3 December 2026',
}

const open = (enrolment: object | null = waiting, answers = {}, campaign: object = spring) =>
  openApp(`/campaigns/${ID}?tab=prospects`, {
    [`GET ${PATH}`]: { body: campaign },
    [`GET ${PATH}/recipients`]: { body: { total: 1, recipients: [ada] } },
    [`GET ${PATH}/enrolments`]: { body: { enrolments: enrolment ? [enrolment] : [] } },
    ...answers,
  })

const openMenu = async () => {
  await press('Follow-ups of Ada')
  return screen
    .getAllByRole('menuitem')
    .filter((item) => !item.hasAttribute('data-disabled'))
    .map(({ textContent }) => textContent)
}

test('the column Next says where each recipient stands (FOLLOW-47)', async () => {
  open()
  expect(await find('columnheader', 'Next')).toBeTruthy()
  expect(await text('Follow-up 1 on 3 December 2026')).toBeTruthy()
})

test('a campaign without follow-ups has no column Next and no menu', async () => {
  open(null, {}, { ...spring, follow_ups: { steps: 0 } })
  await find('button', 'Preview email to Ada')
  expect(screen.queryByRole('columnheader', { name: 'Next' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Follow-ups of Ada' })).toBeNull()
})

test.each([
  ['not sent to yet', null, ['Hold until…']],
  ['waiting', waiting, ['Hold until…', 'Skip next follow-up', 'Stop follow-ups']],
  [
    'held by hand',
    { ...waiting, state: 'held', hold_reason: 'manual' },
    ['Hold until…', 'Lift hold', 'Skip next follow-up', 'Stop follow-ups'],
  ],
  ['stopped', { ...waiting, state: 'stopped' }, ['Start again']],
  ['finished', { ...waiting, state: 'finished' }, ['Start again']],
])('the menu of a recipient who is %s offers what can be done', async (_state, enrolment, expected) => {
  open(enrolment)
  expect(await openMenu()).toEqual(expected)
})

test('follow-ups are stopped from the menu, and a refusal is told', async () => {
  const CHANGE = `POST ${PATH}/enrolments/change`
  const { sent, answers } = open(waiting, { [CHANGE]: { body: { changed: 1, skipped: 0 } } })
  await openMenu()
  await userEvent.click(await find('menuitem', 'Stop follow-ups'))
  await expect.poll(() => sent.at(-1)?.body).toEqual({ selection: { ids: ['p1'] }, action: 'stop' })
  expect(await text(/gets no more follow-ups/)).toBeTruthy()
  answers[CHANGE] = { body: { changed: 0, skipped: 1 } }
  await openMenu()
  await userEvent.click(await find('menuitem', 'Skip next follow-up'))
  expect(await text(/can’t be changed now/)).toBeTruthy()
  answers[CHANGE] = failing
  await openMenu()
  await userEvent.click(await find('menuitem', 'Skip next follow-up'))
  expect(await text('The follow-ups could not be changed')).toBeTruthy()
})

test('a hold asks for a day, and a refused one keeps it', async () => {
  const refused = { message: 'Please choose a day within 180 days', code: 'follow_ups.hold_too_long' }
  const { sent, answers } = open(waiting, { 'POST /api/holds': { status: 400, body: refused } })
  await openMenu()
  await userEvent.click(await find('menuitem', 'Hold until…'))
  await press('Hold')
  expect(await text('Please choose a day')).toBeTruthy()
  await fill('Until', '2027-12-09')
  await press('Hold')
  expect(await text('Please choose a day within 180 days')).toBeTruthy()
  answers['POST /api/holds'] = { body: { email: 'ada@pan.example', until: '2026-12-10T12:00:00.000Z' } }
  await press('Hold')
  expect(await text(/is held until 10 December 2026/)).toBeTruthy()
  expect(sent.at(-1)?.body).toEqual({ email: 'ada@pan.example', until: '2027-12-09' })
})
