import { SEARCH_MAX_MATCHES, searchRoutes, suggestTableName } from '@goldpan/contract/search'
import { tableRoutes } from '@goldpan/contract/tables'
import { usageRoutes } from '@goldpan/contract/usage'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createFakeDirectory } from '../../providers/directory/fake.ts'
import { CursorLost, DirectoryUnavailable } from '../../providers/directory/port.ts'

const hotel = (n: number) => ({
  place_id: `osm:node/${n}`,
  name: `Hotel ${n}`,
  address: `${n} Main Street`,
  website: null,
  phone: null,
  email: null,
  locality: 'Vaduz',
  attribution: '© OpenStreetMap contributors',
  is_demo: false,
  lat: 47.14,
  lon: 9.52,
  expires_at: null,
})
const inn = (n: number) => ({
  ...hotel(1000 + n),
  name: `Inn ${n}`,
  website: n % 2 ? 'https://inn.example' : null,
})
const hostel = (n: number) => ({ ...hotel(5000 + n), name: `Hostel ${n}` })
const COVERED = '“Paris” is not in the imported data, which covers Liechtenstein.'
const listed = createFakeDirectory([
  ...Array.from({ length: 45 }, (_, n) => hotel(n)),
  ...Array.from({ length: 143 }, (_, n) => inn(n)),
  ...Array.from({ length: SEARCH_MAX_MATCHES + 5 }, (_, n) => hostel(n)),
])
const { alice, bob, clock, query } = await startTestApp({
  ports: {
    directory: {
      ...listed,
      search: async (search) => {
        if (search.query === 'broken') throw new DirectoryUnavailable('The directory is asleep')
        if (search.query === 'refusing') throw new DirectoryUnavailable('The key is wrong', 'refused')
        if (search.location === 'Paris')
          return {
            ...(await listed.search({ ...search, query: 'nowhere' })),
            isCovered: false,
            widened: COVERED,
          }
        if (search.location === 'replaced' && search.cursor) throw new CursorLost()
        return listed.search(search)
      },
    },
  },
})
const countSearches = async () => (await alice.call(usageRoutes.getUsage)).answer.business_searches_count

test('a search returns twenty businesses per page, and further pages cost nothing (SEARCH-03, SEARCH-22, USAGE-12)', async () => {
  const before = await countSearches()
  const first = await alice.call(searchRoutes.search, { body: { query: 'hotel', location: 'vaduz' } })
  const second = await alice.call(searchRoutes.search, {
    body: { query: 'hotel', location: 'vaduz', pageToken: first.answer.nextPageToken },
  })
  const third = await alice.call(searchRoutes.search, {
    body: { query: 'hotel', location: 'vaduz', pageToken: second.answer.nextPageToken },
  })
  expect([first, second, third].map(({ answer }) => answer.businesses.length)).toEqual([20, 20, 5])
  expect(third.answer.nextPageToken).toBeNull()
  expect(await countSearches()).toBe(before + 1)
})

test('a search for a place that the directory does not cover costs nothing and says what is covered', async () => {
  const before = await countSearches()
  const { answer } = await alice.call(searchRoutes.search, { body: { query: 'hotel', location: 'Paris' } })
  expect(answer).toMatchObject({ businesses: [], is_covered: false, widened: COVERED, searchToken: null })
  expect(await countSearches()).toBe(before)
  await alice.call(searchRoutes.search, { body: { query: 'nowhere', location: 'Vaduz' } })
  expect(await countSearches()).toBe(before + 1)
})

test('the location is optional (SEARCH-08)', async () => {
  expect((await alice.call(searchRoutes.search, { body: { query: 'hotel' } })).status).toBe(200)
})

test('a page token is valid for its user, its query and one hour (SEARCH-23, SEARCH-24)', async () => {
  const { answer } = await alice.call(searchRoutes.search, { body: { query: 'hotel' } })
  const pageToken = answer.nextPageToken!
  const asked = (body: { query: string; pageToken: string }, who = alice) =>
    who.call(searchRoutes.search, { body })
  expect((await asked({ query: 'hotel', pageToken }, bob)).status).toBe(400)
  expect((await asked({ query: 'hostel', pageToken })).status).toBe(400)
  expect((await asked({ query: 'hotel', pageToken: `${pageToken}x` })).status).toBe(400)
  expect((await asked({ query: 'hotel', pageToken: 'nonsense' })).status).toBe(400)
  clock.advance(3_601_000)
  expect((await asked({ query: 'hotel', pageToken })).status).toBe(400)
})

test('a page token with changed content is refused (SEARCH-24)', async () => {
  const { answer } = await alice.call(searchRoutes.search, { body: { query: 'hotel' } })
  const [payload = '', signature = ''] = answer.nextPageToken!.split('.')
  const inside = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const pack = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const later = pack({ ...inside, expires_at: '2999-01-01T00:00:00.000Z' })
  const forged = [
    `${later}.${signature}`,
    `${pack({ ...inside, owner: bob.id })}.${signature}`,
    `${payload}.`,
    payload,
    `.${signature}`,
    '.',
    '',
    ' ',
    '\u0000',
    '{}',
    `${pack(null)}.${signature}`,
    '🪙'.repeat(900),
    'x'.repeat(4001),
  ]
  const before = await countSearches()
  for (const pageToken of forged.filter((token) => token !== '')) {
    const { status } = await alice.call(searchRoutes.search, { body: { query: 'hotel', pageToken } })
    expect([pageToken.slice(0, 40), status]).toEqual([pageToken.slice(0, 40), 400])
  }
  expect(await countSearches()).toBe(before)
})

test.each([
  ['emoji', '🥐☕ bakery 👩‍🏭'],
  ['text from right to left', 'مخبز ‮hotel שלום'],
  ['HTML', '<img src=x onerror=alert(1)>'],
  ['SQL', "'; drop table users; --"],
  ['half a sign', 'hotel \ud800'],
  ['nothing but signs', '%%% ___ ((( \\'],
])('a search for %s works, in the query and in the location', async (_, odd) => {
  for (const body of [{ query: odd }, { query: 'hotel', location: odd }])
    expect((await alice.call(searchRoutes.search, { body })).status).toBe(200)
})

test('10,000 letters are refused with a message, in the query and in the location', async () => {
  const long = 'x'.repeat(10_000)
  for (const body of [{ query: long }, { query: 'hotel', location: long }]) {
    const { status, refusal } = await alice.call(searchRoutes.search, { body })
    expect([status, refusal.message]).toEqual([400, 'Please keep this under 200 characters'])
  }
})

test('a blank query is refused (SEARCH-07)', async () => {
  const { status, refusal } = await alice.call(searchRoutes.search, { body: { query: '  ' } })
  expect([status, refusal.message]).toEqual([400, 'Please enter a search query'])
})

test('an unreachable directory means 503 and costs nothing', async () => {
  const before = await countSearches()
  const { status, refusal } = await alice.call(searchRoutes.search, { body: { query: 'broken' } })
  expect([status, refusal.message]).toEqual([503, 'The directory is asleep'])
  expect(await countSearches()).toBe(before)
})

test('a directory that refuses this installation means 502, never 403, and costs nothing', async () => {
  const before = await countSearches()
  const { status, refusal } = await alice.call(searchRoutes.search, { body: { query: 'refusing' } })
  expect([status, refusal.message]).toEqual([502, 'The key is wrong'])
  expect(await countSearches()).toBe(before)
})

test('results that the source has forgotten ask for a new search (SEARCH-24)', async () => {
  const body = { query: 'hotel', location: 'replaced' }
  const { answer } = await alice.call(searchRoutes.search, { body })
  const pageToken = answer.nextPageToken!
  const { status, refusal } = await alice.call(searchRoutes.search, { body: { ...body, pageToken } })
  expect([status, refusal.message]).toEqual([
    400,
    'This list of results is no longer valid. Please search again.',
  ])
})

test('at the monthly limit a search is refused with LIMIT_REACHED (USAGE-01, USAGE-18)', async () => {
  await query("update users set subscription_plan = 'test' where id = $1", [bob.id])
  const statuses = []
  for (let n = 0; n < 6; n++)
    statuses.push((await bob.call(searchRoutes.search, { body: { query: 'hotel' } })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 403])
  const { refusal } = await bob.call(searchRoutes.search, { body: { query: 'hotel' } })
  expect(refusal).toEqual({
    message: 'You have reached your monthly limit for business searches.',
    code: 'LIMIT_REACHED',
    usage_type: 'business_searches',
  })
})

test('results say which of the user’s tables contain them', async () => {
  const { answer } = await alice.call(searchRoutes.search, { body: { query: 'hotel 44' } })
  const businesses = answer.businesses.map(({ in_tables: _, ...business }) => business)
  await alice.call(tableRoutes.create, { body: { name: 'Forty-four', query: 'x', businesses } })
  const again = await alice.call(searchRoutes.search, { body: { query: 'hotel 44' } })
  expect(again.answer.businesses[0]?.in_tables).toEqual(['Forty-four'])
})

test('results can leave out businesses in tables, with full pages', async () => {
  const { answer } = await alice.call(searchRoutes.search, { body: { query: 'hotel' } })
  const businesses = answer.businesses.slice(0, 15).map(({ in_tables: _, ...business }) => business)
  const saved = await alice.call(tableRoutes.create, {
    body: { name: 'Fifteen', query: 'hotel', businesses },
  })
  const filters = { not_in_tables: true }
  const first = await alice.call(searchRoutes.search, { body: { query: 'hotel', filters } })
  expect(first.answer.businesses).toHaveLength(20)
  expect(first.answer.businesses.every(({ in_tables }) => in_tables?.length === 0)).toBe(true)
  const second = await alice.call(searchRoutes.search, {
    body: { query: 'hotel', filters, pageToken: first.answer.nextPageToken },
  })
  const ids = [...first.answer.businesses, ...second.answer.businesses].map(({ place_id }) => place_id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBe(45 - 15 - 1)
  await query("update users set subscription_plan = 'free' where id = $1", [bob.id])
  const bobs = await bob.call(searchRoutes.search, { body: { query: 'hotel', filters } })
  expect(bobs.answer.businesses[0]?.name, 'what Alice saved is new to Bob').toBe('Hotel 0')
  await alice.call(tableRoutes.remove, { params: { tableId: saved.answer.id }, query: {} })
})

describe('all matches of a search', () => {
  const inns = { query: 'inn', location: 'vaduz' }
  const search = async (body: object = inns, who = alice) =>
    (await who.call(searchRoutes.search, { body: { ...inns, ...body } })).answer
  const save = (body: object, who = alice) =>
    who.call(searchRoutes.saveMatches, {
      body: { ...inns, searchToken: '', except: [], into: { name: 'Inns' }, ...body },
    })
  const readTable = async (tableId: string) =>
    (await alice.call(tableRoutes.get, { params: { tableId }, query: {} })).answer

  test('a search returns how many businesses match and how many have a website', async () => {
    const first = await search()
    expect([first.total, first.with_website]).toEqual([143, 71])
    const second = await search({ pageToken: first.nextPageToken })
    expect(second.total).toBeNull()
    expect((await search({ query: 'hostel' })).total).toBe(SEARCH_MAX_MATCHES + 1)
  })

  test('filters and orders of a paid search are free for an hour', async () => {
    const { searchToken } = await search()
    const before = await countSearches()
    const filtered = await search({ searchToken, filters: { has_website: true } })
    expect([filtered.total, filtered.businesses.length]).toEqual([71, 20])
    const sorted = await search({ searchToken, sort: 'name' })
    expect(sorted.businesses.map(({ name }) => name).slice(0, 3)).toEqual(['Inn 0', 'Inn 1', 'Inn 10'])
    const second = await search({ sort: 'name', pageToken: sorted.nextPageToken })
    expect(second.businesses[0]!.name).toBe('Inn 116')
    expect(await countSearches()).toBe(before)
    const asked = (body: object, who = alice) => who.call(searchRoutes.search, { body: { ...inns, ...body } })
    expect((await asked({ query: 'hotel', searchToken })).status).toBe(400)
    expect((await asked({ searchToken }, bob)).status).toBe(400)
    expect((await asked({ searchToken: `${searchToken}x` })).status).toBe(400)
    expect((await asked({ pageToken: searchToken })).status).toBe(400)
    expect((await asked({ pageToken: sorted.nextPageToken })).status).toBe(400)
    clock.advance(3_601_000)
    expect((await asked({ searchToken })).status).toBe(400)
    expect(await countSearches()).toBe(before)
  })

  test('are saved as a table in one call, except deselected ones', async () => {
    const { searchToken, businesses } = await search()
    const except = businesses.slice(0, 3).map(({ place_id }) => place_id)
    const { answer } = await save({ searchToken, except })
    expect(answer).toMatchObject({ added: 140, known: 0 })
    const table = await readTable(answer.table_id)
    expect(table).toMatchObject({ name: 'Inns', query: 'inn in vaduz', businesses_count: 140 })
    expect(table.businesses.map(({ name }) => name).slice(0, 2)).toEqual(['Inn 3', 'Inn 4'])
  })

  test('are added to an existing table, where known ones stay unchanged', async () => {
    const { searchToken } = await search()
    const { answer: table } = await save({ searchToken, filters: { has_website: true } })
    const { answer } = await save({ searchToken, into: { table_id: table.table_id } })
    expect(answer).toEqual({ table_id: table.table_id, added: 72, known: 71 })
    expect((await readTable(table.table_id)).businesses_count).toBe(143)
    const filters = { not_in_tables: true }
    const left = await search({ searchToken, filters })
    expect([left.total, left.with_website]).toEqual([0, 0])
    const fresh = await save({ searchToken, filters })
    expect(fresh.refusal.message).toBe('Please select at least one business')
  })

  test('are counted without those in tables, if asked for', async () => {
    const { businesses } = await search({ query: 'hotel' })
    const kept = businesses.slice(0, 8).map(({ in_tables: _, distance_m: __, ...business }) => business)
    const body = { name: 'Eight', query: 'hotel', businesses: kept }
    const { answer: table } = await alice.call(tableRoutes.create, { body })
    const filters = { not_in_tables: true }
    const left = await search({ query: 'hotel', filters })
    expect(left.businesses).toHaveLength(20)
    // 'Forty-four' holds one more.
    expect(left.total).toBe(45 - 8 - 1)
    expect((await search({ query: 'hostel', filters })).total).toBeNull()
    await alice.call(tableRoutes.remove, { params: { tableId: table.id }, query: {} })
  })

  test('are at most 2,000', async () => {
    const { searchToken } = await search({ query: 'hostel' })
    const { answer } = await save({ query: 'hostel', searchToken })
    expect(answer.added).toBe(SEARCH_MAX_MATCHES)
  })

  test('Bob cannot save Alice’s search or save into her table', async () => {
    const { searchToken } = await search()
    expect((await save({ searchToken }, bob)).status).toBe(400)
    const { answer: table } = await save({ searchToken })
    await query("update users set subscription_plan = 'free' where id = $1", [bob.id])
    const bobs = await search({}, bob)
    const into = { table_id: table.table_id }
    expect((await save({ searchToken: bobs.searchToken, into }, bob)).status).toBe(404)
    expect((await readTable(table.table_id)).businesses_count).toBe(143)
  })
})

test('results have positions for a map', async () => {
  const { answer } = await alice.call(searchRoutes.search, { body: { query: 'hotel' } })
  expect(answer.businesses[0]).toMatchObject({ lat: 47.14, lon: 9.52 })
})

test('a table is named after the search, each word capitalised (SEARCH-12)', () => {
  expect(suggestTableName(' vegan restaurants ', 'st. gallen')).toBe('Vegan Restaurants in St. Gallen')
  expect(suggestTableName('bäckerei', '')).toBe('Bäckerei')
})
