// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setSingleKeys } from '../../lib/single-keys.ts'
import { changesIn, conversationOf, idOf, inboxOf, rowOf } from '../../test/inbox-sample.ts'
import { field, find, openApp, openOnPhone, press, text } from '../../test/open-app.tsx'

const rita = rowOf(1, { name: 'Rita Reader', company: 'Corner Shop', excerpt: 'Could you send a sample?' })
const bo = rowOf(2, { name: 'Bo Baker', unread: false })
const cy = rowOf(3, { name: 'Cy Cook', unread: false })
const GET = (id: string) => `GET /api/conversations/${id}`
const ENTRY = idOf(900)

test('Inbox opens the newest unread conversation, and its id is in the address (INBOX-48)', async () => {
  const { expectAddress } = openApp('/inbox', inboxOf([bo, rita]))
  await expectAddress(`/inbox/${rita.conversation_id}`)
  expect(await find('heading', 'Rita Reader')).toBeTruthy()
})

test('with none unread it opens the newest (INBOX-48)', async () => {
  const { expectAddress } = openApp('/inbox', inboxOf([bo, cy]))
  await expectAddress(`/inbox/${bo.conversation_id}`)
})

test('a click wins over the conversation that would open by itself (INBOX-48)', async () => {
  const looked = Promise.withResolvers<void>()
  const { 'GET /api/conversations': list, ...others } = inboxOf([bo, cy])
  const { expectAddress, address } = openApp('/inbox', {
    ...others,
    'GET /api/conversations': async (asked) => {
      if (asked.query.get('limit') === '1') await looked.promise
      return typeof list === 'function' ? list(asked) : list!
    },
  })
  const link = await find('link', /Cy Cook/)
  // The answer arrives before the router has rendered the address of the link.
  await act(async () => {
    fireEvent.click(link)
    looked.resolve()
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  await expectAddress(`/inbox/${cy.conversation_id}`)
  expect(await find('heading', 'Cy Cook')).toBeTruthy()
  expect(address()).toBe(`/inbox/${cy.conversation_id}`)
})

test('an empty inbox says so, and new mail opens nothing by itself (INBOX-50)', async () => {
  const { answers, announce, address } = openApp('/inbox', inboxOf([]))
  expect(await find('heading', 'No open conversations')).toBeTruthy()
  Object.assign(answers, inboxOf([rita]))
  announce('replies')
  expect(await find('link', /Rita Reader/)).toBeTruthy()
  expect(await find('heading', 'No conversation is open')).toBeTruthy()
  expect(address()).toBe('/inbox')
})

test('new mail moves neither the open conversation nor the focus or what is typed (INBOX-50)', async () => {
  const { answers, announce, address } = openApp(`/inbox/${bo.conversation_id}`, inboxOf([bo, cy]))
  await userEvent.click(await field('Your answer'))
  await userEvent.keyboard('With plea')
  const again = { ...bo, received_at: '2026-11-27T12:00:00.000Z', unread: true, excerpt: 'And the price?' }
  Object.assign(answers, inboxOf([rita, again, cy]))
  announce('replies')
  const list = within(await find('region', 'Conversations'))
  expect(await list.findByRole('link', { name: /Rita Reader/ })).toBeTruthy()
  expect((await screen.findAllByText('And the price?')).length).toBe(2)
  await userEvent.keyboard('sure')
  expect((await field('Your answer')).value).toBe('With pleasure')
  expect(document.activeElement).toBe(await field('Your answer'))
  expect(address()).toBe(`/inbox/${bo.conversation_id}`)
  expect(list.getByRole('link', { name: /Bo Baker/ }).getAttribute('aria-current')).toBe('true')
})

test('what could not be fetched is said, and fetched again (INBOX-52)', async () => {
  const { answers } = openApp('/inbox', { 'GET /api/conversations': { status: 500 } })
  expect(await text('Failed to fetch the replies')).toBeTruthy()
  Object.assign(answers, inboxOf([bo]))
  await press('Retry')
  const list = within(await find('region', 'Conversations'))
  expect(await list.findByRole('link', { name: /Bo Baker/ })).toBeTruthy()
})

test.each([
  ['/replies', '/inbox'],
  ['/replies?unread=true', '/inbox?unread=true'],
  [`/replies/${rita.conversation_id}?campaign=${ENTRY}`, `/inbox/${rita.conversation_id}?campaign=${ENTRY}`],
])('%s leads to %s (INBOX-47)', async (old, now) => {
  openOnPhone()
  const { expectAddress } = openApp(old, inboxOf([rita]))
  await expectAddress(now)
})

test('link and title count the unread conversations (INBOX-47)', async () => {
  openApp('/inbox', {
    ...inboxOf([rita]),
    'GET /api/conversations/counts': { body: { open: 5, unread: 3 } },
  })
  expect((await screen.findAllByRole('link', { name: 'Inbox, 3 unread' })).length).toBeGreaterThan(0)
  await expect.poll(() => document.title).toBe('(3) Rita Reader · Goldpan')
})

test('on a phone the list says who wrote what, and which ones are unread (INBOX-51)', async () => {
  openOnPhone()
  const { answers, expectAddress } = openApp('/inbox', inboxOf([rita, bo]))
  expect(await find('link', /^Unread: ?Rita Reader.*Could you send a sample\?/)).toBeTruthy()
  expect(await find('link', /^Bo Baker/)).toBeTruthy()
  await userEvent.click(await find('link', 'Unread 1'))
  await expectAddress('/inbox?unread=true')
  Object.assign(answers, inboxOf([]))
  await userEvent.click(await find('link', 'Snoozed'))
  expect(await find('heading', 'Nothing matches')).toBeTruthy()
  Object.assign(answers, inboxOf([rita]))
  await userEvent.click(await find('link', /^Open/))
  await userEvent.click(await find('link', /Rita Reader/))
  expect(await find('heading', 'Rita Reader')).toBeTruthy()
  expect((await screen.findAllByText(rita.from_email)).length).toBeGreaterThan(0)
  expect(screen.queryByRole('region', { name: 'Conversations' })).toBeNull()
  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Inbox' }))
  expect(await find('region', 'Conversations')).toBeTruthy()
})

test('filters show their counts and stay in the address (INBOX-06)', async () => {
  openOnPhone()
  const { expectAddress } = openApp('/inbox', {
    ...inboxOf([rita]),
    'GET /api/conversations/counts': {
      body: { open: 6, unread: 4, snoozed: 1, done: 12, labels: { later: 2 } },
    },
    'GET /api/conversations/labels': {
      body: { labels: [{ id: 'later', name: 'Later', built_in: true, colour: 'yellow', effect: 'later' }] },
    },
  })
  for (const name of ['Open 6', 'Unread 4', 'Snoozed 1', 'Done 12'])
    expect(await find('link', name)).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Mine/ })).toBeNull()
  await userEvent.click(await find('link', 'Snoozed 1'))
  await expectAddress('/inbox?state=snoozed')
  expect((await find('link', 'Snoozed 1')).getAttribute('aria-current')).toBe('true')
  await userEvent.click(await find('button', 'Filters'))
  await userEvent.selectOptions(await field('Label'), 'Later (2)')
  await expectAddress('/inbox?label=later')
  await userEvent.type(await field('Search'), 'box')
  await expectAddress('/inbox?label=later&search=box')
  expect(await find('link', 'Snoozed'), 'a count of the whole list would be wrong here').toBeTruthy()
})

test('a search is looked for once it is typed (INBOX-43)', async () => {
  const searches: (string | null)[] = []
  const { address } = openApp(`/inbox/${bo.conversation_id}`, {
    ...inboxOf([rita, bo]),
    'GET /api/conversations': (call) => {
      searches.push(call.query.get('search'))
      return { body: { total: 1, correspondents: [call.query.get('search') ? rita : bo] } }
    },
  })
  await userEvent.type(await field('Search'), 'sample box')
  const list = within(await find('region', 'Conversations'))
  expect(await list.findByRole('link', { name: /Rita Reader/ })).toBeTruthy()
  expect(searches.filter(Boolean)).toEqual(['sample box'])
  expect(address()).toBe(`/inbox/${bo.conversation_id}?search=sample+box`)
})

test('a longer list keeps its rows, and its first page is live (INBOX-50)', async () => {
  const PAGES = 7
  const rows = Array.from({ length: PAGES }, (_, index) => rowOf(index + 10, { unread: false }))
  const { answers, announce } = openApp(`/inbox/${rows[0]!.conversation_id}`, {
    ...inboxOf(rows),
    'GET /api/conversations': ({ query }) => {
      const page = Number(query.get('cursor') ?? 0)
      return {
        body: {
          total: PAGES,
          correspondents: [rows[page]!],
          next_cursor: page + 1 < PAGES ? String(page + 1) : null,
        },
      }
    },
  })
  const list = within(await find('region', 'Conversations'))
  await list.findByRole('link', { name: /Person 10/ })
  for (let page = 1; page < PAGES; page += 1) {
    await userEvent.keyboard('j')
    await list.findByRole('link', { name: new RegExp(`Person ${page + 10}`) })
  }
  answers['GET /api/conversations'] = ({ query }) => {
    expect(query.get('cursor')).toBeNull()
    return { body: { total: PAGES + 1, correspondents: [rita, rows[0]!], next_cursor: '1' } }
  }
  announce('replies')
  expect(await list.findByRole('link', { name: /Rita Reader/ })).toBeTruthy()
  expect(list.getByText('8 conversations')).toBeTruthy()
  expect(list.getAllByRole('link', { name: /Person 1\d/ }).length).toBe(PAGES)
})

test('a label says why, on hover and as a description of its row (INBOX-52)', async () => {
  const reason = 'Because they wrote "a sample"'
  openApp(
    '/inbox',
    inboxOf([{ ...rita, label: 'interested', label_name: 'Interested', label_reason: reason }]),
  )
  const list = within(await find('region', 'Conversations'))
  const row = await list.findByRole('link', { name: /Rita Reader/ })
  expect(list.getByText('Interested').closest('[title]')?.getAttribute('title')).toBe(reason)
  expect(document.getElementById(row.getAttribute('aria-describedby')!)?.textContent).toBe(reason)
})

test('the open conversation stays in the list though it no longer matches (INBOX-50)', async () => {
  const { answers } = openApp(`/inbox/${rita.conversation_id}?unread=true`, inboxOf([rita]))
  const list = within(await find('region', 'Conversations'))
  await list.findByRole('link', { name: /^Unread: ?Rita Reader/ })
  Object.assign(answers, inboxOf([{ ...rita, unread: false }]))
  // Marks it as read after 2 s, and fetches the list again.
  expect(await list.findByText('0 conversations')).toBeTruthy()
  expect(await list.findByRole('link', { name: /^Rita Reader/ })).toBeTruthy()
})

test('the open conversation that no longer matches says what its draft is now (INBOX-50)', async () => {
  const draft = { text: 'With pleasure', files: [], version: 1 }
  const at = GET(rita.conversation_id)
  const { answers, announce } = openApp(`/inbox/${rita.conversation_id}?state=open`, {
    ...inboxOf([{ ...rita, has_draft: true }]),
    [at]: { body: { ...conversationOf(rita), draft } },
  })
  const list = within(await find('region', 'Conversations'))
  await list.findByText('Draft ·')
  const done = { ...rita, state: 'done' as const, unread: false }
  Object.assign(answers, inboxOf([done]), { [at]: { body: conversationOf(done) } })
  announce('replies')
  expect(await list.findByText('0 conversations')).toBeTruthy()
  expect(await list.findByRole('link', { name: /Rita Reader/ })).toBeTruthy()
  await expect.poll(() => list.queryByText('Draft ·')).toBeNull()
})

test('it is read after two seconds, up to the message that was shown (INBOX-07)', async () => {
  const { sent } = openApp(`/inbox/${rita.conversation_id}`, inboxOf([rita]))
  await expect
    .poll(() => changesIn(sent))
    .toMatchObject([
      {
        path: '/api/conversations/change',
        body: { selection: { ids: [rita.conversation_id] }, read: true, up_to: rita.id },
      },
    ])
})

test('what is marked as unread in the first two seconds stays so, until it is opened again (INBOX-07)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { sent } = openApp(`/inbox/${rita.conversation_id}`, inboxOf([rita, bo]))
  await find('button', 'Send answer')
  await userEvent.keyboard('u')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(changesIn(sent)).toMatchObject([{ body: { read: false } }])
  await userEvent.keyboard('j')
  await find('heading', 'Bo Baker')
  await userEvent.keyboard('k')
  await find('heading', 'Rita Reader')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  await expect.poll(() => changesIn(sent).at(-1)?.body).toMatchObject({ read: true, up_to: rita.id })
})

test('single keys do nothing once they are turned off (INBOX-49)', async () => {
  openApp(`/inbox/${bo.conversation_id}`, inboxOf([bo]))
  await find('button', 'Send answer')
  setSingleKeys(false)
  await userEvent.keyboard('r')
  expect(document.activeElement).not.toBe(await field('Your answer'))
  setSingleKeys(true)
})

test('somebody who asked to be left alone stays on the list', async () => {
  const body = { ...conversationOf(bo), suppressed: true, suppression: { id: ENTRY, can_remove: false } }
  openApp(`/inbox/${bo.conversation_id}`, { ...inboxOf([bo]), [GET(bo.conversation_id)]: { body } })
  expect(await text('Do not contact')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Allow contact' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Do not contact' })).toBeNull()
})

test('a person who was suppressed by hand may be contacted again, with Undo (INBOX-12)', async () => {
  const body = { ...conversationOf(bo), suppressed: true, suppression: { id: ENTRY, can_remove: true } }
  const { sent } = openApp(`/inbox/${bo.conversation_id}`, {
    ...inboxOf([bo]),
    [GET(bo.conversation_id)]: { body },
    [`DELETE /api/suppressions/${ENTRY}`]: { body: { message: 'They can be contacted again' } },
    'POST /api/suppressions': {
      body: { message: 'Added', added: 1, known: 0, invalid: [], invalid_count: 0 },
    },
  })
  await press('Allow contact')
  await text('They can be contacted again')
  await press('Undo')
  await expect
    .poll(() => changesIn(sent).at(-1))
    .toMatchObject({ path: '/api/suppressions', body: { text: body.email } })
})

test('a held person’s conversation says until when, and the hold is lifted', async () => {
  const hold = { id: ENTRY, email: bo.from_email, until: '2026-12-10T12:00:00.000Z', reason: 'away' }
  const { answers } = openApp(`/inbox/${bo.conversation_id}`, {
    ...inboxOf([bo]),
    'GET /api/holds': { body: { holds: [hold] } },
    [`DELETE /api/holds/${ENTRY}`]: () => {
      answers['GET /api/holds'] = { body: { holds: [] } }
      return { body: { message: 'The hold was lifted' } }
    },
  })
  expect(await text('Held until 10 December 2026')).toBeTruthy()
  await press('Lift hold')
  await expect.poll(() => screen.queryByText('Held until 10 December 2026')).toBeNull()
})

test('what of a message lies only in the mailbox is said beside it (MBOX-46)', async () => {
  const notice = 'Its files are too large to read here; they are in ada@pans.example.'
  const { messages, ...body } = conversationOf(bo)
  openApp(`/inbox/${bo.conversation_id}`, {
    ...inboxOf([bo]),
    [GET(bo.conversation_id)]: { body: { ...body, messages: [{ ...messages[0], notice }] } },
  })
  expect(await text(notice)).toBeTruthy()
})
