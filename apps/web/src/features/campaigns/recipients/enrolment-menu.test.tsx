// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failing, field, fill, find, openApp, press, text } from '../../../test/open-app.tsx'

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

const [editFirst, editSecond] = [1, 2].map((step) => `Edit follow-up ${step} for this person`)

test.each([
  ['not sent to yet', null, ['Hold until…', editFirst, editSecond]],
  ['waiting', waiting, ['Hold until…', 'Skip next follow-up', 'Stop follow-ups', editFirst, editSecond]],
  [
    'held by hand',
    { ...waiting, state: 'held', hold_reason: 'manual', next_position: 2 },
    ['Hold until…', 'Lift hold', 'Skip next follow-up', 'Stop follow-ups', editSecond],
  ],
  [
    'held because the last message is in doubt',
    { ...waiting, state: 'held', hold_reason: 'unconfirmed' },
    ['Hold until…', 'Count as sent', 'Skip next follow-up', 'Stop follow-ups', editSecond],
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

const STEP = `${PATH}/prospects/p1/steps/s1/email`
const first = { id: 's1', position: 1, thread: 'same', body: 'Hello again' }
const step = { step_id: 's1', position: 1, subject: 'Re: Ovens', body: 'Hello again', is_edited: false }
const refused = { status: 409, body: { message: 'This follow-up was already sent to this person' } }

test('a follow-up is edited for one person, and the edit is undone (FOLLOW-06)', async () => {
  const edited = { ...step, body: 'For Ada', is_edited: true }
  const { sent, answers } = open(waiting, {
    [`GET ${PATH}/steps`]: { body: { steps: [first] } },
    [`GET ${STEP}`]: { body: step },
    [`PUT ${STEP}`]: refused,
    [`DELETE ${STEP}`]: { body: step },
  })
  const edit = async () => {
    await openMenu()
    await userEvent.click(await find('menuitem', editFirst))
    return within(await find('dialog', 'Follow-up 1 to Ada'))
  }
  const dialog = await edit()
  expect(dialog.queryByText('Edited by hand')).toBeNull()
  await fill('Message', 'For Ada')
  await press('Save Follow-up')
  expect(await text('This follow-up was already sent to this person')).toBeTruthy()
  expect((await field('Message')).value).toBe('For Ada')

  answers[`PUT ${STEP}`] = { body: edited }
  answers[`GET ${STEP}`] = { body: edited }
  await press('Save Follow-up')
  expect(await text('Follow-up saved for this person')).toBeTruthy()
  expect(sent.at(-1)?.body).toEqual({ subject: null, body: 'For Ada' })

  await edit()
  expect(await text('Edited by hand')).toBeTruthy()
  answers[`GET ${STEP}`] = { body: step }
  await press('Use the shared text again')
  await expect.poll(async () => (await field('Message')).value).toBe('Hello again')
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: STEP })
  expect(screen.queryByText('Edited by hand')).toBeNull()
})

test('the address carries the filter, and all who match are changed (FOLLOW-31, FOLLOW-45)', async () => {
  const CHANGE = `POST ${PATH}/enrolments/change`
  const { sent, answers, expectAddress } = open(waiting, {
    [`GET ${PATH}/recipients`]: { body: { total: 3, recipients: [ada] } },
    [CHANGE]: { body: { changed: 2, skipped: 1 } },
  })
  await userEvent.selectOptions(await field('Follow-ups'), 'Waiting')
  await userEvent.selectOptions(await field('Next follow-up'), 'Follow-up 2 next')
  await expectAddress(`/campaigns/${ID}?tab=prospects&state=waiting&step=2`)
  await userEvent.click(await find('checkbox', /^Select all/))
  await press('Stop follow-ups')
  expect(await text('2 people get no more follow-ups, 1 skipped')).toBeTruthy()
  const filter = { search: '', state: 'waiting', step: 2 }
  expect(sent.at(-1)?.body).toEqual({ selection: { filter, except: [] }, action: 'stop' })

  answers[CHANGE] = {
    status: 400,
    body: { message: 'Please choose a day within 180 days', code: 'follow_ups.hold_too_long' },
  }
  await userEvent.click(await find('checkbox', /Ada/))
  await press('Hold until…')
  await find('dialog', 'Hold 1 person')
  await fill('Until', '2027-12-09')
  await press('Hold')
  expect(await text('Please choose a day within 180 days')).toBeTruthy()
  answers[CHANGE] = { body: { changed: 1, skipped: 0 } }
  await press('Hold')
  expect(await text('1 person is held')).toBeTruthy()
  expect(sent.at(-1)?.body).toEqual({ selection: { ids: ['r1'] }, action: 'hold', until: '2027-12-09' })
})

test('with a status chosen, only the rows shown are selected', async () => {
  const { sent } = open(waiting, {
    [`GET ${PATH}/recipients`]: { body: { total: 3, recipients: [ada] } },
    [`POST ${PATH}/enrolments/change`]: { body: { changed: 0, skipped: 1 } },
  })
  await userEvent.selectOptions(await field('Status'), 'Sent')
  await userEvent.click(await find('checkbox', /^Select all/))
  await press('Start again')
  expect(await text('The follow-ups of these people can’t be changed now')).toBeTruthy()
  expect(sent.at(-1)?.body).toMatchObject({ selection: { ids: ['r1'] } })
})
