// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failing, find, openApp, press, text } from '../../test/open-app.tsx'

const LIST = 'GET /api/prospecting/prospects'
const ada = { id: 'p1', email: 'ada@mill.example', status: 'new' }

test('a prospect whose delete is refused comes back (PROS-30)', async () => {
  openApp('/prospects', { [LIST]: { body: [ada] }, 'DELETE /api/prospecting/prospect/p1': failing })
  await userEvent.click((await screen.findAllByRole('button', { name: /^Delete/ }))[0]!)
  await userEvent.click(within(await find('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await text('Failed to delete prospect')).toBeTruthy()
  expect(await text('ada@mill.example')).toBeTruthy()
})

test('a list that can’t be loaded says so, and nothing narrows it (PROS-23, PROS-31)', async () => {
  openApp('/prospects', { [LIST]: failing })
  expect(await text('Failed to load data')).toBeTruthy()
  expect(screen.queryByRole('search')).toBeNull()
})

test('numbers with the code of a country are spaced as that country writes them', async () => {
  const phones = ['+4232321234', '+442079460958', '+423 232 12 34 (ask for Cleo)']
  const body = phones.map((phone, n) => ({ ...ada, id: `p${n}`, email: `p${n}@mill.example`, phone }))
  openApp('/prospects', { [LIST]: { body } })
  for (const shown of ['+423 232 12 34', '+44 20 7946 0958', '+423 232 12 34 (ask for Cleo)'])
    expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0)
})

test('above a list with nothing in it stands nothing that narrows it; what matches nothing can be widened (PROS-07)', async () => {
  const { unmount } = openApp('/prospects')
  expect(await find('heading', 'No Prospects Found')).toBeTruthy()
  const none = "You haven't gathered any prospects yet. Start by searching for businesses."
  expect(await text(none)).toBeTruthy()
  expect(screen.queryByRole('search')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
  unmount()
  openApp('/prospects?text=nobody')
  expect(await text('No prospects match your current filters.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Export CSV' })).toBeTruthy()
})

test('an activity that can’t be loaded says so, with another try (BEYOND-06)', async () => {
  const ACTIVITY = 'GET /api/prospecting/prospect/p1/activity'
  const { answers } = openApp('/prospects', { [LIST]: { body: [ada] }, [ACTIVITY]: failing })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Open' }))[0]!)
  expect(await text('Failed to load the activity')).toBeTruthy()
  answers[ACTIVITY] = {}
  await press('Retry')
  await expect.poll(() => screen.queryByText('Failed to load the activity')).toBeNull()
})

test('a conversation is offered only where there is one (BEYOND-06)', async () => {
  const ACTIVITY = 'GET /api/prospecting/prospect/p1/activity'
  const event = {
    at: '2026-01-01T00:00:00Z',
    campaign: null,
    from_status: null,
    to_status: null,
    detail: null,
  }
  const added = { ...event, kind: 'added' }
  const { unmount } = openApp('/prospects', { [LIST]: { body: [ada] }, [ACTIVITY]: { body: [added] } })
  await press('Open')
  expect(await text('Added')).toBeTruthy()
  expect(await find('button', 'Add to campaign')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Open the conversation' })).toBeNull()
  unmount()
  const sent = { ...event, kind: 'sent' }
  const second = openApp('/prospects', { [LIST]: { body: [ada] }, [ACTIVITY]: { body: [sent, added] } })
  await press('Open')
  expect(await find('link', 'Open the conversation')).toBeTruthy()
  second.unmount()
  const replied = { ...event, kind: 'replied' }
  const messages = [
    { id: 'm1', kind: 'reply', at: event.at, text: 'Could you send a sample box?', attachments: [] },
  ]
  openApp('/prospects', {
    [LIST]: { body: [ada] },
    [ACTIVITY]: { body: [replied, sent, added] },
    'GET /api/conversations/p1': { body: { messages } },
  })
  await press('Open')
  expect(await find('link', 'Answer')).toBeTruthy()
  expect(await text('Could you send a sample box?')).toBeTruthy()
})

test('whom no campaign may write to is marked, and can be allowed again where it was put there by hand', async () => {
  const SUPPRESSIONS = 'GET /api/suppressions'
  const entry = { id: 's1', kind: 'address', address: ada.email, can_remove: true }
  const { sent, answers } = openApp('/prospects', {
    [LIST]: { body: [ada] },
    [SUPPRESSIONS]: { body: { total: 0, suppressions: [] } },
  })
  await press('Open')
  const button = await find('button', 'Do not contact')
  answers[SUPPRESSIONS] = { body: { total: 1, suppressions: [entry] } }
  await userEvent.click(button)
  expect(await text('No campaign will write to ada@mill.example')).toBeTruthy()
  expect(sent.at(-1)).toMatchObject({
    path: '/api/prospecting/prospects/do-not-contact',
    body: { selection: { ids: ['p1'] } },
  })
  expect(await find('button', 'Allow contact')).toBeTruthy()
})

test('the timeline tells follow-ups from first emails (BEYOND-06)', async () => {
  const sent = { kind: 'sent', at: '2026-01-01T00:00:00Z' }
  openApp('/prospects', {
    [LIST]: { body: [ada] },
    'GET /api/prospecting/prospect/p1/activity': {
      body: [
        { ...sent, step: 2 },
        { ...sent, kind: 'failed', step: 1 },
        { ...sent, kind: 'failed', step: 0 },
      ],
    },
  })
  await press('Open')
  expect(await text('Follow-up 2 sent')).toBeTruthy()
  expect(await text('Follow-up 1 could not be sent')).toBeTruthy()
  expect(await text('Email could not be sent')).toBeTruthy()
})

test('beside the status stands why somebody can’t be written to', async () => {
  const reasons = ['bounced', 'unsubscribed', 'complaint', 'stop_reply', 'manual', null]
  const body = reasons.map((do_not_contact, n) => {
    const email = `p${n}@mill.example`
    return { ...ada, id: `p${n}`, email, status: 'email_sent', do_not_contact }
  })
  openApp('/prospects', { [LIST]: { body } })
  const rowOf = (n: number) => screen.findByRole('row', { name: new RegExp(`p${n}@mill`) })
  for (const [n, mark] of [
    'Bounced',
    'Unsubscribed',
    'Do not contact',
    'Do not contact',
    'Do not contact',
  ].entries())
    expect(within(await rowOf(n)).getByText(mark), reasons[n]!).toBeTruthy()
  expect(
    within(await rowOf(5))
      .getByText('Email sent')
      .closest('td')!.textContent,
  ).toBe('Email sent')
})
