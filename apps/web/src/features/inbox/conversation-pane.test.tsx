// @vitest-environment happy-dom
import { FRAME_SANDBOX } from '@goldpan/contract/replies'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changesIn } from '../../test/inbox-sample.ts'
import { failing, field, fill, find, openApp, openOnPhone, press, text } from '../../test/open-app.tsx'
import type { Answers } from '../../test/render-screen.tsx'
import { shownErrors } from '../../test/render-screen.tsx'

const ID = '3f9d6a3e-0000-4000-8000-000000000001'
const MESSAGE = '3f9d6a3e-0000-4000-8000-000000000002'
const CAMPAIGN = '3f9d6a3e-0000-4000-8000-000000000003'
const PROSPECT = '3f9d6a3e-0000-4000-8000-000000000004'
const NOTE = '3f9d6a3e-0000-4000-8000-000000000005'
const CONVERSATION = `GET /api/conversations/${ID}`
const ME = { id: '00000000-0000-4000-8000-00000000000a', name: 'Ada Pan' }
const SAM = { id: '00000000-0000-4000-8000-00000000000b', name: 'Sam Keller' }

const reply = {
  id: MESSAGE,
  kind: 'reply',
  at: '2026-11-25T10:00:00.000Z',
  from: 'rita@shop.example',
  text: 'Could you send a sample box?',
  has_original: true,
}
const conversation = {
  conversation_id: ID,
  email: 'rita@shop.example',
  name: 'Rita Reader',
  messages: [reply],
  answers_to: MESSAGE,
}

/** An open conversation with what differs from a plain one. */
const openConversation = (differences: object = {}, answers: Answers = {}) =>
  openApp(`/inbox/${ID}`, { [CONVERSATION]: { body: { ...conversation, ...differences } }, ...answers })

const openWithMessage = (differences: object, answers: Answers = {}) =>
  openConversation({ messages: [{ ...reply, ...differences }] }, answers)

/** A screen with room for the panel beside a conversation, until the test ends. */
function openOnWideScreen() {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }
  happyDOM.setViewport({ width: 1440 })
  onTestFinished(() => happyDOM.setViewport({ width: 1024 }))
}

const messages = async () => within(await find('list', 'Messages, oldest first')).getAllByRole('listitem')

test('a message says who wrote it, when, and what its label is about (INBOX-15, INBOX-52)', async () => {
  openWithMessage({ label: 'interested', label_reason: 'Because they wrote "send a sample"' })
  const [message] = await messages()
  expect(message!.textContent).toContain('Rita Reader rita@shop.example')
  expect(message!.querySelector('time')!.dateTime).toBe(reply.at)
  const badge = within(message!).getByTitle('Because they wrote "send a sample"')
  expect(badge.textContent).toBe('Interested')
  expect(message!.getAttribute('aria-description')).toBe('Because they wrote "send a sample"')
})

test('what a message quotes is shown on request', async () => {
  openWithMessage({ quoted: 'On Monday you wrote: https://shop.example/box' })
  await text(reply.text)
  expect(screen.queryByText(/On Monday you wrote/)).toBeNull()
  await press('Show quoted text')
  expect(await text(/On Monday you wrote/)).toBeTruthy()
  expect(await find('link', 'https://shop.example/box')).toBeTruthy()
  await press('Hide quoted text')
  expect(screen.queryByText(/On Monday you wrote/)).toBeNull()
})

test('links of a text say where they lead and tell nothing of the reader (INBOX-41)', async () => {
  openWithMessage({ text: 'Pay at https://bank.example@evil.example/now or see http://shop.example.' })
  const evil = await find('link', 'https://bank.example@evil.example/now')
  expect(evil.parentElement!.textContent).toContain('Careful: leads to evil.example')
  expect(evil.getAttribute('href')).toBe('https://evil.example/now')
  const shop = await find('link', 'http://shop.example')
  expect(shop.parentElement!.textContent).toBe('http://shop.example (shop.example)')
  for (const link of [evil, shop]) {
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    expect(link.getAttribute('referrerpolicy')).toBe('no-referrer')
  }
})

const HTML = `/api/conversations/messages/${MESSAGE}/html`

/** Pages in frames are empty: happy-dom would fetch them from nowhere. Some are fetched after the test has ended. */
function serveFrames() {
  const { happyDOM } = window as unknown as {
    happyDOM: { settings: { fetch: { interceptor: object | null } } }
  }
  const { fetch } = happyDOM.settings
  fetch.interceptor = {
    beforeAsyncRequest: async (frame: { window: typeof globalThis }) => new frame.window.Response(''),
  }
}

test('a formatted message is shown in a sandbox, its pictures on request and for one look (INBOX-39, INBOX-40)', async () => {
  serveFrames()
  openWithMessage(
    { has_html: true },
    { [`GET ${HTML}`]: { body: {}, headers: { 'has-remote-pictures': '1' } } },
  )
  await press('Show formatted message')
  const frame = async () => (await screen.findByTitle('Formatted message from rita@shop.example')) as Element
  expect((await frame()).getAttribute('src')).toBe(HTML)
  expect((await frame()).getAttribute('sandbox')).toBe(FRAME_SANDBOX)
  expect((await frame()).getAttribute('referrerpolicy')).toBe('no-referrer')
  expect(FRAME_SANDBOX).not.toMatch(/allow-(?:scripts|same-origin|forms|top-navigation)/)
  await press('Load pictures')
  expect((await frame()).getAttribute('src')).toBe(`${HTML}?pictures=1`)
  expect(screen.queryByRole('button', { name: 'Load pictures' })).toBeNull()
  await press('Hide formatted message')
  expect(await text(reply.text)).toBeTruthy()
  await press('Show formatted message')
  expect((await frame()).getAttribute('src')).toBe(HTML)
})

test('without remote pictures none are offered, and a message that is gone says so (INBOX-40)', async () => {
  serveFrames()
  const { answers } = openWithMessage(
    { has_html: true },
    { [`GET ${HTML}`]: { status: 410, body: { message: 'The original has been deleted.' } } },
  )
  await press('Show formatted message')
  expect(await text('The original has been deleted.')).toBeTruthy()
  expect(document.querySelector('iframe')).toBeNull()
  answers[`GET ${HTML}`] = { body: {}, headers: { 'has-remote-pictures': '0' } }
  await press('Retry')
  await screen.findByTitle('Formatted message from rita@shop.example')
  expect(screen.queryByRole('button', { name: 'Load pictures' })).toBeNull()
})

test('files are downloads with type and size, and only proven pictures are shown (INBOX-38)', async () => {
  openWithMessage({
    files: [
      { id: '1', name: 'order.pdf', type: 'application/pdf', size: 340_000 },
      { id: '2', name: 'shop.png', type: 'image/png', size: 1_250_000 },
      { id: '3', name: 'logo.svg', type: 'image/svg+xml', size: 900 },
    ],
  })
  const file = (id: string) => `/api/conversations/messages/${MESSAGE}/files/${id}`
  const order = await find('link', 'order.pdf application/pdf, 340 KB')
  expect(order.getAttribute('href')).toBe(file('1'))
  expect(order.getAttribute('download')).toBe('order.pdf')
  const picture = (await find('link', 'shop.png image/png, 1.3 MB')).querySelector('img')
  expect(picture!.getAttribute('src')).toBe(file('2'))
  expect((await find('link', /logo\.svg/)).querySelector('img')).toBeNull()
})

test('the message of another sender leads to their conversation (INBOX-03)', async () => {
  openConversation({ messages: [reply, { ...reply, id: NOTE, from: 'bo@else.example' }] })
  const [, other] = await messages()
  expect(other!.textContent).toContain('bo@else.example')
  const link = within(other!).getByRole('link', { name: 'Open their conversation' })
  expect(link.getAttribute('href')).toBe(`/inbox/${NOTE}`)
})

test('one’s own message is by You, a colleague’s by their name', async () => {
  const sent = { ...reply, kind: 'sent', campaign: { id: CAMPAIGN, name: 'Spring' }, state: 'sent' }
  const answer = { ...reply, kind: 'answer', state: 'sent' }
  openConversation({
    messages: [sent, { ...answer, id: ME.id, by: 'Ada Pan' }, { ...answer, id: SAM.id, by: 'Sam Keller' }],
  })
  const [first, second, third] = await messages()
  expect(first!.textContent).toContain('You · Spring')
  expect(second!.textContent).toContain('You')
  expect(third!.textContent).toContain('Sam Keller')
})

test('an answer that waits can be taken back (INBOX-32)', async () => {
  const waiting = {
    ...reply,
    id: NOTE,
    kind: 'answer',
    text: 'With pleasure.',
    state: 'waiting',
    take_back_until: '2026-11-25T10:00:10.000Z',
  }
  const { sent, answers } = openConversation(
    { messages: [reply, waiting] },
    {
      [`DELETE /api/conversations/answers/${NOTE}`]: () => {
        answers[CONVERSATION] = { body: conversation }
        return { body: { text: 'With pleasure.', version: 1 } }
      },
    },
  )
  await press('Undo this answer')
  await expect.poll(async () => (await messages()).length).toBe(1)
  expect(changesIn(sent).map(({ method, path }) => `${method} ${path}`)).toEqual([
    `DELETE /api/conversations/answers/${NOTE}`,
  ])
})

test('older messages are folded, and new mail folds none away (INBOX-50)', async () => {
  const many = Array.from({ length: 16 }, (_, index) => ({
    ...reply,
    id: `3f9d6a3e-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`,
    text: `Message ${index + 1}`,
  }))
  const { answers, announce } = openConversation({ messages: many.slice(0, 15) })
  expect((await messages()).length).toBe(4)
  expect(screen.queryByText('Message 11')).toBeNull()
  answers[CONVERSATION] = { body: { ...conversation, messages: many } }
  announce('replies')
  await expect.poll(async () => (await messages()).length).toBe(5)
  await press('Show 11 earlier messages')
  expect((await messages()).length).toBe(16)
})

test('one’s own answer comes into view, a colleague’s scrolls nothing (INBOX-50)', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  onTestFinished(() => scroll.mockRestore())
  const { answers, announce } = openConversation()
  await messages()
  await text('Could you send a sample box?')
  const answerOf = (by: string) => ({
    ...reply,
    id: `${MESSAGE}-${by}`,
    kind: 'answer',
    by,
    text: `I am ${by}`,
  })
  const told = [reply]
  const tell = async (by: string) => {
    told.push(answerOf(by))
    answers[CONVERSATION] = { body: { ...conversation, messages: [...told] } }
    announce('replies')
    return text(`I am ${by}`)
  }
  scroll.mockClear()
  await tell(SAM.name)
  expect(scroll).not.toHaveBeenCalled()
  await tell(ME.name)
  expect(scroll).toHaveBeenCalled()
})

test('a single older message is not folded', async () => {
  openConversation({ messages: Array.from({ length: 5 }, (_, at) => ({ ...reply, id: `${MESSAGE}${at}` })) })
  expect((await messages()).length).toBe(5)
})

test('of a long text its beginning is shown, and all on request', async () => {
  openWithMessage({ text: `Hello. ${'Coffee and bread. '.repeat(300)}The end.` })
  await text(/^Hello\./)
  expect(screen.queryByText(/The end\./)).toBeNull()
  await press('Show all')
  expect(await text(/The end\./)).toBeTruthy()
  await press('Show less')
  expect(screen.queryByText(/The end\./)).toBeNull()
})

const CHANGE = 'POST /api/conversations/change'
const changed = { body: { changed: 1, skipped: 0, undo: NOTE } }
const UNDO = `POST /api/conversations/changes/${NOTE}/undo`

test('somebody whom the person named is added as a prospect with one click (INBOX-30)', async () => {
  const offer = { kind: 'add_prospect', email: 'runa@shop.example', until: null }
  const { sent, answers } = openConversation(
    { offers: [offer] },
    {
      [`DELETE /api/prospecting/prospect/${PROSPECT}`]: { body: { undo: null } },
      [`POST /api/conversations/${ID}/prospects`]: () => {
        answers[CONVERSATION] = { body: conversation }
        return { body: { prospect_id: PROSPECT, existed: false } }
      },
    },
  )
  await press('Add runa@shop.example as a prospect')
  expect(await text('runa@shop.example is a prospect now')).toBeTruthy()
  await expect
    .poll(() => screen.queryByRole('button', { name: 'Add runa@shop.example as a prospect' }))
    .toBeNull()
  expect(changesIn(sent).at(-1)).toMatchObject({ body: { email: 'runa@shop.example' } })
  await press('Undo')
  await expect
    .poll(() => changesIn(sent).at(-1))
    .toMatchObject({ method: 'DELETE', path: `/api/prospecting/prospect/${PROSPECT}` })
})

test('an offered person who is a prospect already can be shown (INBOX-30)', async () => {
  const { expectAddress } = openConversation(
    { offers: [{ kind: 'add_prospect', email: 'runa@shop.example', until: null }] },
    { [`POST /api/conversations/${ID}/prospects`]: { body: { prospect_id: PROSPECT, existed: true } } },
  )
  await press('Add runa@shop.example as a prospect')
  await text('runa@shop.example is a prospect already')
  await press('Show')
  await expectAddress('/prospects?text=runa%40shop.example')
})

test('an offer that fails stays, with the reason (INBOX-30)', async () => {
  openConversation(
    { offers: [{ kind: 'add_prospect', email: 'runa@shop.example', until: null }] },
    { [`POST /api/conversations/${ID}/prospects`]: failing },
  )
  await press('Add runa@shop.example as a prospect')
  expect(await text('Failed to add the prospect')).toBeTruthy()
  expect(await find('button', 'Add runa@shop.example as a prospect')).toBeTruthy()
})

test('a person who asks for later is snoozed until their day, with Undo (INBOX-22)', async () => {
  const { sent } = openConversation(
    { offers: [{ kind: 'snooze', email: null, until: '2027-03-01' }] },
    { [CHANGE]: changed, [UNDO]: { body: { message: 'Taken back' } } },
  )
  await press(/^Snooze until .*Mar/)
  await press('Undo')
  expect(await text('Taken back')).toBeTruthy()
  expect(changesIn(sent)[0]).toMatchObject({
    body: { selection: { ids: [ID] }, state: 'snoozed', until: '2027-03-01' },
  })
})

test('a stop that isn’t proven is offered, not done (INBOX-20)', async () => {
  const { sent } = openConversation(
    { offers: [{ kind: 'do_not_contact', email: 'rita@shop.example', until: null }] },
    { [CHANGE]: changed, [UNDO]: { body: { message: 'Taken back' } } },
  )
  const offered = await find('button', 'Not verified. Do not contact?')
  expect(changesIn(sent)).toEqual([])
  await userEvent.click(offered)
  await press('Undo')
  expect(await text('Taken back')).toBeTruthy()
  expect(changesIn(sent)[0]).toMatchObject({ body: { selection: { ids: [ID] }, label: 'stop' } })
})

const ENROLMENTS = `GET /api/campaigns/${CAMPAIGN}/enrolments`
const person = { campaigns: [{ id: CAMPAIGN, name: 'Spring', step: 1 }], sent: 2, opened: 1 }
const enrolment = { campaign_prospect_id: NOTE, email: 'rita@shop.example', state: 'stopped' }

test.each([
  ['Stopped: they replied', 'Follow-ups stopped: they replied'],
  [
    'Stopped: a colleague at the same business replied',
    'Follow-ups stopped: a colleague at the same business replied',
  ],
  ['Away: held until 3 December', 'Follow-ups held until 3 December'],
  ['Follow-up 2 on 3 December', 'Follow-up 2 on 3 December'],
])('above the messages %o is told as %o', async (sentence, told) => {
  openConversation(
    { person },
    {
      [ENROLMENTS]: {
        body: {
          enrolments: [
            { ...enrolment, sentence },
            { ...enrolment, email: 'x@x.example' },
          ],
        },
      },
    },
  )
  expect(await text(told)).toBeTruthy()
})

test('a hold is told with its day above the messages (INBOX-21)', async () => {
  openOnWideScreen()
  openConversation({ hold: { id: NOTE, until: '2026-12-10T12:00:00.000Z', reason: 'away' } })
  expect(await text('Follow-ups held until 10 December 2026')).toBeTruthy()
})

test('the panel says who the person is and where the address was found', async () => {
  openOnWideScreen()
  openConversation(
    {
      prospect_id: PROSPECT,
      person: {
        ...person,
        title: 'Head Baker',
        company: 'Corner Shop',
        phone: '+441632960114',
        status: 'responded',
        source_url: 'https://shop.example/team',
        snippet: 'our head baker Rita',
        found_at: '2026-11-20T10:00:00.000Z',
      },
    },
    {
      [`GET /api/prospecting/prospect/${PROSPECT}/activity`]: {
        body: [{ kind: 'opened', at: '2026-11-24T10:00:00.000Z', campaign: null }],
      },
    },
  )
  const panel = await find('complementary', 'Person')
  expect(await within(panel).findByRole('heading', { name: 'Person' })).toBeTruthy()
  expect(within(panel).getByText('Rita Reader')).toBeTruthy()
  expect(within(panel).getByText('Head Baker')).toBeTruthy()
  expect(within(panel).getByText('Responded')).toBeTruthy()
  expect(within(panel).getByText('2 sent, 1 opened')).toBeTruthy()
  expect(within(panel).getByRole('link', { name: 'Spring' }).parentElement!.textContent).toBe(
    'Spring, follow-up 1',
  )
  expect(panel.querySelector('[href^="tel:"]')!.getAttribute('href')).toBe('tel:+441632960114')
  const found = within(panel).getByRole('link', { name: 'Found on /team' })
  expect(found.getAttribute('href')).toBe('https://shop.example/team')
  expect(found.getAttribute('rel')).toBe('noopener noreferrer')
  expect(within(panel).getByText('“our head baker Rita”')).toBeTruthy()
  expect(await within(panel).findByText('Email opened')).toBeTruthy()
  expect(within(panel).getByRole('link', { name: 'Show in Prospects' }).getAttribute('href')).toBe(
    '/prospects?text=rita%40shop.example',
  )
})

test('a hold is lifted in the panel', async () => {
  openOnWideScreen()
  const hold = { id: NOTE, email: 'rita@shop.example', until: '2026-12-10T12:00:00.000Z', reason: 'away' }
  const { answers } = openConversation(
    {},
    {
      'GET /api/holds': { body: { holds: [hold] } },
      [`DELETE /api/holds/${NOTE}`]: () => {
        answers['GET /api/holds'] = { body: { holds: [] } }
        return { body: { message: 'The hold was lifted' } }
      },
    },
  )
  await press('Lift hold')
  await expect.poll(() => screen.queryByText('Held until 10 December 2026')).toBeNull()
})

test('on a phone person and notes are folded below the messages (INBOX-51)', async () => {
  openOnPhone()
  openConversation({ person, notes: [note(SAM, 'Call first')] })
  const [message] = await messages()
  const below = screen.getByText('Person')
  expect(message!.compareDocumentPosition(below) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.queryByText('2 sent, 1 opened')).toBeNull()
  await userEvent.click(below)
  expect(await text('2 sent, 1 opened')).toBeTruthy()
  expect((screen.getByText('Notes (1)').closest('details') as HTMLDetailsElement).open).toBe(false)
})

const note = (author: typeof ME, words: string) => ({
  id: NOTE,
  author,
  text: words,
  created_at: '2026-11-25T10:00:00.000Z',
  updated_at: '2026-11-25T10:00:00.000Z',
})
const ADD = `POST /api/conversations/${ID}/notes`

test('a note is added by key, and what a failure refuses stays typed (INBOX-14)', async () => {
  openOnWideScreen()
  const { sent, answers } = openConversation({}, { [ADD]: failing })
  await find('button', 'Add note')
  await userEvent.keyboard('n')
  expect(document.activeElement).toBe(await field('New note'))
  await press('Add note')
  await expect.poll(shownErrors).toEqual(['Please write a note'])
  await userEvent.type(await field('New note'), 'Opens at six')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(shownErrors).toEqual(['Failed to save the note'])
  expect((await field('New note')).value).toBe('Opens at six')
  answers[ADD] = () => {
    answers[CONVERSATION] = { body: { ...conversation, notes: [note(ME, 'Opens at six')] } }
    return { body: note(ME, 'Opens at six') }
  }
  await press('Add note')
  expect(await text('Opens at six')).toBeTruthy()
  await expect.poll(async () => (await field('New note')).value).toBe('')
  expect(changesIn(sent).at(-1)).toMatchObject({ body: { text: 'Opens at six' } })
  await press('Undo')
  await expect
    .poll(() => changesIn(sent).at(-1))
    .toMatchObject({ method: 'DELETE', path: `/api/conversations/notes/${NOTE}` })
})

test('a note that was begun is still there after a reload (INBOX-14)', async () => {
  openOnWideScreen()
  const { unmount } = openConversation()
  await fill('New note', 'Ask for Ru')
  unmount()
  openConversation()
  expect((await field('New note')).value).toBe('Ask for Ru')
})

test('only one’s own notes can be changed and deleted (INBOX-14)', async () => {
  openOnWideScreen()
  const own = note(ME, 'Opens at six')
  const other = { ...note(SAM, 'Call first'), id: MESSAGE }
  const { sent, answers } = openConversation(
    { notes: [own, other] },
    {
      [`PUT /api/conversations/notes/${NOTE}`]: () => {
        const edited = { ...own, text: 'Opens at five', updated_at: '2026-11-26T10:00:00.000Z' }
        answers[CONVERSATION] = { body: { ...conversation, notes: [edited, other] } }
        return { body: edited }
      },
      [`DELETE /api/conversations/notes/${NOTE}`]: () => {
        answers[CONVERSATION] = { body: { ...conversation, notes: [other] } }
        return { body: { message: 'The note was deleted' } }
      },
      [ADD]: () => {
        answers[CONVERSATION] = { body: { ...conversation, notes: [other, own] } }
        return { body: own }
      },
    },
  )
  await text('Call first')
  expect(screen.getAllByRole('button', { name: 'Edit' })).toHaveLength(1)
  await press('Edit')
  await fill('Change note', 'Opens at five')
  await press('Save')
  expect(await text('Opens at five')).toBeTruthy()
  const list = within(await find('list', 'Notes, oldest first'))
  const [edited] = list.getAllByRole('listitem')
  expect(edited!.textContent).toContain(', edited')
  expect(document.activeElement).toBe(edited)
  await userEvent.click(list.getByRole('button', { name: 'Delete' }))
  expect(await text('The note was deleted')).toBeTruthy()
  expect(document.activeElement).toBe(await field('New note'))
  await press('Undo')
  expect(await text('Opens at six')).toBeTruthy()
  expect(changesIn(sent).map(({ method }) => method)).toEqual(['PUT', 'DELETE', 'POST'])
  expect(changesIn(sent).at(-1)).toMatchObject({ body: { text: 'Opens at five' } })
})

test('a deleted note that can’t be brought back says so (INBOX-14)', async () => {
  openOnWideScreen()
  const { answers } = openConversation(
    { notes: [note(ME, 'Opens at six')] },
    {
      [`DELETE /api/conversations/notes/${NOTE}`]: () => {
        answers[CONVERSATION] = { body: conversation }
        return { body: { message: 'The note was deleted' } }
      },
      [ADD]: failing,
    },
  )
  await text('Opens at six')
  const list = within(await find('list', 'Notes, oldest first'))
  await userEvent.click(list.getByRole('button', { name: 'Delete' }))
  await expect.poll(() => screen.queryByText('Opens at six')).toBeNull()
  await press('Undo')
  expect(await text('Failed to save the note')).toBeTruthy()
})
