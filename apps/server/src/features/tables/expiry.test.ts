import { searchRoutes } from '@goldpan/contract/search'
import { tableRoutes } from '@goldpan/contract/tables'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { GOOGLE_KEY, startGooglePlacesServer } from '../../../test/google-places-server.ts'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { createTestClock } from '../../providers/clock/test-clock.ts'
import { createGooglePlacesDirectory } from '../../providers/directory/google-places.ts'
import { createExpiry } from './expiry.ts'

const DAY_MS = 86_400_000
/** A separate clock for the directory, so that no session expires. */
const clock = createTestClock()
const google = await startGooglePlacesServer([])
afterAll(google.close)
const directory = createGooglePlacesDirectory({ clock, apiKey: GOOGLE_KEY, url: google.url })
const { alice, bob, database } = await startTestApp({ ports: { directory } }).then((started) => ({
  ...started,
  database: started.app.database.db,
}))
const expiry = createExpiry({ db: database, clock, directory })

beforeEach(() => {
  google.requests.length = 0
  google.places.splice(
    0,
    Infinity,
    ...['one', 'two', 'three'].map((word) => ({
      id: `ChIJ_dentist_${word}`,
      displayName: { text: `Dentist ${word}` },
      formattedAddress: '1 Main St, Springfield',
      websiteUri: 'https://old.example.com/',
      nationalPhoneNumber: '(212) 555-0100',
    })),
  )
})

/** Saves a search. Returns a function that reads the table. */
async function saveSearch(customer: Customer) {
  const { answer } = await customer.call(searchRoutes.search, { body: { query: 'dentist' } })
  const businesses = answer.businesses.map(({ in_tables: _, ...business }) => business)
  const saved = await customer.call(tableRoutes.create, {
    body: { name: 'Dentists', query: 'dentist', businesses },
  })
  const params = { tableId: saved.answer.id }
  const read = async () =>
    new Map(
      (await customer.call(tableRoutes.get, { params })).answer.businesses.map((business) => [
        business.place_id.slice('ChIJ_dentist_'.length),
        business,
      ]),
    )
  return { params, read }
}

test('expired details are fetched from Google again by id, in every table that has them', async () => {
  const tables = [await saveSearch(alice), await saveSearch(bob)]
  google.places[0]!.websiteUri = 'https://new.example.com/'
  google.requests.length = 0
  clock.advance(29 * DAY_MS)
  await expiry.refreshExpired()
  expect(google.requests).toEqual([])
  clock.advance(2 * DAY_MS)
  await expiry.refreshExpired()
  expect(google.requests.map(({ path }) => path).sort()).toEqual(
    ['one', 'three', 'two'].map((word) => `/v1/places/ChIJ_dentist_${word}`),
  )
  const expires_at = new Date(clock.now().getTime() + 30 * DAY_MS).toISOString()
  for (const { read } of tables)
    expect((await read()).get('one')).toMatchObject({ website: 'https://new.example.com/', expires_at })
})

test('a place that Google no longer knows loses its details and keeps its id and the user’s notes', async () => {
  const { params, read } = await saveSearch(alice)
  google.places.splice(1, 1)
  clock.advance(31 * DAY_MS)
  await expiry.refreshExpired()
  expect((await read()).get('two')).toMatchObject({
    place_id: 'ChIJ_dentist_two',
    name: 'No longer listed',
    website: null,
    phone: null,
    expires_at: null,
  })
  expect((await read()).get('three')?.name).toBe('Dentist three')
  await alice.call(tableRoutes.remove, { params, query: {} })
})

test('details edited by the user are kept', async () => {
  const { params, read } = await saveSearch(alice)
  const body = { name: 'My dentist', address: 'Round the corner', website: 'https://mine.example.com' }
  await alice.call(tableRoutes.updateBusiness, { params: { ...params, placeId: 'ChIJ_dentist_one' }, body })
  clock.advance(31 * DAY_MS)
  await expiry.refreshExpired()
  expect((await read()).get('one')).toMatchObject({ ...body, expires_at: null })
})

test('while Google is unreachable everything is kept and the next run tries again', async () => {
  const { read } = await saveSearch(alice)
  clock.advance(31 * DAY_MS)
  google.goDown()
  await expiry.refreshExpired()
  expect((await read()).get('one')?.website).toBe('https://old.example.com/')
  google.comeBack()
  google.places[0]!.websiteUri = 'https://new.example.com/'
  await expiry.refreshExpired()
  expect((await read()).get('one')?.website).toBe('https://new.example.com/')
})
