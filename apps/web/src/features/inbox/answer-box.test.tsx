// @vitest-environment happy-dom
import type { Draft, MailFile } from '@goldpan/contract/answering'
import type { Conversation } from '@goldpan/contract/replies'
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation, useNavigate } from 'react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { field, find, press, text } from '../../test/open-app.tsx'
import { type Answer, type Answers, renderScreen, type Sent } from '../../test/render-screen.tsx'
import { sampleAnswer } from '../../test/sample-answer.ts'
import { AnswerBox } from './answer-box.tsx'
import { useConversation } from './inbox.queries.ts'
import { noModelReason } from './suggestions.tsx'

const RITA = '3f9d6a3e-0000-4000-8000-000000000001'
const BO = '3f9d6a3e-0000-4000-8000-000000000002'
const NEWEST = '3f9d6a3e-0000-4000-8000-000000000003'
const NEWER = '3f9d6a3e-0000-4000-8000-000000000004'
const ANSWER = '3f9d6a3e-0000-4000-8000-000000000005'
const FILE = '3f9d6a3e-0000-4000-8000-000000000006'
const MAILBOX = '3f9d6a3e-0000-4000-8000-000000000007'

const none: Draft = { text: '', files: [], version: 0, updated_at: null }
const saved = (words: string, version: number): Draft => ({
  ...none,
  text: words,
  version,
  updated_at: '2026-11-25T10:00:00.000Z',
})

const conversationOf = (id: string, given: Partial<Conversation> = {}) =>
  sampleAnswer('GET', `/api/conversations/${id}`, {
    conversation_id: id,
    name: id === RITA ? 'Rita Reader' : 'Bo Baker',
    email: 'person@shop.example',
    return_address: 'ada@replies.example',
    messages: [{ id: NEWEST, kind: 'reply', from: 'person@shop.example', text: 'Could you send a sample?' }],
    answers_to: NEWEST,
    ...given,
  }) as Conversation

type Body = Record<string, unknown>
/** What the server does with an answer: a refusal, or the draft that is left. */
type Judge = (body: Body) => Answer | undefined

/** The two conversations on a server that keeps drafts by their versions, as the contract says. */
function openBox(given: Partial<Conversation> = {}, more: Answers = {}) {
  const drafts: Record<string, Draft> = { [RITA]: given.draft ?? none, [BO]: none }
  const extra: { messages?: Conversation['messages'] } = {}
  let judge: Judge = () => undefined
  let sent: Sent[] = []
  const lastBody = () => sent.at(-1)!.body as Body
  const getOf = (id: string) => () => ({
    body: conversationOf(id, { ...given, ...extra, draft: drafts[id]! }),
  })
  const saveOf = (id: string) => (): Answer => {
    const { text, version, files } = lastBody() as { text: string; version: number; files: string[] }
    if (version !== drafts[id]!.version) return { status: 409, body: { code: 'inbox.draft_changed' } }
    drafts[id] = { ...saved(text, version + 1), files: files.map(fileOf) }
    return { body: drafts[id] }
  }
  const answers: Answers = {
    [`POST /api/conversations/${NEWEST}/answers`]: () => {
      const refused = judge(lastBody())
      if (refused) return refused
      const { draft_version, text, files } = lastBody() as { draft_version: number; text: string; files: [] }
      const before = { ...saved(text, draft_version + 2), files }
      if (draft_version === drafts[RITA]!.version) drafts[RITA] = none
      answers[`DELETE /api/conversations/answers/${ANSWER}`] = () => {
        drafts[RITA] = before
        return { body: before }
      }
      return { body: { ...getOf(RITA)().body, answer_id: ANSWER } }
    },
    ...Object.fromEntries(
      [RITA, BO].flatMap((id) => [
        [`GET /api/conversations/${id}`, getOf(id)],
        [`GET /api/conversations/${id}/draft`, () => ({ body: drafts[id]! })],
        [`PUT /api/conversations/${id}/draft`, saveOf(id)],
        [`POST /api/conversations/${id}/presence`, { body: { present: given.present ?? [] } }],
      ]),
    ),
    ...more,
  }
  const onSent = vi.fn()
  const screened = renderScreen(<Screen onSent={onSent} />, answers, `/inbox/${RITA}`)
  sent = screened.sent
  const sentTo = (method: string, end: string) =>
    sent.filter((one) => one.method === method && one.path.endsWith(end)).map((one) => one.body as Body)
  return {
    ...screened,
    answers,
    drafts,
    extra,
    onSent,
    puts: () => sentTo('PUT', '/draft'),
    /** `then` is called `state`, so that no body is taken for a promise. */
    posts: () => sentTo('POST', '/answers').map(({ then: state, ...body }): Body => ({ ...body, state })),
    presences: () => sentTo('POST', '/presence'),
    sentTo,
    refuse: (next: Judge) => {
      judge = next
    },
    refetch: () => act(() => screened.client.refetchQueries({ queryKey: ['conversation'] })),
  }
}

const fileOf = (id: string): MailFile => ({ id, name: 'plan.pdf', type: 'application/pdf', size: 4_200_000 })

/** Shows the conversation of the address, and links to both. */
function Screen({ onSent }: { onSent: (state: string) => void }) {
  const navigate = useNavigate()
  const id = useLocation().pathname.split('/').at(-1)!
  const { data } = useConversation(id)
  return (
    <>
      <button type="button" onClick={() => void navigate(`/inbox/${RITA}`)}>
        Rita
      </button>
      <button type="button" onClick={() => void navigate(`/inbox/${BO}`)}>
        Bo
      </button>
      {data && <AnswerBox conversation={data} onSent={onSent} />}
    </>
  )
}

const box = () => field('Your answer')
const shown = () => document.querySelector<HTMLTextAreaElement>('#your-answer')!.value
const write = (words: string) =>
  fireEvent.change(document.querySelector('#your-answer')!, { target: { value: words } })

/** The browser's way to type at the caret, which happy-dom lacks. */
function typeAtCaret(_command: string, _showsUi?: boolean, inserted = ''): boolean {
  const area = document.activeElement as HTMLTextAreaElement
  const { value, selectionStart, selectionEnd } = area
  fireEvent.change(area, {
    target: { value: value.slice(0, selectionStart) + inserted + value.slice(selectionEnd) },
  })
  area.setSelectionRange(selectionStart + inserted.length, selectionStart + inserted.length)
  return true
}

/** Timers stand still but for `pass`. */
function holdTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A tab that is hidden or visible. */
function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  onTestFinished(() => void vi.restoreAllMocks())
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

beforeEach(() => {
  noModelReason.set(null)
  document.execCommand = typeAtCaret
})

test('a draft is saved 2 s after a pause, and every 5 s while somebody types (INBOX-35)', async () => {
  holdTime()
  const { puts } = openBox()
  await pass(0)
  write('Hello')
  await pass(1900)
  expect(puts()).toEqual([])
  await pass(100)
  expect(puts()).toEqual([{ text: 'Hello', files: [], version: 0 }])
  expect(screen.getByText('Draft saved')).toBeTruthy()

  for (let second = 0; second < 6; second += 1) {
    write(`Hello Rita ${second}`)
    await pass(1000)
  }
  expect(puts().slice(1)).toEqual([{ text: 'Hello Rita 4', files: [], version: 1 }])
  await pass(1000)
  expect(puts().at(-1)).toEqual({ text: 'Hello Rita 5', files: [], version: 2 })
  await pass(60_000)
  expect(puts()).toHaveLength(3)
})

test('a draft is saved when the tab is hidden (INBOX-35)', async () => {
  const { puts } = openBox()
  await box()
  write('Hello')
  setVisibility('hidden')
  expect(puts()).toEqual([{ text: 'Hello', files: [], version: 0 }])
})

test('a draft that can’t be saved stays, and is tried again (INBOX-35)', async () => {
  holdTime()
  const { answers, puts, unmount } = openBox()
  await pass(0)
  const save = answers[`PUT /api/conversations/${RITA}/draft`]!
  answers[`PUT /api/conversations/${RITA}/draft`] = { status: 503 }
  write('Hello')
  await pass(2000)
  expect(screen.getByRole('alert').textContent).toBe('Failed to save the draft. It stays in this window.')
  expect(shown()).toBe('Hello')
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)

  answers[`PUT /api/conversations/${RITA}/draft`] = save
  await pass(5000)
  expect(puts()).toHaveLength(2)
  expect(screen.getByText('Draft saved')).toBeTruthy()
  const later = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(later)
  expect(later.defaultPrevented).toBe(false)
  unmount()
})

test('of two texts from two windows the user chooses one (INBOX-35)', async () => {
  const { drafts, puts } = openBox({ draft: saved('Hello', 1) })
  expect((await box()).value).toBe('Hello')
  drafts[RITA] = saved('From the other window', 2)
  write('Mine')
  fireEvent.blur(await box())
  expect(await text('This draft was changed in another window. Nothing was overwritten.')).toBeTruthy()
  expect(await text('From the other window')).toBeTruthy()
  expect(shown()).toBe('Mine')
  await press('Keep mine')
  await expect.poll(() => puts().at(-1)).toEqual({ text: 'Mine', files: [], version: 2 })
  expect(screen.queryByText('From the other window')).toBeNull()

  drafts[RITA] = saved('Once more', 4)
  write('Mine again')
  fireEvent.blur(await box())
  await press('Use this one')
  expect(shown()).toBe('Once more')
})

test('a refetch overwrites nothing that is typed, and shows the draft of another device (INBOX-35, INBOX-50)', async () => {
  const { drafts, refetch } = openBox()
  await box()
  drafts[RITA] = saved('From my phone', 1)
  write('I am typing')
  await refetch()
  expect(shown()).toBe('I am typing')
  write('')
  drafts[RITA] = saved('From my phone again', 2)
  await refetch()
  await expect.poll(shown).toBe('From my phone again')
})

test('switching conversations saves each text where it was typed (INBOX-35)', async () => {
  const { drafts, sentTo } = openBox()
  await box()
  write('For Rita')
  await press('Bo')
  await expect.poll(shown).toBe('')
  write('For Bo')
  await press('Rita')
  await expect.poll(shown).toBe('For Rita')
  await expect.poll(() => drafts[BO]!.text).toBe('For Bo')
  expect(drafts[RITA]!.text).toBe('For Rita')
  expect(sentTo('PUT', `${BO}/draft`)).toEqual([{ text: 'For Bo', files: [], version: 0 }])
})

test('an answer is sent once, and its draft with it (INBOX-31)', async () => {
  const { posts, refuse, onSent } = openBox({ draft: saved('With pleasure.', 3) })
  refuse(() => ({ status: 503, body: { message: 'Please try again later' } }))
  await press('Send answer')
  expect(await text('Please try again later')).toBeTruthy()
  expect(shown()).toBe('With pleasure.')
  refuse(() => undefined)
  await press('Send answer')
  expect(await text('Your answer will be sent in 10 seconds')).toBeTruthy()
  expect(shown()).toBe('')
  const [first, second] = posts()
  expect(second).toEqual({
    text: 'With pleasure.',
    files: [],
    press_id: first!.press_id,
    seen: NEWEST,
    draft_version: 3,
    state: 'done',
  })
  expect(onSent.mock.calls).toEqual([['done']])
})

test('a text that was changed after a failed try is another answer (INBOX-31)', async () => {
  const { posts, refuse } = openBox()
  await box()
  refuse(() => ({ status: 503 }))
  write('With pleasure.')
  await press('Send answer')
  expect(await text('Failed to send the answer')).toBeTruthy()
  refuse(() => undefined)
  write('With great pleasure.')
  await press('Send answer')
  await expect.poll(() => posts().length).toBe(2)
  expect(posts()[1]!.press_id).not.toBe(posts()[0]!.press_id)
})

test('an answer that is taken back is the draft again, and its conversation is opened (INBOX-32)', async () => {
  openBox()
  await box()
  write('Too early')
  await press('Send answer')
  await find('button', 'Undo')
  await press('Bo')
  await expect.poll(shown).toBe('')
  await press('Undo')
  await expect.poll(shown).toBe('Too early')
  expect(await find('region', 'Answer to Rita Reader')).toBeTruthy()
})

test('an answer that is taken back while its conversation is open is the draft again (INBOX-32)', async () => {
  const { puts } = openBox()
  await box()
  write('Too early')
  await press('Send answer')
  await expect.poll(shown).toBe('')
  await press('Undo')
  await expect.poll(shown).toBe('Too early')
  write('Just right')
  fireEvent.blur(await box())
  await expect.poll(() => puts().at(-1)?.text).toBe('Just right')
  expect(await text('Draft saved')).toBeTruthy()
})

test('what was sent doesn’t come back with an older look at the conversation (INBOX-31)', async () => {
  const { answers, refetch } = openBox({ draft: saved('With pleasure.', 3) })
  await press('Send answer')
  await expect.poll(shown).toBe('')
  answers[`GET /api/conversations/${RITA}`] = {
    body: conversationOf(RITA, { draft: saved('With pleasure.', 3) }),
  }
  let looked = false
  answers[`GET /api/conversations/${RITA}/draft`] = () => {
    looked = true
    return { body: none }
  }
  await refetch()
  await expect.poll(() => looked).toBe(true)
  expect(shown()).toBe('')
})

test('what is typed while an answer is sent is the next draft (INBOX-35)', async () => {
  const { answers, puts } = openBox()
  await box()
  write('With pleasure.')
  const path = `POST /api/conversations/${NEWEST}/answers`
  const answer = answers[path] as () => Answer
  const held = Promise.withResolvers<void>()
  answers[path] = async () => {
    const given = answer()
    await held.promise
    return given
  }
  await press('Send answer')
  write('With pleasure. And another thing')
  held.resolve()
  await expect.poll(shown).toBe('And another thing')
  fireEvent.blur(await box())
  await expect.poll(() => puts().at(-1)).toEqual({ text: 'And another thing', files: [], version: 0 })
})

test('a refused answer keeps its text though another conversation was opened (INBOX-33)', async () => {
  const { answers, onSent, drafts } = openBox()
  await box()
  write('With pleasure.')
  const held = Promise.withResolvers<void>()
  answers[`POST /api/conversations/${NEWEST}/answers`] = async () => {
    await held.promise
    return {
      status: 409,
      body: { code: 'replies.not_answerable', message: 'This message cannot be answered' },
    }
  }
  await press('Send answer')
  await press('Bo')
  await expect.poll(shown).toBe('')
  held.resolve()
  expect(await text('This message cannot be answered')).toBeTruthy()
  expect(await text('Answer to Rita Reader')).toBeTruthy()
  expect(onSent).not.toHaveBeenCalled()
  await expect.poll(() => drafts[RITA]!.text).toBe('With pleasure.')
  await press('Rita')
  await expect.poll(shown).toBe('With pleasure.')
})

test('an answer that has left can’t be taken back (INBOX-32)', async () => {
  const { answers } = openBox()
  await box()
  write('Too early')
  await press('Send answer')
  await find('button', 'Undo')
  answers[`DELETE /api/conversations/answers/${ANSWER}`] = {
    status: 409,
    body: { code: 'inbox.answer_gone', message: 'This answer has already left' },
  }
  await press('Undo')
  expect(await text('This answer has already left')).toBeTruthy()
  expect(shown()).toBe('')
})

test('after a newer message nothing is sent until somebody says so (INBOX-33)', async () => {
  const message = 'Rita Reader wrote again since you opened this. Nothing was sent.'
  const { posts, refuse, extra, onSent, client } = openBox()
  await box()
  write('With pleasure.')
  refuse(({ anyway }) => {
    if (anyway) return undefined
    extra.messages = [
      ...conversationOf(RITA).messages,
      { ...conversationOf(RITA).messages[0]!, id: NEWER, text: 'Two boxes, please' },
    ]
    return { status: 409, body: { code: 'inbox.newer_message', message } }
  })
  await press('Send answer')
  expect(await text(message)).toBeTruthy()
  expect(shown()).toBe('With pleasure.')
  expect(onSent).not.toHaveBeenCalled()
  const messages = () =>
    client.getQueryData<Conversation>(['conversation', RITA])!.messages.map(({ id }) => id)
  await expect.poll(messages).toEqual([NEWEST, NEWER])
  await press('Send anyway')
  await expect.poll(() => onSent.mock.calls).toEqual([['done']])
  expect(posts()[1]).toMatchObject({ anyway: true, seen: NEWER, press_id: posts()[0]!.press_id })
  expect(screen.queryByText(message)).toBeNull()
})

test('an answer keeps its conversation open, or snoozes it until a day', async () => {
  const { posts, onSent } = openBox()
  await box()
  const more = async (item: string) => {
    await press('More ways to send')
    await userEvent.click(await find('menuitem', item))
  }
  await more('Send and snooze…')
  expect(await text('Please write an answer')).toBeTruthy()
  write('One')
  await more('Send and keep open')
  await expect.poll(() => posts().at(-1)).toMatchObject({ text: 'One', state: 'open' })
  await expect.poll(shown).toBe('')
  write('Two')
  await more('Send and snooze…')
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  fireEvent.change(await field('Day'), { target: { value: day } })
  await press('Snooze')
  await expect.poll(() => posts().at(-1)).toMatchObject({ text: 'Two', state: 'snoozed', until: day })
  await expect.poll(() => onSent.mock.calls).toEqual([['open'], ['snoozed']])
})

test('Ctrl+Enter sends, and Escape leaves the box and keeps its text', async () => {
  const { posts } = openBox()
  await userEvent.click(await box())
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(await text('Please write an answer')).toBeTruthy()
  await userEvent.keyboard('With pleasure.{Escape}')
  expect(document.activeElement).toBe(document.body)
  expect(shown()).toBe('With pleasure.')
  await userEvent.click(await box())
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(posts).toMatchObject([{ text: 'With pleasure.' }])
})

const REPLIES = 'GET /api/conversations/saved-replies'
const prices = { id: FILE, name: 'Prices', text: 'Dear {{firstName}}, 12 € a box.' }

test('a saved reply goes to the caret, filled; what is left to fill in is marked and refused (INBOX-36)', async () => {
  const left = { ...prices, id: BO, name: 'Region', filled: 'We deliver in {{city}}.' }
  const { refuse } = openBox(
    {},
    { [REPLIES]: { body: { saved_replies: [{ ...prices, filled: 'Dear Rita, 12 € a box.' }, left] } } },
  )
  await box()
  write('Bye')
  const area = (await box()) as unknown as HTMLTextAreaElement
  area.focus()
  area.setSelectionRange(0, 0)
  await press('Saved replies')
  await userEvent.keyboard('price')
  expect(screen.queryByRole('option', { name: /Region/ })).toBeNull()
  await userEvent.keyboard('{Enter}')
  await expect.poll(shown).toBe('Dear Rita, 12 € a box.Bye')

  await press('Saved replies')
  await userEvent.click(await find('option', /Region/))
  await expect.poll(() => document.querySelector('mark')?.textContent).toBe('{{city}}')
  const message = 'Please fill in {{city}} first'
  refuse(() => ({ status: 400, body: { code: 'inbox.placeholder_left', message } }))
  await press('Send answer')
  expect(await text(message)).toBeTruthy()
  expect((await box()).getAttribute('aria-invalid')).toBe('true')
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('{{city}}')
})

test('saved replies are added, changed and deleted (INBOX-36)', async () => {
  const { answers, sentTo, sent } = openBox({}, { [REPLIES]: { body: { saved_replies: [] } } })
  await box()
  await press('Saved replies')
  expect(await text('No saved replies yet.')).toBeTruthy()
  await press('Manage saved replies')
  await press('Add saved reply')
  const [, submit] = await screen.findAllByRole('button', { name: 'Add saved reply', hidden: true })
  await userEvent.click(submit!)
  expect(await text('Please name the saved reply')).toBeTruthy()
  answers['POST /api/conversations/saved-replies'] = () => {
    answers[REPLIES] = { body: { saved_replies: [prices] } }
    return { body: prices }
  }
  await userEvent.type(await field('Name'), 'Prices')
  fireEvent.change(await field('Text'), { target: { value: prices.text } })
  await userEvent.click(submit!)
  await press('Edit Prices')
  expect((await field('Text')).value).toBe(prices.text)
  answers[`PUT /api/conversations/saved-replies/${FILE}`] = {
    status: 404,
    body: { code: 'inbox.saved_unknown', message: 'This saved reply no longer exists' },
  }
  await press('Save changes')
  expect(await text('This saved reply no longer exists')).toBeTruthy()
  await press('Cancel')
  await press('Delete Prices')
  answers[`DELETE /api/conversations/saved-replies/${FILE}`] = { body: { message: 'Saved reply deleted' } }
  await press('Delete')
  expect(await text('Saved reply deleted')).toBeTruthy()
  expect(sentTo('POST', '/saved-replies')).toEqual([{ name: 'Prices', text: prices.text }])
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: `/api/conversations/saved-replies/${FILE}` })
})

const SUGGEST = `POST /api/conversations/${RITA}/suggestions`

test('a suggestion is added to what was typed, and nothing is sent (INBOX-37)', async () => {
  const suggestions = [
    { kind: 'short', text: 'With pleasure.' },
    { kind: 'decline', text: 'Thank you, no.' },
  ]
  const { posts } = openBox({}, { [SUGGEST]: { body: { suggestions } } })
  await box()
  write('Dear Rita,')
  await press('Suggest')
  expect(await find('heading', 'Decline')).toBeTruthy()
  await userEvent.click((await screen.findAllByRole('button', { name: 'Use' }))[0]!)
  await expect.poll(shown).toBe('Dear Rita,\n\nWith pleasure.')
  expect(screen.queryByRole('heading', { name: 'Decline' })).toBeNull()
  expect(posts()).toEqual([])
})

test('without a suggestion or a text provider the box says so (INBOX-37)', async () => {
  const { answers } = openBox({}, { [SUGGEST]: { body: { suggestions: [] } } })
  await box()
  await press('Suggest')
  expect(await text('No suggestion could be made from what this conversation says.')).toBeTruthy()
  const message = 'Suggestions need a text provider'
  answers[SUGGEST] = { status: 409, body: { code: 'inbox.no_model', message } }
  await press('Suggest')
  expect(await text(message)).toBeTruthy()
  const button = await find('button', /^Suggest$/)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await press('Bo')
  expect(await text(message)).toBeTruthy()
})

/** XMLHttpRequest on the stubbed fetch, as far as uploads need it. Uploads end when they are let go. */
function holdUploads() {
  const going: (() => void)[] = []
  class Request extends EventTarget {
    upload = new EventTarget()
    status = 0
    response: ArrayBuffer | null = null
    url = ''
    open = (_method: string, url: string) => {
      this.url = url
    }
    setRequestHeader = () => undefined
    getAllResponseHeaders = () => 'content-type: application/json'
    abort = () => this.dispatchEvent(new Event('abort'))
    send = (body: FormData) => {
      this.upload.dispatchEvent(
        Object.assign(new Event('progress'), { loaded: 50, total: 100, lengthComputable: true }),
      )
      going.push(async () => {
        const answer = await fetch(this.url, { method: 'POST', body })
        this.status = answer.status
        this.response = await answer.arrayBuffer()
        this.dispatchEvent(new Event('load'))
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return { letGo: () => expect.poll(() => going.shift()?.() !== undefined).toBe(true) }
}

const fileOfSize = (name: string, size: number) => {
  const file = new File(['x'], name, { type: 'application/pdf' })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Files to attach'), { target: { files } })

test('a file is uploaded with its progress, sent with the answer, or removed (INBOX-38)', async () => {
  const { posts, puts, sentTo } = openBox(
    {},
    { [`POST /api/conversations/${RITA}/files`]: { body: fileOf(FILE) } },
  )
  const { letGo } = holdUploads()
  await box()
  write('Here it is.')
  choose(fileOfSize('plan.pdf', 4_200_000))
  const progress = async () => (await find('progressbar', 'plan.pdf')).getAttribute('aria-valuetext')
  await expect.poll(progress).toContain('2.1 MB of 4.2 MB')
  await press('Send answer')
  expect(await text('Please wait until ‘plan.pdf’ is attached')).toBeTruthy()
  await letGo()
  expect(await find('button', 'Remove plan.pdf')).toBeTruthy()
  await expect.poll(() => puts().at(-1)).toMatchObject({ files: [FILE] })

  await press('Remove plan.pdf')
  await expect.poll(() => sentTo('DELETE', `/files/${FILE}`)).toHaveLength(1)
  expect(puts().at(-1)).toMatchObject({ files: [] })
  choose(fileOfSize('plan.pdf', 4_200_000))
  await letGo()
  await find('button', 'Remove plan.pdf')
  await press('Send answer')
  await expect.poll(posts).toMatchObject([{ text: 'Here it is.', files: [FILE] }])
  await expect.poll(() => screen.queryByRole('button', { name: 'Remove plan.pdf' })).toBeNull()
})

test('files beyond the limits are refused before they are uploaded (INBOX-38)', async () => {
  const { sentTo } = openBox()
  await box()
  const limits = 'At most 10 files of 10 MB each and 20 MB together'
  choose(fileOfSize('film.mov', 10_000_001))
  expect(await text(`‘film.mov’ was not attached. ${limits}`)).toBeTruthy()
  choose(...['a', 'b', 'c'].map((name) => fileOfSize(name, 7_000_000)))
  expect(await text(`These files were not attached. ${limits}`)).toBeTruthy()
  choose(...Array.from({ length: 11 }, (_, at) => fileOfSize(`${at}`, 1)))
  expect(await text(`These files were not attached. ${limits}`)).toBeTruthy()
  expect(sentTo('POST', '/files')).toEqual([])
})

test('an upload is cancelled, and a dropped file is attached (INBOX-38)', async () => {
  const { sentTo } = openBox({}, { [`POST /api/conversations/${RITA}/files`]: { body: fileOf(FILE) } })
  const { letGo } = holdUploads()
  await box()
  choose(fileOfSize('film.mov', 9_000_000))
  await press('Cancel film.mov')
  await expect.poll(() => screen.queryByRole('progressbar')).toBeNull()
  expect(sentTo('POST', '/files')).toEqual([])
  await letGo()
  fireEvent.drop(await find('region', 'Answer to Rita Reader'), {
    dataTransfer: { types: ['Files'], files: [fileOfSize('plan.pdf', 10)] },
  })
  await letGo()
  expect(await find('button', 'Remove plan.pdf')).toBeTruthy()
})

test('presence is posted every 10 s in a visible tab, and at once when writing begins (INBOX-34)', async () => {
  holdTime()
  const { presences } = openBox({ present: [{ name: 'Sam Keller', writing: true }] })
  await pass(0)
  expect(presences()).toEqual([{ writing: false }])
  expect(screen.getByText('Sam Keller is writing an answer')).toBeTruthy()
  write('H')
  write('He')
  expect(presences()).toEqual([{ writing: false }, { writing: true }])
  await pass(10_000)
  expect(presences()).toHaveLength(3)
  await pass(30_000)
  expect(presences().at(-1)).toEqual({ writing: false })
  setVisibility('hidden')
  const before = presences().length
  await pass(60_000)
  expect(presences()).toHaveLength(before)
})

test('who else has the conversation open is named (INBOX-34)', async () => {
  openBox({ present: [{ name: 'Jo', writing: false }] })
  expect(await text('Jo has this open')).toBeTruthy()
})

test('a conversation that can’t be answered says why, in place of the box', async () => {
  const closed_reason = 'Rita Reader asked for no more mail.'
  openBox({ answers_to: null, closed_reason })
  expect(await text(closed_reason)).toBeTruthy()
  expect(document.querySelector('#your-answer')).toBeNull()
})

test('a mailbox that can’t send says why', async () => {
  const sentence = 'Gmail asks you to sign in again.'
  const mailbox = { id: MAILBOX, address: 'ada@pans.example' }
  openBox(
    { mailbox },
    { [`GET /api/mailboxes/${MAILBOX}`]: { body: { state: 'needs_login', sentence, held_until: null } } },
  )
  expect(await text(sentence)).toBeTruthy()
})

test('the box stands above an on-screen keyboard (INBOX-51)', async () => {
  const view = Object.assign(new EventTarget(), { height: window.innerHeight, offsetTop: 0, scale: 1 })
  vi.stubGlobal('visualViewport', view)
  openBox()
  const region = await find('region', 'Answer to Rita Reader')
  expect(region.style.paddingBottom).toBe('')
  view.height -= 320
  act(() => void view.dispatchEvent(new Event('resize')))
  expect(region.style.paddingBottom).toBe('328px')
})
