import { gatheringRoutes } from '@goldpan/contract/gathering'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { provenanceRoutes } from '@goldpan/contract/provenance'
import { reviewRoutes } from '@goldpan/contract/review'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { tableRoutes } from '@goldpan/contract/tables'
import { beforeEach, expect, test } from 'vitest'
import { createFakeCrawler } from '../../../test/fake-crawler.ts'
import { startTestApp } from '../../../test/harness.ts'

const crawler = createFakeCrawler()
const { alice, app, clock, drain, query } = await startTestApp({ ports: { crawler } })
beforeEach(() => query('delete from prospects'))

const OSM = '© OpenStreetMap contributors'
let last = 0
/** A business as a search finds it, at a domain of its own. */
function found(
  email: string | null,
  more: { website?: string; attribution?: string; place_id?: string } = {},
) {
  const address = { address: '5 Rietstrasse, Balzers', phone: '+423 340 31 30' }
  return {
    place_id: `osm:node/${++last}`,
    name: 'Dasriet',
    ...address,
    email,
    attribution: OSM,
    website: null,
    ...more,
  }
}

async function save(...businesses: ReturnType<typeof found>[]) {
  const body = { name: 'Shops', query: 'shop', businesses }
  return (await alice.call(tableRoutes.create, { body })).answer.id
}

async function gather(tableId: string) {
  const params = { tableId }
  const { answer: businessIds } = await alice.call(tableRoutes.listPlaceIds, { params, query: {} })
  const body = { businessTableId: tableId, businessIds }
  const { answer } = await alice.call(gatheringRoutes.start, { body })
  await drain()
  const table = (await alice.call(tableRoutes.get, { params, query: {} })).answer
  const job = (await alice.call(gatheringRoutes.status, { params: { jobId: answer.job_id } })).answer
  return { businesses: table.businesses, result: job.result! }
}

const prospectsOf = async (placeId: string) =>
  (await alice.call(prospectRoutes.listOfBusiness, { params: { placeId }, query: {} })).answer

test('an address listed in OpenStreetMap stays with the saved business and becomes a prospect with its source', async () => {
  const business = found('office@dasriet-gpf.org')
  const tableId = await save(business)
  const { businesses, result } = await gather(tableId)
  expect(businesses[0]).toMatchObject({
    email: 'office@dasriet-gpf.org',
    email_source: 'OpenStreetMap',
    gathering_outcome: 'found',
    gathering_explanation: 'This business has no website. An address is listed in OpenStreetMap.',
  })
  expect(result).toMatchObject({ total_prospects_found: 1, businesses_without_websites: 1 })
  const [prospect] = await prospectsOf(business.place_id)
  expect(prospect).toMatchObject({
    email: 'office@dasriet-gpf.org',
    phone: '+423 340 31 30',
    source_url: `https://www.openstreetmap.org/node/${last}`,
    source_method: 'listing:OpenStreetMap',
    source_snippet: 'Dasriet · 5 Rietstrasse, Balzers · +423 340 31 30 · office@dasriet-gpf.org',
    confidence: 0.6,
  })
  const { answer } = await alice.call(reviewRoutes.next, { params: { tableId } })
  expect(answer.remaining).toBe(1)
})

test('the letter about a listed address names the directory, and edits of the entry', async () => {
  const listed = found('a@dasriet-gpf.org')
  const edited = found('b@dasriet-gpf.org')
  const tableId = await save(listed, edited)
  const params = { tableId, placeId: edited.place_id }
  clock.advance(1000)
  await alice.call(tableRoutes.updateBusiness, { params, body: { ...edited, notes: 'closed on Monday' } })
  await gather(tableId)
  const letterTo = async (placeId: string) => {
    const [prospect] = await prospectsOf(placeId)
    return (await alice.call(provenanceRoutes.get, { params: { id: prospect!.id } })).answer
  }
  const { record, text } = await letterTo(listed.place_id)
  expect(record).toMatchObject({ origin: 'directory', email: 'a@dasriet-gpf.org' })
  expect(text).toContain(
    'It was in the entry of the business in OpenStreetMap, a public directory, when I read',
  )
  expect(text).toContain(
    'The entry said: “Dasriet · 5 Rietstrasse, Balzers · +423 340 31 30 · a@dasriet-gpf.org”',
  )
  const { text: later } = await letterTo(edited.place_id)
  expect(later).toContain('I had edited my copy of the entry by hand before.')
  expect(later).not.toContain('The entry said')
})

test('an address that the website shows too counts as found there; another is added', async () => {
  const same = found('Info@same-gpf.org', { website: 'https://same-gpf.org' })
  const other = found('office@other-gpf.org', { website: 'https://other-gpf.org' })
  const { businesses } = await gather(await save(same, other))
  expect((await prospectsOf(same.place_id)).map(({ source_method }) => source_method)).toEqual(['mailto'])
  expect((await prospectsOf(other.place_id)).map(({ email }) => email)).toEqual([
    'info@other-gpf.org',
    'office@other-gpf.org',
  ])
  expect(businesses.map(({ gathering_explanation }) => gathering_explanation)).toEqual([
    'Found 1 address.',
    'Found 1 address. An address is listed in OpenStreetMap.',
  ])
})

test.each([
  ['is on the do-not-contact list', 'stop@dasriet-gpf.org', 'left out: on your do-not-contact list'],
  ['nobody reads', 'noreply@dasriet-gpf.org', ''],
  ['is a placeholder', 'info@example.com', ''],
  ['is badly written', 'info@dasriet', ''],
  ['is at a domain whose owner opted out', 'office@opted-out-gpf.org', ''],
])('a listed address that %s does not become a prospect', async (_, email, reason) => {
  await alice.call(suppressionRoutes.add, { body: { text: 'stop@dasriet-gpf.org' } })
  await app.ports.excludedSites.exclude(app.database.db, 'opted-out-gpf.org', 'asked')
  const business = found(email)
  const { businesses, result } = await gather(await save(business))
  expect(await prospectsOf(business.place_id)).toEqual([])
  expect(result).toMatchObject({ total_prospects_found: 0, businesses_without_websites: 1 })
  expect(businesses[0]).toMatchObject({ gathering_outcome: 'no_website' })
  expect(businesses[0]!.gathering_explanation).toContain(reason)
})

test('a deleted prospect with a listed address does not come back', async () => {
  const business = found('gone@dasriet-gpf.org')
  const tableId = await save(business)
  await gather(tableId)
  const [prospect] = await prospectsOf(business.place_id)
  await alice.call(prospectRoutes.remove, { params: { id: prospect!.id } })
  const { businesses } = await gather(tableId)
  expect(await prospectsOf(business.place_id)).toEqual([])
  expect(businesses[0]!.gathering_explanation).toMatch(/1 address was left out: you removed them before/)
})

test('an address that the user typed into the table becomes a prospect added by hand', async () => {
  const tableId = await save(found(null))
  const body = { name: 'The Mill', address: '1 Mill Lane', email: 'jo@mill-gpf.org' }
  const { answer } = await alice.call(tableRoutes.addBusiness, { params: { tableId }, body })
  const { businesses } = await gather(tableId)
  expect(businesses[1]).toMatchObject({ email_source: null, gathering_outcome: 'found' })
  expect(await prospectsOf(answer.place_id)).toMatchObject([{ source_url: null, source_method: null }])
})

test('businesses with neither website nor address can be listed', async () => {
  const [nothing, listed] = [found(null), found('office@dasriet-gpf.org')]
  const tableId = await save(nothing, listed, found(null, { website: 'https://mill-gpf.org' }))
  const filters = { website: 'without', email: 'without' } as const
  const { answer } = await alice.call(tableRoutes.listPlaceIds, { params: { tableId }, query: filters })
  expect(answer).toEqual([nothing.place_id])
})
