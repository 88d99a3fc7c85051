// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { find, openApp, press, text } from '../../test/open-app.tsx'

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
