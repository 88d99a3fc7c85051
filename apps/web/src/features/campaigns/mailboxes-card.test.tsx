// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failing, find, openApp, press, text } from '../../test/open-app.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const PATH = `/api/campaigns/${ID}`
const [ONE, TWO] = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555']
const one = { id: ONE, address: 'one@pans.example', state: 'connected', is_used: true }
const two = { id: TWO, address: 'two@pans.example', state: 'needs_login', is_used: false }

const open = (mailbox_ids: string[] | null, mailboxes: object[] = [one, two], answers = {}) => {
  const spring = { id: ID, name: 'Spring', status: 'draft', mailbox_ids, mailboxes: [] }
  return openApp(`/campaigns/${ID}?tab=settings`, {
    [`GET ${PATH}`]: { body: spring },
    'GET /api/mailboxes': { body: { mailboxes } },
    ...answers,
  })
}

const card = async () => within((await find('heading', 'Mailboxes')).closest('section')!)

test('without an own mailbox the card says that the return address sends', async () => {
  open(null, [])
  expect(await text('This campaign leaves from your return address.')).toBeTruthy()
})

test('a campaign uses all mailboxes, the return address, or some by name (MBOX-28)', async () => {
  const { sent, answers } = open(null)
  expect(await (await card()).findByText('one@pans.example')).toBeTruthy()
  // Not used for campaigns.
  expect(screen.queryByText('two@pans.example')).toBeNull()
  const expectSaved = async (ids: string[] | null) => {
    await expect.poll(() => sent.at(-1)).toEqual({ method: 'PUT', path: `${PATH}/mailboxes`, body: { ids } })
  }
  answers[`PUT ${PATH}/mailboxes`] = { body: { mailbox_ids: [], mailboxes: [] } }
  await userEvent.click(await find('radio', 'Return address'))
  await expectSaved([])
  await userEvent.click(await find('radio', 'These mailboxes'))
  expect(await text('Please choose at least one mailbox')).toBeTruthy()
  expect(await text('Sign in again')).toBeTruthy()
  await userEvent.click(await find('checkbox', 'two@pans.example'))
  await expectSaved([TWO])
})

test('a choice that is refused is taken back', async () => {
  open(null, [one], { [`PUT ${PATH}/mailboxes`]: failing })
  await userEvent.click(await find('radio', 'Return address'))
  expect(await text('The mailboxes could not be chosen')).toBeTruthy()
  expect((await find('radio', 'All mailboxes')) as HTMLInputElement).toHaveProperty('checked', true)
})

const enrolment = {
  campaign_prospect_id: 'r1',
  state: 'held',
  hold_reason: 'no_mailbox',
  next_position: 1,
  sentence: 'Waiting: the mailbox gone@pans.example is gone',
  mailbox: { id: TWO, address: 'gone@pans.example' },
}

test('a person whose mailbox is gone is moved to another one (MBOX-34)', async () => {
  const ada = { id: 'r1', prospect_id: 'p1', name: 'Ada', email: 'ada@pan.example' }
  const spring = { id: ID, name: 'Spring', status: 'active', counts: { total: 1 }, follow_ups: { steps: 1 } }
  const CHANGE = `POST ${PATH}/enrolments/change`
  const { sent, answers } = openApp(`/campaigns/${ID}?tab=prospects`, {
    [`GET ${PATH}`]: { body: { ...spring, mailboxes: [one] } },
    [`GET ${PATH}/recipients`]: { body: { total: 1, recipients: [ada] } },
    [`GET ${PATH}/enrolments`]: { body: { enrolments: [enrolment] } },
    'GET /api/mailboxes': { body: { mailboxes: [one] } },
    [CHANGE]: { status: 409, body: { code: 'mailboxes.gone', message: 'This mailbox no longer exists' } },
  })
  expect(await find('columnheader', 'From')).toBeTruthy()
  expect(await text('gone@pans.example')).toBeTruthy()
  await press('Follow-ups of Ada')
  await userEvent.click(await find('menuitem', 'Move to another mailbox…'))
  await press('Move')
  expect(await text('Please choose a mailbox')).toBeTruthy()
  await userEvent.selectOptions(await find('combobox', 'Mailbox'), 'one@pans.example')
  await press('Move')
  expect(await text('This mailbox no longer exists')).toBeTruthy()
  answers[CHANGE] = { body: { changed: 1, skipped: 0 } }
  await press('Move')
  expect(await text(/Ada.* was moved to another mailbox/)).toBeTruthy()
  expect(sent.at(-1)?.body).toEqual({ selection: { ids: ['p1'] }, action: 'move', mailbox_id: ONE })
})

test('all who are chosen are moved at once', async () => {
  const people = ['Ada', 'Bo'].map((name, at) => ({
    id: `r${at}`,
    prospect_id: `p${at}`,
    name,
    email: `${name}@pan.example`,
  }))
  const { sent } = openApp(`/campaigns/${ID}?tab=prospects`, {
    [`GET ${PATH}`]: {
      body: {
        id: ID,
        name: 'Spring',
        status: 'active',
        counts: { total: 2 },
        follow_ups: { steps: 1 },
        mailboxes: [one],
      },
    },
    [`GET ${PATH}/recipients`]: { body: { total: 2, recipients: people } },
    'GET /api/mailboxes': { body: { mailboxes: [one] } },
    [`POST ${PATH}/enrolments/change`]: { body: { changed: 2, skipped: 0 } },
  })
  await userEvent.click(await find('checkbox', /^Select all/))
  await userEvent.click(screen.getAllByRole('button', { name: 'Move to another mailbox…' })[0]!)
  await userEvent.selectOptions(await find('combobox', 'Mailbox'), 'one@pans.example')
  await press('Move')
  expect(await text('2 people were moved to another mailbox')).toBeTruthy()
  expect(sent.at(-1)?.body).toMatchObject({ action: 'move', mailbox_id: ONE })
})
