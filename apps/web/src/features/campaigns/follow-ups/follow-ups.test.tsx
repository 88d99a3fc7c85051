// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { CampaignTab } from '../../../lib/paths.ts'
import { field, fill, find, openApp, press, text } from '../../../test/open-app.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const PATH = `/api/campaigns/${ID}`
const spring = { id: ID, name: 'Spring', status: 'draft', counts: { total: 1 } }
const first = {
  id: 's1',
  position: 1,
  wait_days: 3,
  wait_in: 'working_days',
  thread: 'same',
  subject: null,
  body: 'Hello again',
  updated_at: '2026-11-30T08:00:00.000Z',
}
const second = { ...first, id: 's2', position: 2, wait_days: 1, thread: 'new', subject: 'Ovens', body: 'Bye' }

const open = (answers = {}, tab: CampaignTab = 'emails') =>
  openApp(`/campaigns/${ID}?tab=${tab}`, {
    [`GET ${PATH}`]: { body: spring },
    [`GET ${PATH}/steps`]: { body: { steps: [first, second], finished: 0 } },
    ...answers,
  })

/** The last call that saves a follow-up, among those for previews. */
const saved = (sent: { path: string; body: unknown }[]) =>
  sent.findLast(({ path }) => path === `${PATH}/steps` || path === `${PATH}/steps/s1`)

const choose = async (label: string, option: string) =>
  userEvent.selectOptions(await screen.findByRole('combobox', { name: label }), option)

test('follow-ups are listed with their wait, thread and figures (FOLLOW-47)', async () => {
  const figures = { step_id: 's1', sent: 4, opened: 3, replied: 2, bounced: 1 }
  const third = { ...first, id: 's3', position: 3, wait_days: 9 }
  open({
    [`GET ${PATH}`]: { body: { ...spring, email_subject: 'Coffee' } },
    [`GET ${PATH}/steps`]: { body: { steps: [first, second, third], finished: 0 } },
    [`GET ${PATH}/step-results`]: { body: { steps: [figures] } },
  })
  expect(await find('heading', 'Follow-up 1')).toBeTruthy()
  expect(await text('After 3 working days, in the same thread')).toBeTruthy()
  expect(await text('After 1 working day, with a new subject')).toBeTruthy()
  const subjects = screen.getAllByText('Subject:').map((label) => label.parentElement!.textContent)
  expect(subjects).toEqual(['Subject: Re: Coffee', 'Subject: Ovens', 'Subject: Re: Ovens'])
  const tiles = () =>
    within(screen.getByLabelText('Figures of follow-up 1'))
      .getAllByRole('term')
      .map((term) => term.parentElement!.textContent)
  await expect.poll(tiles).toEqual(['Sent4', 'Opened3', 'Replied2', 'Bounced1'])
})

test('what stops follow-ups is said by the scope of the campaign (FOLLOW-16)', async () => {
  open({ [`GET ${PATH}/steps`]: { body: { steps: [first], finished: 0, stop_scope: 'person' } } })
  expect(await text('They stop as soon as the person answers.')).toBeTruthy()
})

test('a follow-up is added with what was chosen and written (FOLLOW-47)', async () => {
  const { sent } = open({
    [`GET ${PATH}/steps`]: { body: { steps: [], finished: 2 } },
    [`POST ${PATH}/steps/generate`]: {
      body: { subject: null, body: 'Shall I stop?', written_by: 'composer' },
    },
    [`POST ${PATH}/steps`]: { body: first },
  })
  expect(await text('No follow-ups yet')).toBeTruthy()
  await press('Add Follow-up')
  await find('dialog', 'New Follow-up')
  await press('Save Follow-up')
  expect(await text('Email body cannot be empty')).toBeTruthy()
  await fill('Wait', '61')
  await choose('Counted in', 'Days')
  await press('Write it for me')
  await expect.poll(async () => (await field('Message')).value).toBe('Shall I stop?')
  await choose('Thread', 'New subject')
  await press('Save Follow-up')
  expect(await text('Please choose between 1 and 60 days')).toBeTruthy()
  await fill('Wait', '5')
  await press('Save Follow-up')
  expect(await text('Subject line is required')).toBeTruthy()
  await fill('Subject', 'Ovens')
  await userEvent.click(await screen.findByLabelText('Also write to the 2 people who finished'))
  await press('Save Follow-up')
  await expect
    .poll(() => saved(sent)?.body)
    .toMatchObject({
      wait_days: 5,
      wait_in: 'days',
      thread: 'new',
      subject: 'Ovens',
      include_finished: true,
    })
})

test('where a wait is chosen, the days that count as working days are named', async () => {
  open({
    'GET /api/sending/pace': { body: { pace: { window_days: [1, 2, 3, 4, 5, 6, 7] } } },
  })
  await press('Edit follow-up 1')
  expect(await text(/^Working days are the days you send on: Monday to Sunday\./)).toBeTruthy()
  expect((await find('link', 'Change them under Sending pace')).getAttribute('href')).toBe('/sending-pace')
  await choose('Counted in', 'Days')
  expect(screen.queryByText(/^Working days are/)).toBeNull()
})

test('days off are no working days, and days that don’t follow each other are listed', async () => {
  open({
    'GET /api/sending/pace': { body: { pace: { window_days: [5, 1, 2], days_off: ['2026-12-25'] } } },
  })
  await press('Edit follow-up 1')
  expect(await text(/: Monday, Tuesday, Friday, except your days off\./)).toBeTruthy()
})

test('rules are saved at once, and put back if refused (FOLLOW-16)', async () => {
  const RULES = `PUT ${PATH}/follow-up-rules`
  const rules = { stop_scope: 'business', follow_ups_first: true }
  const list = { steps: [first], finished: 0, ...rules }
  const { sent, answers } = open({
    [`GET ${PATH}/steps`]: { body: list },
    [RULES]: { status: 409, body: { message: 'Not now' } },
  })
  await choose('Stop when', 'This person answers')
  expect(await text('Not now')).toBeTruthy()
  await expect.poll(async () => (await field('Stop when')).value).toBe('business')
  answers[RULES] = { body: { ...rules, stop_scope: 'person' } }
  answers[`GET ${PATH}/steps`] = { body: { ...list, stop_scope: 'person' } }
  await choose('Stop when', 'This person answers')
  expect(await text('Saved')).toBeTruthy()
  expect(sent.at(-1)?.body).toEqual({ ...rules, stop_scope: 'person' })
  await userEvent.click(await field('Send due follow-ups before first emails'))
  await expect.poll(() => sent.at(-1)?.body).toEqual({ stop_scope: 'person', follow_ups_first: false })
})

test('who waits for a follow-up and why people were stopped is said, with a link to them', async () => {
  const results = {
    steps: [{ step_id: 's1', waiting: 2, queued: 1, held: 4 }],
    stopped: [
      { reason: 'replied', count: 3 },
      { reason: 'unsubscribed', count: 1 },
    ],
  }
  const { expectAddress } = open({ [`GET ${PATH}/step-results`]: { body: results } })
  expect(await text(/: 3 replied, 1 unsubscribed$/)).toBeTruthy()
  await userEvent.click(await find('link', '3 waiting, 4 held'))
  await expectAddress(`/campaigns/${ID}?tab=prospects&step=1`)
})

test('a follow-up is shown as one person after the other reads it, and sent as a test', async () => {
  const [ada, bo] = ['Ada', 'Bo'].map((name) => ({ id: name, name, email: `${name}@pan.example` }))
  const shown = { recipient: ada, subject: 'Re: Ovens', content: '<p>Hello again</p>', findings: [] }
  const { sent, answers } = open({
    [`GET ${PATH}/recipients`]: { body: { total: 2, recipients: [ada, bo] } },
    [`POST ${PATH}/steps/preview`]: { body: shown },
    [`GET ${PATH}/missing-values`]: { body: [{ name: 'city', count: 2, recipients: [] }] },
    [`POST ${PATH}/test-email`]: { body: { message: 'Test email sent', sent_to: 'ada@shop.example' } },
  })
  await press('Edit follow-up 2')
  const preview = within(await screen.findByRole('region', { name: 'Preview' }))
  expect(await preview.findByText(/^As .*Ada.* reads it$/)).toBeTruthy()
  expect(sent.at(-1)?.body).toMatchObject({ thread: 'new', subject: 'Ovens', position: 2 })
  answers[`POST ${PATH}/steps/preview`] = { body: { ...shown, recipient: bo } }
  await userEvent.click(preview.getByRole('button', { name: 'Next person' }))
  expect(await preview.findByText(/^As .*Bo.* reads it$/)).toBeTruthy()
  expect(await find('toolbar', 'Insert a placeholder')).toBeTruthy()
  await fill('Message', 'In {{city}}')
  expect(await preview.findByText(/^2 people have no value for {{city}} and wait/)).toBeTruthy()
  await press('Send a test to myself')
  expect(await text('Test email sent')).toBeTruthy()
  expect(sent.at(-1)?.body).toEqual({
    prospect_id: 'Bo',
    template: { subject: 'Re: Ovens', body: 'In {{city}}' },
  })
})

test('a typed follow-up is back after a reload, until it is discarded', async () => {
  const { unmount } = open()
  await press('Add Follow-up')
  await fill('Message', 'A text of mine')
  await fill('Wait', '9')
  unmount()
  open()
  await press('Add Follow-up')
  expect(await text('Your unsaved text is back.')).toBeTruthy()
  expect((await field('Message')).value).toBe('A text of mine')
  expect((await field('Wait')).value).toBe('9')
  await press('Cancel')
  await press('Discard')
  await press('Add Follow-up')
  expect((await field('Message')).value).toBe('')
})

test('a written text replaces the typed one, and Undo brings it back', async () => {
  open({
    [`POST ${PATH}/steps/generate`]: { body: { subject: null, body: 'Another', written_by: 'composer' } },
  })
  await press('Edit follow-up 1')
  await press('Write it for me')
  await expect.poll(async () => (await field('Message')).value).toBe('Another')
  await press('Undo')
  expect((await field('Message')).value).toBe('Hello again')
})

test('a refused follow-up keeps what was typed', async () => {
  open({ [`PUT ${PATH}/steps/s1`]: { status: 400, body: { message: 'Not now' } } })
  await press('Edit follow-up 1')
  await fill('Message', 'A text of mine')
  await press('Save Follow-up')
  expect(await text('Not now')).toBeTruthy()
  expect((await field('Message')).value).toBe('A text of mine')
})

test('a follow-up that was changed in another window offers both texts', async () => {
  const PUT = `PUT ${PATH}/steps/s1`
  const refused = { status: 409, body: { message: 'Changed', code: 'follow_ups.changed' } }
  const { sent, answers } = open({ [PUT]: refused })
  await press('Edit follow-up 1')
  await fill('Message', 'Mine')
  const newest = { ...first, body: 'Theirs', updated_at: '2026-11-30T09:00:00.000Z' }
  answers[`GET ${PATH}/steps`] = { body: { steps: [newest, second], finished: 0 } }
  await press('Save Follow-up')
  expect(await text('This follow-up was changed in another window')).toBeTruthy()
  expect(await text('Theirs')).toBeTruthy()
  expect((await field('Message')).value).toBe('Mine')
  answers[PUT] = { body: newest }
  await press('Overwrite with mine')
  await expect.poll(() => saved(sent)?.body).toMatchObject({ body: 'Mine', updated_at: newest.updated_at })
})

test('the text of the other window can be taken and is saved over its version', async () => {
  const PUT = `PUT ${PATH}/steps/s1`
  const { sent, answers } = open({
    [PUT]: { status: 409, body: { message: 'Changed', code: 'follow_ups.changed' } },
  })
  await press('Edit follow-up 1')
  await fill('Message', 'Mine')
  const newest = { ...first, body: 'Theirs', updated_at: '2026-11-30T09:00:00.000Z' }
  answers[`GET ${PATH}/steps`] = { body: { steps: [newest, second], finished: 0 } }
  await press('Save Follow-up')
  await press('Use that text')
  expect((await field('Message')).value).toBe('Theirs')
  answers[PUT] = { body: newest }
  await press('Save Follow-up')
  await expect.poll(() => saved(sent)?.body).toMatchObject({ body: 'Theirs', updated_at: newest.updated_at })
})

test('follow-ups are moved and deleted', async () => {
  const { sent } = open({
    [`POST ${PATH}/steps/order`]: { body: { steps: [second, first] } },
    [`DELETE ${PATH}/steps/s2`]: { body: { message: 'Follow-up deleted' } },
  })
  expect(await find('button', 'Move up follow-up 1')).toHaveProperty('disabled', true)
  expect(await find('button', 'Move down follow-up 2')).toHaveProperty('disabled', true)
  await press('Move down follow-up 1')
  await expect.poll(() => sent.at(-1)?.body).toEqual({ ids: ['s2', 's1'] })
  await press('Delete follow-up 2')
  await press('Delete')
  await expect.poll(() => sent.at(-1)).toMatchObject({ method: 'DELETE', path: `${PATH}/steps/s2` })
})

test('an archived campaign shows its follow-ups and changes none', async () => {
  open({ [`GET ${PATH}`]: { body: { ...spring, status: 'archived' } } })
  expect(await text('Hello again')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /follow-up/i })).toBeNull()
})
