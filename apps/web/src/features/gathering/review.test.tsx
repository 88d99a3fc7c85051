// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { setSingleKeys } from '../../lib/single-keys.ts'
import { failing, find, openApp, press, text } from '../../test/open-app.tsx'
import type { Answers } from '../../test/render-screen.tsx'

const TABLE = '33333333-3333-4333-8333-333333333333'
const REVIEW = `GET /api/prospecting/table/${TABLE}/review`
const KEEP = `POST /api/prospecting/table/${TABLE}/review/keep`
const kept_at = '2026-11-25T10:00:00.000Z'

const contact = (name: string, confidence: number) => ({
  id: name,
  email: `${name}@crumb.example`,
  created_at: `2026-11-21T10:00:00.000Z ${name}`,
  source_url: 'https://crumb.example/contact',
  source_snippet: `Find us · <img src=x> Orders: ${name}@crumb.example`,
  confidence,
})
const ada = contact('ada', 0.95)
const ben = contact('ben', 0.9)
const cleo = contact('cleo', 0.8)

const open = (answers: Answers = {}) =>
  openApp(`/tables/${TABLE}/review`, {
    'GET /api/business/tables': { body: [{ id: TABLE, name: 'Bakeries' }] },
    [REVIEW]: { body: { prospects: [ada, ben, cleo], remaining: 3, kept: 0 } },
    ...answers,
  })
const shown = async () => (await find('heading', /@crumb\.example$/)).textContent

test('a contact stands beside the text of its page, which is plain text with the address marked', async () => {
  open()
  expect(await shown()).toBe('ada@crumb.example')
  const page = await find('article', 'Where it was found')
  expect(page.textContent).toContain('<img src=x> Orders: ada@crumb.example')
  expect(page.querySelector('mark')?.textContent).toBe('ada@crumb.example')
  expect(page.querySelector('img, script, iframe')).toBeNull()
  expect(await find('link', 'Bakeries')).toBeTruthy()
})

test.each(['ada (at) crumb [dot] example', 'ada AT crumb.example', 'ada@crumb.example'])(
  'an address is marked as its page writes it: %s',
  async (written) => {
    const hidden = { ...ada, source_snippet: `Write to ${written} please` }
    open({ [REVIEW]: { body: { prospects: [hidden], remaining: 1, kept: 0 } } })
    const page = await find('article', 'Where it was found')
    expect(page.querySelector('mark')?.textContent).toBe(written)
  },
)

test('any contact of the list can be shown and decided, and each decision taken back', async () => {
  const { sent } = open()
  await press(/ben@/)
  expect(await shown()).toBe('ben@crumb.example')
  await userEvent.keyboard('d')
  expect(await shown()).toBe('cleo@crumb.example')
  expect(await find('button', /^Removed: ?ben@/)).toBeTruthy()
  expect(await text('1 of 3 reviewed')).toBeTruthy()
  await userEvent.keyboard('{ArrowUp}')
  expect(await shown()).toBe('ben@crumb.example')
  await press('Undo')
  expect(await find('button', /^To review: ?ben@/)).toBeTruthy()
  expect(sent[0]).toMatchObject({
    path: '/api/prospecting/prospect/ben/review',
    body: { decision: 'delete' },
  })
})

test('without single keys a letter decides nothing, and arrows still walk', async () => {
  setSingleKeys(false)
  onTestFinished(() => setSingleKeys(true))
  const { sent } = open()
  await shown()
  await userEvent.keyboard('d{ArrowDown}')
  expect(await shown()).toBe('ben@crumb.example')
  expect(sent).toEqual([])
})

test('all above 80 % are kept at once; the end offers a campaign for those kept', async () => {
  const { sent, answers } = open()
  answers[KEEP] = () => {
    answers[REVIEW] = { body: { prospects: [cleo], remaining: 1, kept: 2 } }
    return { body: { kept: 2, kept_at } }
  }
  await press(/^Keep all above 80/)
  expect(await text('2 of 3 reviewed')).toBeTruthy()
  expect(sent[0]?.body).toEqual({ confidence: 0.8 })
  expect((await find('link', 'Write to the 2 kept')).getAttribute('href')).toBe(
    `/campaigns/new?table=${TABLE}&review=kept`,
  )
  expect(screen.queryByRole('button', { name: /^Keep all/ })).toBeNull()
  expect(await shown()).toBe('cleo@crumb.example')
  await userEvent.keyboard('k')
  expect(await find('heading', 'All reviewed')).toBeTruthy()
  expect(await find('link', 'Write to these 3')).toBeTruthy()
})

test('what could not be kept at once, or not be decided, waits for its decision again', async () => {
  open({ [KEEP]: failing, 'POST /api/prospecting/prospect/ada/review': failing })
  await press(/^Keep all above 80/)
  expect(await text('These contacts could not be kept. Please try again.')).toBeTruthy()
  await userEvent.keyboard('k')
  expect(await text('This decision could not be saved. Please try again.')).toBeTruthy()
  expect(await find('button', /^To review: ?ada@/)).toBeTruthy()
  expect(await text('0 of 3 reviewed')).toBeTruthy()
})
