import { campaignRoutes } from '@goldpan/contract/campaigns'
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
const { alice, bob, drain } = await startTestApp({ ports: { crawler } })

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

test('a table reports gathered, skipped and failed businesses, and retries failed ones (BEYOND-08)', async () => {
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
    in_no_campaign: 1,
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

test('found addresses are stored in deliverable form, and others are left out', async () => {
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

test('a table counts its contacts that are in no campaign of its owner; Bob cannot', async () => {
  const gather = async (who: typeof alice) => {
    const places = [shop('same', 'https://same.example'), shop('other', 'https://other.example')]
    const { answer } = await who.call(tableRoutes.create, {
      body: { name: 'Same', query: 'shop', businesses: places },
    })
    const businessIds = places.map(({ place_id }) => place_id)
    await who.call(gatheringRoutes.start, { body: { businessTableId: answer.id, businessIds } })
    await drain()
    const { answer: contacts } = await who.call(prospectRoutes.list, { query: { table: answer.id } })
    return { tableId: answer.id, contacts: contacts.map(({ id }) => id) }
  }
  const createCampaign = async (who: typeof alice, contacts: string[]) => {
    const body = { name: 'Spring', marketing_copy: 'We repair ovens.' }
    const params = { id: (await who.call(campaignRoutes.create, { body })).answer.id }
    await who.call(campaignRoutes.addProspects, { params, body: { prospects: contacts } })
    return params
  }
  const summarize = (who: typeof alice, tableId: string) =>
    who.call(gatheringRoutes.summary, { params: { tableId } })
  const hers = await gather(alice)
  const countHers = async () => (await summarize(alice, hers.tableId)).answer.in_no_campaign
  const his = await gather(bob)
  // Bob's contacts have the same addresses.
  await createCampaign(bob, his.contacts)
  expect((await summarize(bob, his.tableId)).answer).toMatchObject({ contacts: 2, in_no_campaign: 0 })
  expect(await countHers()).toBe(2)
  await createCampaign(bob, hers.contacts)
  expect(await countHers()).toBe(2)

  await createCampaign(alice, hers.contacts.slice(0, 1))
  const params = await createCampaign(alice, hers.contacts)
  expect(await countHers()).toBe(0)
  await alice.call(campaignRoutes.delete, { params })
  expect(await countHers()).toBe(1)
  expect((await summarize(bob, hers.tableId)).refusal.code).toBe('tables.not_found')
})
