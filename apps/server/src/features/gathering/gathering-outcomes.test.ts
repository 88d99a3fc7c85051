import { gatheringRoutes } from '@goldpan/contract/gathering'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import { emptyFacts } from '@goldpan/crawler/report'
import { expect, test } from 'vitest'
import { createFakeCrawler, fakeContact } from '../../../test/fake-crawler.ts'
import { startTestApp } from '../../../test/harness.ts'

const fake = createFakeCrawler()
const failing = new Set(['https://down.example', 'https://away.example'])
const odd = ['\u200bann@odd.example', 'bo@größe.example', 'c!d@odd.example', 'bö@odd.example']
const crawler: typeof fake = {
  ...fake,
  async findContacts(business, options) {
    const report = await fake.findContacts(business, options)
    if (business.website === 'https://odd.example')
      return { ...report, contacts: odd.map((email) => fakeContact(email)) }
    if (!failing.has(business.website ?? '')) return report
    const explanation = 'The website did not answer.'
    return { outcome: 'unreachable', explanation, contacts: [], facts: emptyFacts(), pages: [] }
  },
}
const { alice, drain } = await startTestApp({ ports: { crawler } })

const shop = (name: string, website: string | null) => ({
  place_id: `osm:node/${name}`,
  name,
  address: 'Main Street',
  phone: null,
  website,
})
const businesses = [
  shop('one', 'https://one.example'),
  shop('none', null),
  shop('down', 'https://down.example'),
  shop('away', 'https://away.example'),
  shop('later', 'https://later.example'),
]

test('a table says what was gathered, skipped and failed, and tries the failed again (BEYOND-08)', async () => {
  const table = await alice.call(tableRoutes.create, { body: { name: 'Shops', query: 'shop', businesses } })
  const tableId = table.answer.id
  const summarize = async () => (await alice.call(gatheringRoutes.summary, { params: { tableId } })).answer
  const businessIds = businesses.slice(0, 4).map(({ place_id }) => place_id)
  expect((await alice.call(gatheringRoutes.retry, { params: { tableId } })).refusal.code).toBe(
    'gathering.none_failed',
  )
  await alice.call(gatheringRoutes.start, { body: { businessTableId: tableId, businessIds } })
  await drain()
  expect(await summarize()).toEqual({
    outcomes: [
      { outcome: 'unreachable', businesses: 2 },
      { outcome: 'found', businesses: 1 },
      { outcome: 'no_website', businesses: 1 },
    ],
    waiting: 1,
    failed: 2,
    contacts: 1,
    with_contacts: 1,
    to_review: 1,
  })

  failing.delete('https://down.example')
  fake.visited.length = 0
  const again = await alice.call(gatheringRoutes.retry, { params: { tableId } })
  await drain()
  expect(fake.visited.toSorted()).toEqual(['https://away.example', 'https://down.example'])
  const job = await alice.call(gatheringRoutes.status, { params: { jobId: again.answer.job_id } })
  expect(job.answer.result).toMatchObject({ businesses_processed: 2, prospects_added: 1 })
  expect(await summarize()).toMatchObject({ failed: 1, waiting: 1, to_review: 2 })
})

test('found addresses are stored as mail is sent to them, and others are left out', async () => {
  const place = shop('odd', 'https://odd.example')
  const table = await alice.call(tableRoutes.create, {
    body: { name: 'Odd', query: 'odd', businesses: [place] },
  })
  const businessTableId = table.answer.id
  await alice.call(gatheringRoutes.start, { body: { businessTableId, businessIds: [place.place_id] } })
  await drain()
  const params = { placeId: place.place_id }
  const { answer } = await alice.call(prospectRoutes.listOfBusiness, { params, query: {} })
  expect(answer.map(({ email }) => email).sort()).toEqual(['ann@odd.example', 'bo@xn--gre-6ka8i.example'])
})
