// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failing, field, fill, find, openApp, press, text } from '../../test/open-app.tsx'

const LIST = 'GET /api/suppressions'
const entry = { id: 'e1', kind: 'address', address: 'nobody@mill.example', reason: 'manual' }
const one = { body: { total: 1, suppressions: [entry] } }

test('above a list with nothing in it stands nothing that narrows it', async () => {
  openApp('/do-not-contact')
  expect(await find('heading', 'Nobody is on the list yet')).toBeTruthy()
  expect(screen.queryByRole('search')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
})

test('nothing narrows a list that could not be fetched, until another try brings it', async () => {
  const { answers } = openApp('/do-not-contact', { [LIST]: failing })
  expect(await find('button', 'Retry')).toBeTruthy()
  expect(screen.queryByRole('search')).toBeNull()
  answers[LIST] = one
  await press('Retry')
  expect(await field('Search the list')).toBeTruthy()
})

test('a field that finds nothing stays while it is emptied', async () => {
  const { answers } = openApp('/do-not-contact', { [LIST]: one })
  expect(await text('nobody@mill.example')).toBeTruthy()
  const search = await field('Search the list')
  answers[LIST] = {}
  await fill('Search the list', 'zzz')
  expect(await find('heading', 'No entry matches')).toBeTruthy()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  answers[LIST] = async () => {
    await held
    return one
  }
  await userEvent.clear(search)
  expect(document.activeElement).toBe(search)
  release()
  expect(await text('nobody@mill.example')).toBeTruthy()
  expect(document.activeElement).toBe(search)
})
