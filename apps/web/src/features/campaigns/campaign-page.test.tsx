// @vitest-environment happy-dom
import { EXAMPLE_ADDRESS_CHECK, senderIdentityMessages } from '@goldpan/contract/sender-identity'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { CampaignTab } from '../../lib/paths.ts'
import { failing, find, openApp, press, text } from '../../test/open-app.tsx'

const PATH = '/api/campaigns/33333333-3333-4333-8333-333333333333'
const ada = { id: 'r1', prospect_id: 'p1', name: 'Ada', email: 'ada@pan.example', email_status: 'pending' }
const spring = {
  id: PATH.slice(15),
  name: 'Spring',
  status: 'draft',
  marketing_copy: 'We repair ovens.',
  counts: { total: 1 },
}

/** A tab of a campaign with one prospect. */
const open = (answers = {}, tab: CampaignTab = 'emails') =>
  openApp(`${PATH.slice(4)}?tab=${tab}`, {
    [`GET ${PATH}`]: { body: spring },
    [`GET ${PATH}/recipients`]: { body: { total: 1, recipients: [ada] } },
    ...answers,
  })

const limit = {
  status: 403,
  body: { message: 'Limit', code: 'LIMIT_REACHED', usage_type: 'email_generations' },
}

test('emails that can’t be generated say so; a reached limit opens the limit modal, another refusal does not (WRITE-11, WRITE-13)', async () => {
  const GENERATE = `POST ${PATH}/generate`
  const { answers } = open({ [GENERATE]: failing })
  await press('Generate emails')
  expect(await text('Failed to generate emails')).toBeTruthy()
  answers[GENERATE] = { status: 403, body: { message: 'You may not do this', code: 'some.other' } }
  await press('Generate emails')
  expect(await text('You may not do this')).toBeTruthy()
  expect(screen.queryByText(/monthly limit/)).toBeNull()
  answers[GENERATE] = limit
  await press('Generate emails')
  expect(await text('You have reached your monthly limit for email generations.')).toBeTruthy()
})

test('the only signature is chosen by itself (SIG-18)', async () => {
  const signatures = { 'GET /api/email/signatures': { body: [{ id: 's1', name: 'Work' }] } }
  for (const tab of ['overview', 'settings'] as const) {
    const { sent, unmount } = open(signatures, tab)
    await expect
      .poll(() => sent)
      .toEqual([{ method: 'PUT', path: `${PATH}/signature`, body: { signature_id: 's1' } }])
    if (tab === 'settings')
      expect((await find('combobox', 'Signature')) as HTMLSelectElement).toHaveProperty('value', 's1')
    unmount()
  }
})

const gold = () =>
  screen
    .getAllByRole('button')
    .filter(({ className }) => className.includes('bg-accent text-on-accent'))
    .map(({ textContent }) => textContent)

test('the overview of a draft is a checklist of what is done and what is open', async () => {
  open({ [`GET ${PATH}`]: { body: { ...spring, counts: { total: 0, pending: 0 } } } }, 'overview')
  await find('button', 'Generate emails')
  const list = within((await text('Before you send')).closest('section')!)
  const steps = () =>
    list
      .getAllByRole('listitem')
      .map(
        (step) =>
          `${step.querySelector('svg')!.getAttribute('aria-label')}: ${step.children[1]!.textContent}`,
      )
  expect(steps()).toEqual([
    'Open: Email text',
    'Open: Prospects',
    'Open: Emails',
    'Open: Follow-ups',
    'Open: Signature',
    'Open: Postal address',
    'Open: Test email',
  ])
})

const template = { subject: 'Ovens', body: 'Hello {{businessName}}' }

test.each([
  ['without a text', { total: 1, pending: 1 }, null, ['Generate emails']],
  ['without a text and prospects', { total: 0 }, null, ['Generate emails']],
  ['with a text, without prospects', { total: 0 }, template, ['Add prospects']],
  [
    'with prospects who have no email yet',
    { total: 3, pending: 2, generated: 1 },
    template,
    ['Write them now'],
  ],
  ['that is ready', { total: 3, generated: 3 }, template, ['Send Emails']],
  ['that was paused halfway', { total: 3, sent: 1, delivered: 1, generated: 2 }, template, ['Send Emails']],
])('a draft %s has one gold button on its overview', async (_state, counts, text, expected) => {
  open(
    {
      [`GET ${PATH}`]: { body: { ...spring, counts } },
      [`GET ${PATH}/template`]: { body: text ?? { subject: '', body: '' } },
    },
    'overview',
  )
  await find('heading', 'Before you send')
  await expect.poll(gold).toEqual(expected)
})

test('while emails are being written, and once everyone has been sent to, nothing is gold', async () => {
  const rendering = { done: 1, total: 3 }
  const counts = { total: 3, pending: 2, generated: 1 }
  const written = open(
    {
      [`GET ${PATH}`]: { body: { ...spring, counts, rendering } },
      [`GET ${PATH}/template`]: { body: template },
    },
    'overview',
  )
  expect(await text('2 emails still to be written')).toBeTruthy()
  expect(gold()).toEqual([])
  written.unmount()
  open(
    { [`GET ${PATH}`]: { body: { ...spring, status: 'completed', counts: { total: 1, sent: 1 } } } },
    'overview',
  )
  expect(await text('Everyone has been sent to.')).toBeTruthy()
  expect(gold()).toEqual([])
})

test('each tab is empty in words of its own, with its next step in gold', async () => {
  const nobody = { ...spring, counts: { total: 0 } }
  const { expectAddress } = open(
    { [`GET ${PATH}`]: { body: nobody }, [`GET ${PATH}/recipients`]: { body: { total: 0, recipients: [] } } },
    'overview',
  )
  for (const [tab, words, next] of [
    ['Emails', 'No email yet', ['Generate emails']],
    ['Prospects', 'No prospects yet', ['Add prospects']],
    ['Replies', 'No replies yet', []],
  ] as const) {
    await userEvent.click(await find('tab', tab))
    await expectAddress(`${PATH.slice(4)}?tab=${tab.toLowerCase()}`)
    expect(await find('heading', words)).toBeTruthy()
    expect(gold()).toEqual(next)
  }
})

test('a part that can’t be fetched says so and is fetched again on Retry, while the rest stays', async () => {
  for (const [tab, path, there] of [
    ['prospects', `GET ${PATH}/recipients`, 'Ada'],
    ['replies', 'GET /api/conversations', 'No replies yet'],
    ['emails', `GET ${PATH}/template`, 'No email yet'],
  ] as const) {
    const { answers, unmount } = open({ [path]: { status: 400, body: { message: 'Not now' } } }, tab)
    expect(await text('Not now')).toBeTruthy()
    expect(await find('tab', /^Overview/)).toBeTruthy()
    if (tab === 'prospects') answers[path] = { body: { total: 1, recipients: [ada] } }
    else delete answers[path]
    await press('Retry')
    expect(await text(there)).toBeTruthy()
    unmount()
  }
})

test('an archived campaign can be read and deleted, and nothing else', async () => {
  const { unmount } = open({ [`GET ${PATH}`]: { body: { ...spring, status: 'archived' } } }, 'overview')
  await press('More actions for Spring')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Delete'])
  expect(screen.queryByText('Before you send')).toBeNull()
  unmount()
  open({ [`GET ${PATH}`]: { body: { ...spring, status: 'archived' } } }, 'settings')
  expect(await text('This campaign is archived. It can only be deleted.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send Emails' })).toBeNull()
})

test('a finished campaign says so, and its rates are over Delivered', async () => {
  const counts = { total: 4, sent: 4, delivered: 3, opened: 2, responded: 1, bounced: 1, failed: 1 }
  open({ [`GET ${PATH}`]: { body: { ...spring, status: 'completed', counts } } }, 'overview')
  expect(await text('Everyone has been sent to.')).toBeTruthy()
  const figures = screen.getAllByRole('term').map((term) => term.parentElement!.textContent)
  expect(figures).toEqual([
    'Prospects4',
    'Sent4',
    'Delivered375%',
    'Opened266.7%',
    'Clicked0',
    'Replied133.3%',
    'Bounced125%',
    'Unsubscribed0',
    'Failed1',
  ])
  expect((await find('button', 'Send Emails')).className).not.toContain('bg-accent')
})

test('the people sent to stand beside the emails that they got, and days count emails (CAMP-20)', async () => {
  const counts = { total: 32, sent: 32, emails: 53, delivered: 31, opened: 12, responded: 3 }
  const day = { day: '2025-03-05', emails: 21, sent: 0, delivered: 0, opened: 2, responded: 1, bounced: 0 }
  const { answers, unmount } = open(
    {
      [`GET ${PATH}`]: { body: { ...spring, status: 'active', counts, follow_ups: { steps: 1 } } },
      [`GET ${PATH}/timeline`]: { body: [day] },
    },
    'overview',
  )
  expect(await text('53 emails with follow-ups')).toBeTruthy()
  const sent = screen.getAllByRole('term').find(({ textContent }) => textContent === 'Sent')
  expect(sent!.parentElement!.textContent).toBe('Sent3253 emails with follow-ups')
  expect(await text('5 Mar 2025: 21 emails, 2 people opened, 1 person replied')).toBeTruthy()
  unmount()
  const days = [5, 6, 7].map((n) => ({ ...day, day: `2025-03-0${n}` }))
  open({ ...answers, [`GET ${PATH}/timeline`]: { body: days } }, 'overview')
  const table = await find('table', 'Emails, and people who opened and replied, by day')
  expect([...table.querySelectorAll('tr')].map((row) => row.textContent).slice(0, 2)).toEqual([
    'DayEmailsPeople who openedPeople who replied',
    '5 Mar 20252121',
  ])
})

test('nothing is added to people who got one email each, and a further round isn’t called a follow-up', async () => {
  const counts = { total: 4, sent: 4, emails: 4 }
  const { unmount } = open({ [`GET ${PATH}`]: { body: { ...spring, counts } } }, 'overview')
  expect(await text('Sent')).toBeTruthy()
  expect(screen.queryByText(/^4 emails/)).toBeNull()
  unmount()
  open({ [`GET ${PATH}`]: { body: { ...spring, counts: { ...counts, emails: 8 } } } }, 'overview')
  expect(await text('8 emails in all')).toBeTruthy()
})

test('settings keep the gold button for themselves', async () => {
  const counts = { total: 1, generated: 1 }
  open({ [`GET ${PATH}`]: { body: { ...spring, counts } } }, 'settings')
  expect((await find('button', 'Save campaign')).className).toContain('bg-accent')
  expect((await find('button', 'Send Emails')).className).not.toContain('bg-accent')
  await userEvent.click(await find('tab', 'Overview'))
  expect((await find('button', 'Send Emails')).className).toContain('bg-accent')
})

test('replies are listed with name, company and first line', async () => {
  const reply = {
    id: 'm1',
    kind: 'reply',
    from_email: 'ada@pan.example',
    first_name: 'Ada',
    last_name: 'Pan',
  }
  const correspondents = [{ ...reply, company: 'Pan & Co', excerpt: 'Yes, call me.' }]
  open({ 'GET /api/conversations': { body: { total: 1, correspondents } } }, 'replies')
  const link = await find('link', /Ada Pan.*Pan & Co.*Yes, call me\./)
  expect(link.getAttribute('href')).toBe('/inbox/m1')
})

test('unconfirmed messages are counted apart and offered for sending again (SEND-22)', async () => {
  const counts = { total: 2, sent: 2, unconfirmed: 2 }
  const { sent } = open(
    {
      [`GET ${PATH}`]: { body: { ...spring, counts } },
      [`POST ${PATH}/send`]: failing,
    },
    'overview',
  )
  const sentence =
    '2 could not be confirmed: the connection broke after the message was handed over. They are not sent again automatically.'
  expect(await text(sentence)).toBeTruthy()
  expect(await text('of which 2 unconfirmed')).toBeTruthy()
  await press('Send them again')
  await press('Send again')
  await expect
    .poll(() => sent.at(-1))
    .toEqual({ method: 'POST', path: `${PATH}/send`, body: { resend: true, only: 'unconfirmed' } })
})

test('an active campaign is paused from the page bar, and a paused one resumed', async () => {
  const active = { ...spring, status: 'active', counts: { total: 2, sent: 1, generated: 1 } }
  const { sent, answers } = open(
    {
      [`GET ${PATH}`]: { body: active },
      [`GET ${PATH}/template`]: { body: template },
      [`POST ${PATH}/pause`]: { status: 409, body: { message: 'Only an active campaign can be paused' } },
      [`POST ${PATH}/resume`]: { body: { status: 'active', job_id: null } },
    },
    'overview',
  )
  await press('Pause Campaign')
  expect(await text('Only an active campaign can be paused')).toBeTruthy()
  answers[`POST ${PATH}/pause`] = { body: { status: 'paused', job_id: null } }
  answers[`GET ${PATH}`] = { body: { ...active, status: 'paused' } }
  await press('Pause Campaign')
  await find('button', 'Resume Campaign')
  await expect.poll(gold).toEqual(['Resume Campaign'])
  answers[`GET ${PATH}`] = { body: active }
  await press('Resume Campaign')
  await find('button', 'Pause Campaign')
  expect(sent.map(({ path }) => path.slice(PATH.length))).toEqual(['/pause', '/pause', '/resume'])
})

test('the send dialog says when follow-ups leave and what they cost at most, and leads to the postal address', async () => {
  const on = (day: string) => ({ day, messages: 1, from: `${day}T09:00:00.000Z`, to: `${day}T09:10:00.000Z` })
  const preview = {
    recipients: 2,
    time_zone: 'UTC',
    days: [on('2026-03-02')],
    steps: [
      { position: 1, recipients_at_most: 2, days: [on('2026-03-05'), on('2026-03-06')] },
      { position: 2, recipients_at_most: 2, days: [on('2026-03-13')] },
    ],
    cost_at_most: { messages: 6, sentence: 'At most 6 emails if nobody answers: 2 now, 4 as follow-ups.' },
    uncovered: { follow_ups: 1, until: '2026-04-01T00:00:00.000Z' },
    checks: [{ line: EXAMPLE_ADDRESS_CHECK, state: 'look', sentence: senderIdentityMessages.example }],
  }
  open(
    {
      [`GET ${PATH}`]: { body: { ...spring, counts: { total: 2, generated: 2 } } },
      [`POST ${PATH}/send-preview`]: { body: preview },
    },
    'overview',
  )
  await press('Send Emails')
  expect(await text('At most 6 emails if nobody answers: 2 now, 4 as follow-ups.')).toBeTruthy()
  expect(
    await text(/1 follow-up will wait until 1 April 2026 \(UTC\): your allowance and tokens/),
  ).toBeTruthy()
  const dialog = within(await find('alertdialog', 'Send Emails'))
  expect(dialog.getByRole('link', { name: 'Add it' }).getAttribute('href')).toBe('/settings?tab=profile')
  const row = within(dialog.getByText('Follow-ups').parentElement!)
  expect(row.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Follow-up 1: Thu 5 Mar to Fri 6 Marat most 2 emails',
    'Follow-up 2: Fri 13 Marat most 2 emails',
  ])
})

test('follow-ups that leave are no send: emails can be sent meanwhile', async () => {
  const job = { id: 'j1', kind: 'follow_ups', status: 'processing' }
  open(
    {
      [`GET ${PATH}`]: { body: { ...spring, counts: { total: 2, generated: 1 } } },
      [`GET ${PATH}/jobs`]: { body: [job] },
    },
    'overview',
  )
  await press('Send Emails')
  expect(await find('alertdialog', 'Send Emails')).toBeTruthy()
  expect(screen.queryByText('Sending emails')).toBeNull()
})

const following = (follow_ups: object, counts: object = { total: 4, sent: 4 }) => ({
  [`GET ${PATH}`]: { body: { ...spring, status: 'active', counts, follow_ups: { steps: 2, ...follow_ups } } },
})

test('follow-ups that wait are told instead of the end, and the next ones by day and step', async () => {
  const results = {
    steps: [
      { position: 0, step_id: null },
      { position: 1, step_id: 's1', waiting: 3, held: 1 },
      { position: 2, step_id: 's2', waiting: 1 },
    ],
    due: [
      { day: '2099-12-03', position: 1, step_id: 's1', people: 3 },
      { day: '2099-12-04', position: 2, step_id: 's2', people: 1 },
    ],
  }
  const queued = { id: 'd1', email: 'lev@pan.example', step: 1, next_at: null }
  open(
    {
      ...following({ waiting: 4, held: 1 }),
      [`GET ${PATH}/step-results`]: { body: results },
      [`GET ${PATH}/deliveries`]: { body: { total: 1, deliveries: [queued] } },
    },
    'overview',
  )
  const sentence =
    'All first emails were sent. 4 follow-ups are waiting; the next will be sent on 3 December 2099. 1 follow-up is on hold.'
  expect(await text(sentence)).toBeTruthy()
  expect((await find('link', 'Who is held')).getAttribute('href')).toContain('?tab=prospects&state=held')
  expect(await text('Follow-up 1 to lev@pan.example')).toBeTruthy()
  expect(await text('Follow-up 1 to 3 people')).toBeTruthy()
  expect(await text('Follow-up 2 to 1 person')).toBeTruthy()
  expect(await text('At most 9 more emails if nobody answers.')).toBeTruthy()
})
