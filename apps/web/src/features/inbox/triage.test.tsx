// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { changesIn, idOf, inboxOf, rowOf } from '../../test/inbox-sample.ts'
import { field, fill, find, openApp, openOnPhone, press, text } from '../../test/open-app.tsx'
import type { Answers } from '../../test/render-screen.tsx'

const [ada, bo, cy] = [1, 2, 3].map((number) => rowOf(number, { unread: false })) as [Row, Row, Row]
type Row = ReturnType<typeof rowOf>
const UNDO = idOf(500)
const CHANGE = 'POST /api/conversations/change'
const changed: Answers = {
  [CHANGE]: { body: { changed: 1, skipped: 0, undo: UNDO } },
  [`POST /api/conversations/changes/${UNDO}/undo`]: { body: { message: 'Person 1 is open again' } },
}
const at = (row: Row) => `/inbox/${row.conversation_id}`
const open = (row: Row, answers: Answers = {}) =>
  openApp(at(row), { ...inboxOf([ada, bo, cy]), ...changed, ...answers })
const key = (keys: string) => userEvent.keyboard(keys)
const choose = async (name: string | RegExp) => userEvent.click(await find('menuitem', name))
const days = (ahead: number) => {
  const day = new Date()
  day.setDate(day.getDate() + ahead)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

test('Done opens the next conversation at once, and Undo takes it back (INBOX-08, INBOX-12)', async () => {
  const { sent, expectAddress } = open(ada)
  await press('Done')
  await expectAddress(at(bo))
  expect(await text('Person 1: done')).toBeTruthy()
  await press('Undo')
  expect(await text('Person 1 is open again')).toBeTruthy()
  expect(changesIn(sent)).toMatchObject([
    { path: '/api/conversations/change', body: { selection: { ids: [ada.conversation_id] }, state: 'done' } },
    { path: `/api/conversations/changes/${UNDO}/undo` },
  ])
})

test('after the last one the one before it is opened (INBOX-08)', async () => {
  const { expectAddress } = open(cy)
  await press('Done')
  await expectAddress(at(bo))
})

test('a change that is refused says why, and the row is back (INBOX-08)', async () => {
  open(ada, { [CHANGE]: { status: 500 } })
  await press('Done')
  expect(await text('Failed to change the conversation')).toBeTruthy()
  const list = within(await find('region', 'Conversations'))
  expect(await list.findByRole('link', { name: /Person 1/ })).toBeTruthy()
})

test('a snooze is until tomorrow, next week, a picked day, or what is offered (INBOX-09, INBOX-22)', async () => {
  const later = { later_until: '2199-03-01', snoozed_before: '2199-04-01T08:00:00.000Z' }
  const { sent, expectAddress } = openApp(at(ada), { ...inboxOf([{ ...ada, ...later }, bo]), ...changed })
  await press('Snooze')
  expect(await find('menuitem', /^Until /)).toBeTruthy()
  expect(await find('menuitem', /^Snooze again until /)).toBeTruthy()
  expect(await find('menuitem', 'Next week')).toBeTruthy()
  await choose(/^Until /)
  await expectAddress(at(bo))
  await press('Snooze')
  await choose('Pick a day')
  await fill('Day', days(0))
  await userEvent.click(within(await find('dialog')).getByRole('button', { name: 'Snooze' }))
  expect(await text('Please choose a moment ahead, within a year')).toBeTruthy()
  await fill('Day', days(2))
  await userEvent.click(within(await find('dialog')).getByRole('button', { name: 'Snooze' }))
  await expect
    .poll(() => changesIn(sent))
    .toMatchObject([
      { body: { state: 'snoozed', until: '2199-03-01' } },
      { body: { state: 'snoozed', until: days(2) } },
    ])
})

test('who asked for no more mail is written to again only after a second yes (INBOX-25)', async () => {
  const stopped = { ...ada, label: 'stop', label_name: 'Stop', suppressed: true }
  const message = 'This person asked you to stop. Confirm that you may write to them again.'
  const { sent } = openApp(at(ada), {
    ...inboxOf([stopped]),
    ...labels,
    [CHANGE]: ({ body }) =>
      (body as { confirm?: boolean }).confirm
        ? { body: { changed: 1, skipped: 0, undo: UNDO } }
        : { status: 409, body: { code: 'inbox.stop_confirm', message } },
  })
  await press('Label')
  await choose('Interested')
  expect(await text(message)).toBeTruthy()
  await press('Confirm')
  expect(await text('Person 1: labelled ‘Interested’')).toBeTruthy()
  expect(changesIn(sent)).toMatchObject([
    { body: { label: 'interested' } },
    { body: { label: 'interested', confirm: true } },
  ])
})

test('the second yes is for the conversation that was asked about, though another one was opened (INBOX-25)', async () => {
  const refused = Promise.withResolvers<void>()
  const { sent, expectAddress } = openApp(at(ada), {
    ...inboxOf([{ ...ada, label: 'stop' }, bo]),
    ...labels,
    [CHANGE]: async ({ body }) => {
      if ((body as { confirm?: boolean }).confirm) return { body: { changed: 1, skipped: 0, undo: UNDO } }
      await refused.promise
      return { status: 409, body: { code: 'inbox.stop_confirm', message: 'Asked to stop' } }
    },
  })
  await press('Label')
  await choose('Interested')
  await expect.poll(() => screen.queryByRole('menu')).toBeNull()
  await key('j')
  await expectAddress(at(bo))
  refused.resolve()
  await press('Confirm')
  await expect.poll(() => changesIn(sent).length).toBe(2)
  for (const { body } of changesIn(sent))
    expect(body).toMatchObject({ selection: { ids: [ada.conversation_id] }, label: 'interested' })
})

test('the only conversation is not opened again while it is being done (INBOX-08)', async () => {
  const saved = Promise.withResolvers<void>()
  const { answers, address } = openApp(at(ada), {
    ...inboxOf([ada]),
    [CHANGE]: async () => {
      await saved.promise
      Object.assign(answers, inboxOf([{ ...ada, state: 'done' }]))
      return { body: { changed: 1, skipped: 0, undo: UNDO } }
    },
  })
  await press('Done')
  await find('heading', 'No open conversations')
  expect(address()).toBe('/inbox')
  saved.resolve()
  expect(await text('Person 1: done')).toBeTruthy()
  await expect.poll(() => screen.queryByText('No conversation is open')).toBeNull()
  expect(address()).toBe('/inbox')
})

test('what leaves stays away while one of several changes is still under way (INBOX-08)', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { answers, expectAddress } = open(ada, {
    [CHANGE]: async ({ body }) => {
      const { ids } = (body as { selection: { ids: string[] } }).selection
      const isFirst = ids[0] === ada.conversation_id
      await (isFirst ? first : second).promise
      const done = { state: 'done' as const }
      Object.assign(answers, inboxOf([{ ...ada, ...done }, isFirst ? bo : { ...bo, ...done }, cy]))
      return { body: { changed: 1, skipped: 0, undo: UNDO } }
    },
  })
  await find('button', 'Send answer')
  await key('e')
  await expectAddress(at(bo))
  await key('e')
  await expectAddress(at(cy))
  const list = within(await find('region', 'Conversations'))
  const seen: string[] = []
  const watch = new MutationObserver(() => {
    if (list.queryByRole('link', { name: /Person [12]/ })) seen.push('a row that was done')
  })
  watch.observe(await find('region', 'Conversations'), { childList: true, subtree: true })
  first.resolve()
  expect(await text('Person 1: done')).toBeTruthy()
  second.resolve()
  expect(await text('Person 2: done')).toBeTruthy()
  expect(await list.findByText('1 conversation')).toBeTruthy()
  watch.disconnect()
  expect(seen).toEqual([])
})

test('a key that is held down acts once (INBOX-49)', async () => {
  const { sent, expectAddress } = open(ada)
  await find('button', 'Send answer')
  await key('{e>3/}')
  await expectAddress(at(bo))
  expect(await text('Person 1: done')).toBeTruthy()
  expect(changesIn(sent).length).toBe(1)
})

test('Do not contact is one click, and undone (INBOX-26)', async () => {
  const { sent } = open(ada)
  await press('Do not contact')
  expect(await text(`No campaign will write to ${ada.from_email}`)).toBeTruthy()
  await press('Undo')
  await expect.poll(() => changesIn(sent).length).toBe(2)
  expect(changesIn(sent)[0]).toMatchObject({
    body: { selection: { ids: [ada.conversation_id] }, label: 'stop' },
  })
})

test('a conversation is assigned to a member (INBOX-13)', async () => {
  const { sent } = open(ada)
  await press('Assign')
  await choose('Ada Pan (you)')
  expect(await text('Person 1: assigned to Ada Pan')).toBeTruthy()
  expect(changesIn(sent)).toMatchObject([{ body: { assignee: '00000000-0000-4000-8000-00000000000a' } }])
})

const own = { id: idOf(700), name: 'VIP', built_in: false, colour: 'purple', effect: 'interested' }
const labels: Answers = {
  'GET /api/conversations/labels': {
    body: {
      labels: [
        { id: 'interested', name: 'Interested', built_in: true, colour: 'green', effect: 'interested' },
        own,
      ],
    },
  },
}

test('own labels are added, changed and deleted (INBOX-27)', async () => {
  const { answers, sent } = open(ada, {
    ...labels,
    'POST /api/conversations/labels': {
      status: 409,
      body: { code: 'inbox.label_taken', message: 'You already have a label of this name' },
    },
  })
  await find('button', 'Send answer')
  await key('l')
  await choose('Manage labels')
  expect(await text('Counts as ‘Interested’')).toBeTruthy()
  await press('Add label')
  await fill('Name', 'vip')
  await userEvent.click((await screen.findAllByRole('button', { name: 'Add label' })).at(-1)!)
  expect(await text('You already have a label of this name')).toBeTruthy()
  answers['POST /api/conversations/labels'] = { body: { ...own, id: idOf(701), name: 'Fair' } }
  await fill('Name', 'Fair')
  await userEvent.click((await screen.findAllByRole('button', { name: 'Add label' })).at(-1)!)
  expect(await text('Label added')).toBeTruthy()
  await press('Delete VIP')
  await press('Delete')
  await expect.poll(() => changesIn(sent).at(-1)?.path).toBe(`/api/conversations/labels/${own.id}`)
  expect(changesIn(sent).at(-2)).toMatchObject({ body: { name: 'Fair', colour: 'blue', effect: null } })
})

test('many are changed at once: those selected, or all of the filter but some (INBOX-11)', async () => {
  const { sent } = open(ada)
  await find('button', 'Send answer')
  await key('xjx')
  const bar = () => within(screen.getByRole('region', { name: 'Selected' }))
  expect(bar().getByText('2 conversations')).toBeTruthy()
  await userEvent.click(await screen.findByLabelText('Select all conversations'))
  expect(bar().getByText('3 conversations')).toBeTruthy()
  await userEvent.click(screen.getByLabelText('Select Person 2'))
  await userEvent.click(bar().getByRole('button', { name: 'Done' }))
  await expect
    .poll(() => changesIn(sent))
    .toMatchObject([
      { body: { selection: { filter: { state: 'open' }, except: [bo.conversation_id] }, state: 'done' } },
    ])
  await expect.poll(() => screen.queryByRole('region', { name: 'Selected' })).toBeNull()
})

test('a conversation is deleted, with an Undo (INBOX-45)', async () => {
  const { sent, expectAddress } = open(ada, {
    [`DELETE /api/conversations/${ada.conversation_id}`]: {
      body: { message: 'The conversation was deleted', undo: UNDO },
    },
  })
  await press('More actions')
  await choose('Delete')
  await expectAddress(at(bo))
  expect(await text('The conversation was deleted')).toBeTruthy()
  await press('Undo')
  await expect.poll(() => changesIn(sent).at(-1)?.path).toBe(`/api/removals/${UNDO}/undo`)
})

test('j, k, e, s, l, a, u, x, / and g i work from the keyboard (INBOX-49)', async () => {
  const { sent, expectAddress } = open(ada, labels)
  await find('button', 'Send answer')
  await key('j')
  await expectAddress(at(bo))
  await key('k')
  await expectAddress(at(ada))
  await find('button', 'Send answer')
  for (const [letter, item] of [
    ['s', 'Tomorrow'],
    ['l', 'Interested'],
    ['a', 'Nobody'],
  ] as const) {
    await key(letter)
    expect(await find('menuitem', item)).toBeTruthy()
    await key('{Escape}')
    await expect.poll(() => screen.queryByRole('menu')).toBeNull()
  }
  await key('x')
  expect((screen.getByLabelText('Select Person 1') as HTMLInputElement).checked).toBe(true)
  await key('{Escape}')
  expect((screen.getByLabelText('Select Person 1') as HTMLInputElement).checked).toBe(false)
  await key('u')
  expect(await text('Person 1: unread')).toBeTruthy()
  await key('e')
  await expectAddress(at(bo))
  expect(changesIn(sent)).toMatchObject([{ body: { read: false } }, { body: { state: 'done' } }])
  await key('/')
  expect(document.activeElement).toBe(await field('Search'))
  ;(document.activeElement as HTMLElement).blur()
  await key('gs')
  await expectAddress('/search')
  await key('gi')
  await find('region', 'Conversations')
})

test('r right after g i reaches the answer, though the inbox has still to load (INBOX-48)', async () => {
  openApp('/tables', inboxOf([ada, bo]))
  await find('heading', 'Saved Business Tables')
  await key('gir')
  expect(await find('heading', 'Person 1')).toBeTruthy()
  await expect.poll(() => document.activeElement?.id).toBe('your-answer')
})

test('no key acts while somebody types or a dialog is open (INBOX-49)', async () => {
  const { sent, expectAddress } = open(ada)
  await userEvent.click(await screen.findByLabelText('Your answer'))
  await key('jeuxsla/')
  await expectAddress(at(ada))
  expect(changesIn(sent)).toEqual([])
  ;(document.activeElement as HTMLElement).blur()
  await key('?')
  await find('dialog', 'Keyboard shortcuts')
  await key('je')
  await expectAddress(at(ada))
  expect(changesIn(sent)).toEqual([])
})

test('on a phone the actions are below the answer, the rest behind a menu (INBOX-51)', async () => {
  openOnPhone()
  const { sent, expectAddress } = open(ada)
  await press('More actions')
  expect(await find('menuitem', 'Assign to nobody')).toBeTruthy()
  await choose('Do not contact')
  await expect.poll(() => changesIn(sent)).toMatchObject([{ body: { label: 'stop' } }])
  await press('Done')
  await expectAddress(at(bo))
})
