// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failing, field, fill, find, openApp, press, text } from '../../test/open-app.tsx'

const SEARCH = 'POST /api/business/search'
const SAVE = 'POST /api/business/tables'
const found = {
  businesses: [{ place_id: 'a', name: 'A', address: 'B', website: null, phone: null }],
  usedTokens: true,
}

test('a blank query and a search without results say so (SEARCH-07, SEARCH-20)', async () => {
  openApp('/')
  await press('Search')
  expect(await text('Please enter a search query')).toBeTruthy()
  await fill('Keywords', 'xqzzwv')
  await userEvent.keyboard('{Enter}')
  expect(await text('No results found')).toBeTruthy()
})

test('errors of a search show the message of the server, or a fixed one (SEARCH-17, SEARCH-18, SEARCH-21)', async () => {
  const asleep = {
    status: 503,
    body: { message: 'The directory is asleep', code: 'search.directory_unavailable' },
  }
  const { answers } = openApp('/', { [SEARCH]: asleep })
  await fill('Keywords', 'bakery')
  await press('Search')
  expect(await text('The directory is asleep')).toBeTruthy()
  answers[SEARCH] = failing
  await press('Search')
  expect(await text('Search failed')).toBeTruthy()
  answers[SEARCH] = { status: 403, body: { message: 'Not here', code: 'other' } }
  await press('Search')
  expect(await text('Not here')).toBeTruthy()
})

test('results say when tokens paid; a name is needed to save them, and what fails is said (SEARCH-11, SEARCH-13, SEARCH-14, SEARCH-19)', async () => {
  openApp('/', { [SEARCH]: { body: found }, [SAVE]: failing })
  await fill('Keywords', 'bakery')
  await press('Search')
  const tokens = 'Tokens were used for this search as you reached your subscription limit.'
  expect(await text(tokens)).toBeTruthy()
  expect((await screen.findAllByRole('cell', { name: '–' })).length).toBeGreaterThan(0)
  const all = await find('checkbox', /select all/i)
  await userEvent.click(all)
  await press('Save Selected (0)')
  expect(await text('Please select at least one business')).toBeTruthy()
  await userEvent.click(all)
  await press('Save Selected (1)')
  const dialog = within(await find('dialog', 'Save Search Results'))
  await fill('Table name', ' ')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Please enter a table name')).toBeTruthy()
  await fill('Table name', 'Bakery')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await text('Failed to save results')).toBeTruthy()
  expect((await field('Table name')).value).toBe('Bakery')
})

test('what goes on can’t be loaded: that is said, and Retry loads it', async () => {
  const { answers } = openApp('/', { 'GET /api/home': failing })
  expect(await text('Failed to load what is going on')).toBeTruthy()
  expect(await field('Keywords')).toBeTruthy()
  answers['GET /api/home'] = {}
  await press('Retry')
  expect(await text('0 of 4 steps done')).toBeTruthy()
})
