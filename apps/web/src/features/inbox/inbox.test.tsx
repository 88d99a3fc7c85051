// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setSingleKeys } from '../../lib/single-keys.ts'
import { field, find, openApp, openOnPhone, press, text } from '../../test/open-app.tsx'

const ID = '3f9d6a3e-0000-4000-8000-000000000001'
const ENTRY = '3f9d6a3e-0000-4000-8000-000000000002'
const CONVERSATION = `GET /api/conversations/${ID}`
const body = {
  email: 'rita@shop.example',
  messages: [{ id: ID, kind: 'reply', from: 'rita@shop.example', text: 'Please take me off your list.' }],
  answers_to: ID,
  closed_reason: null,
  suppression: null,
}
const suppressed = { ...body, answers_to: null, suppression: { id: ENTRY, can_remove: true } }

test('a person is put on the do-not-contact list with one click, and Undo takes them off', async () => {
  const { answers, sent } = openApp(`/replies/${ID}`, {
    [CONVERSATION]: { body },
    'POST /api/suppressions': () => {
      answers[CONVERSATION] = { body: suppressed }
      return {}
    },
    [`DELETE /api/suppressions/${ENTRY}`]: () => {
      answers[CONVERSATION] = { body }
      return { body: { message: 'Removed from the do-not-contact list' } }
    },
  })

  await press('Do not contact')

  expect(await text('No campaign will write to rita@shop.example')).toBeTruthy()
  expect(await find('button', 'Allow contact')).toBeTruthy()
  const undo = await find('button', 'Undo')
  undo.focus()
  await userEvent.keyboard('{Enter}')
  expect(await text('Removed from the do-not-contact list')).toBeTruthy()
  expect(await find('button', 'Do not contact')).toBeTruthy()
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/suppressions',
    `DELETE /api/suppressions/${ENTRY}`,
  ])
})

test('somebody who asked to be left alone stays on the list', async () => {
  openApp(`/replies/${ID}`, {
    [CONVERSATION]: { body: { ...suppressed, suppression: { id: ENTRY, can_remove: false } } },
  })
  expect(await text('Do not contact')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Allow contact' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Do not contact' })).toBeNull()
})

const rita = {
  id: ID,
  kind: 'reply',
  from_email: 'rita@shop.example',
  first_name: 'Rita',
  last_name: 'Reader',
  company: 'Corner Shop',
  excerpt: 'Could you send a sample?',
  received_at: '2026-11-25T10:00:00.000Z',
  unread: true,
  campaign: { id: ENTRY, name: 'Spring' },
}
const LIST = 'GET /api/conversations'

test('on a phone the list says who wrote what, and which ones are unread', async () => {
  openOnPhone()
  const { answers, expectAddress } = openApp('/replies', {
    [LIST]: {
      body: { total: 2, correspondents: [rita, { ...rita, id: ENTRY, first_name: 'Bo', unread: false }] },
    },
    [CONVERSATION]: { body: { ...body, first_name: 'Rita', last_name: 'Reader', company: 'Corner Shop' } },
  })
  expect(await find('link', /^Unread: ?Rita Reader ?Corner Shop.*Could you send a sample\?$/)).toBeTruthy()
  expect(await find('link', /^Bo Reader/)).toBeTruthy()
  answers[LIST] = { body: { total: 0, correspondents: [] } }
  await press('Unread')
  expect(await text('Nobody is waiting for an answer.')).toBeTruthy()
  await expectAddress('/replies?unread=true')
  answers[LIST] = { body: { total: 1, correspondents: [rita] } }
  await press('All')
  await userEvent.click(await find('link', /Rita Reader/))
  expect(await find('heading', 'Rita Reader')).toBeTruthy()
  expect((await screen.findAllByText('rita@shop.example')).length).toBeGreaterThan(0)
})

test('an answer is written and sent by key, and what is empty is not sent', async () => {
  const { sent } = openApp(`/replies/${ID}`, {
    [CONVERSATION]: { body },
    [`POST /api/conversations/${ID}/answers`]: { body },
  })
  await find('button', 'Send answer')
  await userEvent.keyboard('r')
  expect(document.activeElement).toBe(await field('Your answer'))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(await text('Please write an answer')).toBeTruthy()
  await userEvent.keyboard('With pleasure.{Control>}{Enter}{/Control}')
  expect(await text('Your answer is on its way')).toBeTruthy()
  expect(sent).toMatchObject([{ body: { text: 'With pleasure.' } }])
  expect((await field('Your answer')).value).toBe('')
})

test('single keys do nothing once they are turned off', async () => {
  openApp(`/replies/${ID}`, { [CONVERSATION]: { body } })
  await find('button', 'Send answer')
  setSingleKeys(false)
  await userEvent.keyboard('r')
  expect(document.activeElement).not.toBe(await field('Your answer'))
  setSingleKeys(true)
})

test('a held person’s conversation says until when, and the hold is lifted', async () => {
  const hold = { id: ENTRY, email: 'rita@shop.example', until: '2026-12-10T12:00:00.000Z', reason: 'away' }
  const { answers } = openApp(`/replies/${ID}`, {
    [CONVERSATION]: { body },
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
  openApp(`/replies/${ID}`, {
    [CONVERSATION]: { body: { ...body, messages: [{ ...body.messages[0], notice }] } },
  })
  expect(await text(notice)).toBeTruthy()
})
