import { gatheringRoutes } from '@goldpan/contract/gathering'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { createFakeCrawler } from '../../../test/fake-crawler.ts'
import { startTestApp } from '../../../test/harness.ts'
import { createHeartbeat } from '../../jobs/heartbeat.ts'
import { createGatheringWorker } from './gathering.worker.ts'

const crawler = createFakeCrawler()
const { alice, bob, drain, clock, app, query } = await startTestApp({ ports: { crawler } })

const businesses = ['one', 'two', 'three'].map((name) => ({
  place_id: `osm:node/${name}`,
  name,
  address: 'Main Street',
  website: name === 'three' ? null : `https://${name}.example`,
  phone: null,
}))

async function saveTable(rows = businesses) {
  return (await alice.call(tableRoutes.create, { body: { name: 'Shops', query: 'shop', businesses: rows } }))
    .answer.id
}

async function start(businessTableId: string, businessIds = businesses.map(({ place_id }) => place_id)) {
  return (await alice.call(gatheringRoutes.start, { body: { businessTableId, businessIds } })).answer.job_id
}

const statusOf = async (jobId: string) =>
  (await alice.call(gatheringRoutes.status, { params: { jobId } })).answer
const tableOf = async (tableId: string) => (await alice.call(tableRoutes.get, { params: { tableId } })).answer

test('gathering finds prospects in a background job and counts its progress (GATHER-04, GATHER-05, GATHER-06, GATHER-07, GATHER-11)', async () => {
  const tableId = await saveTable()
  const jobId = await start(tableId)
  expect(await statusOf(jobId)).toMatchObject({
    status: 'pending',
    progress: { total: 3, processed: 0, prospects_found: 0 },
    result: null,
  })
  expect((await tableOf(tableId)).prospecting_status).toBe('pending')
  await drain()
  expect(await statusOf(jobId)).toMatchObject({
    status: 'completed',
    progress: { total: 3, processed: 3, prospects_found: 2 },
    result: {
      total_prospects_found: 2,
      businesses_processed: 3,
      businesses_with_contacts: 2,
      businesses_without_websites: 1,
    },
    error: null,
  })
  const found = await alice.call(prospectRoutes.listOfBusiness, {
    params: { placeId: 'osm:node/one' },
    query: {},
  })
  expect(found.answer[0]).toMatchObject({
    email: 'info@one.example',
    status: 'new',
    source_url: 'https://shop.example/contact',
  })
})

test('a table shows the state and end of its newest job, and why a business had no contacts (GATHER-24, BEYOND-08)', async () => {
  const tableId = await saveTable()
  await start(tableId)
  clock.advance(60_000)
  await drain()
  const table = await tableOf(tableId)
  expect(table).toMatchObject({
    prospecting_status: 'completed',
    last_prospecting_at: clock.now().toISOString(),
  })
  expect(table.businesses[2]).toMatchObject({
    gathering_outcome: 'no_website',
    gathering_explanation: 'This business has no website.',
  })
})

test('a second job for a table is refused while one is active (GATHER-25)', async () => {
  const tableId = await saveTable()
  await start(tableId)
  const body = { businessTableId: tableId, businessIds: ['osm:node/one'] }
  expect((await alice.call(gatheringRoutes.start, { body })).status).toBe(409)
  await drain()
  expect((await alice.call(gatheringRoutes.start, { body })).status).toBe(200)
  await drain()
})

test('only the selected businesses are visited, each once', async () => {
  const tableId = await saveTable()
  crawler.visited.length = 0
  await start(tableId, ['osm:node/two', 'osm:node/two', 'osm:node/unknown'])
  await drain()
  expect(crawler.visited).toEqual(['https://two.example'])
  expect(
    (
      await alice.call(gatheringRoutes.start, {
        body: { businessTableId: tableId, businessIds: ['osm:node/nine'] },
      })
    ).status,
  ).toBe(400)
})

test('a cancelled job stops its visits and keeps what was found (GATHER-08, GATHER-28)', async () => {
  const tableId = await saveTable()
  crawler.visited.length = 0
  crawler.hold = new Promise(() => {})
  const jobId = await start(tableId, ['osm:node/one'])
  const working = drain()
  await expect.poll(() => crawler.visited.length).toBe(1)
  expect((await alice.call(gatheringRoutes.cancel, { params: { jobId } })).answer.status).toBe('cancelled')
  await working
  crawler.hold = null
  expect(await statusOf(jobId)).toMatchObject({
    status: 'cancelled',
    progress: { processed: 0, prospects_found: 1 },
  })
  expect((await tableOf(tableId)).prospecting_status).toBe('cancelled')
  expect((await alice.call(gatheringRoutes.countProspects, { params: { tableId } })).answer.count).toBe(0)
})

test('a table counts its prospects (GATHER-10)', async () => {
  const tableId = await saveTable([
    { ...businesses[0]!, place_id: 'osm:node/counted', website: 'https://counted.example' },
  ])
  await start(tableId, ['osm:node/counted'])
  await drain()
  const { answer } = await alice.call(gatheringRoutes.countProspects, { params: { tableId } })
  expect(answer).toEqual({ count: 1 })
})

test('the history lists the jobs of a table, newest first (GATHER-09)', async () => {
  const tableId = await saveTable()
  const first = await start(tableId)
  await drain()
  clock.advance(1000)
  const second = await start(tableId)
  await drain()
  const { answer } = await alice.call(gatheringRoutes.history, { params: { tableId } })
  expect(answer.map(({ id }) => id)).toEqual([second, first])
})

test('a suppressed address is not gathered again, and the outcome says so', async () => {
  const tableId = await saveTable()
  const entry = { email: 'info@one.example', reason: 'unsubscribed', recipient_id: null } as const
  await app.features.suppressions.suppress(app.database.db, alice.id, entry)
  const jobId = await start(tableId)
  await drain()
  expect(await statusOf(jobId)).toMatchObject({
    progress: { processed: 3, prospects_found: 1 },
    result: { left_out_suppressed: 1 },
  })
  expect((await tableOf(tableId)).businesses[0]?.gathering_explanation).toBe(
    'Found 1 address. 1 address was left out: on your do-not-contact list.',
  )
  await query('delete from suppressions')
})

test('gathering again adds only new contacts, says so, and leaves out deleted ones (GATHER-26, GATHER-27)', async () => {
  const tableId = await saveTable(
    ['old', 'kept'].map((id) => ({
      ...businesses[0]!,
      place_id: `osm:node/${id}`,
      website: `https://${id}.example`,
    })),
  )
  const ids = ['osm:node/old', 'osm:node/kept']
  const first = await start(tableId, ids)
  await drain()
  expect((await statusOf(first)).result).toMatchObject({ total_prospects_found: 2, prospects_added: 2 })
  const [old] = (
    await alice.call(prospectRoutes.listOfBusiness, { params: { placeId: 'osm:node/old' }, query: {} })
  ).answer
  await alice.call(prospectRoutes.remove, { params: { id: old!.id } })
  const second = await start(tableId, ids)
  await drain()
  expect((await statusOf(second)).result).toMatchObject({
    total_prospects_found: 1,
    prospects_added: 0,
    left_out_deleted: 1,
  })
})

test("a dead worker's businesses are taken over and nothing is counted twice", async () => {
  const many = Array.from({ length: 12 }, (_, n) => ({
    ...businesses[0]!,
    place_id: `osm:way/${n}`,
    website: `https://w${n}.example`,
  }))
  const tableId = await saveTable(many)
  const jobId = await start(
    tableId,
    many.map(({ place_id }) => place_id),
  )
  await query(
    "update gathering_items set state = 'claimed', worker_id = 'dead', attempts = 1 where job_id = $1 and position < 5",
    [jobId],
  )
  crawler.visited.length = 0
  const { db } = app.database
  const another = createGatheringWorker({
    db,
    clock,
    systemClock: clock,
    crawler,
    excludedSites: app.ports.excludedSites,
    ...app.features,
    heartbeat: createHeartbeat({ db, systemClock: clock }),
    concurrency: 3,
    onError: console.error,
  })
  await Promise.all([drain(), another.work(new AbortController().signal)])
  expect(await statusOf(jobId)).toMatchObject({
    status: 'completed',
    progress: { total: 12, processed: 12, prospects_found: 12 },
  })
  expect(new Set(crawler.visited).size).toBe(crawler.visited.length)
})

test('a stopping worker returns its businesses to the queue', async () => {
  const tableId = await saveTable()
  crawler.hold = new Promise(() => {})
  crawler.visited.length = 0
  const jobId = await start(tableId, ['osm:node/one', 'osm:node/two'])
  const { db } = app.database
  const stopping = new AbortController()
  const working = createGatheringWorker({
    db,
    clock,
    systemClock: clock,
    crawler,
    excludedSites: app.ports.excludedSites,
    ...app.features,
    heartbeat: createHeartbeat({ db, systemClock: clock }),
    concurrency: 3,
    onError: console.error,
  }).work(stopping.signal)
  await expect.poll(() => crawler.visited.length).toBe(2)
  stopping.abort()
  await working
  crawler.hold = null
  expect(await statusOf(jobId)).toMatchObject({ status: 'processing', progress: { processed: 0 } })
  await drain()
  expect(await statusOf(jobId)).toMatchObject({ status: 'completed', progress: { processed: 2 } })
})

test('Bob cannot start, watch or cancel gathering for a table of Alice', async () => {
  const tableId = await saveTable()
  const jobId = await start(tableId)
  const answers = await Promise.all([
    bob.call(gatheringRoutes.start, { body: { businessTableId: tableId, businessIds: ['osm:node/one'] } }),
    bob.call(gatheringRoutes.status, { params: { jobId } }),
    bob.call(gatheringRoutes.cancel, { params: { jobId } }),
    bob.call(gatheringRoutes.history, { params: { tableId } }),
    bob.call(gatheringRoutes.countProspects, { params: { tableId } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect((await statusOf(jobId)).status).toBe('pending')
  await drain()
})
