import { gatheringRoutes } from '@goldpan/contract/gathering'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { createFakeCrawler } from '../../../test/fake-crawler.ts'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { createHeartbeat } from '../../jobs/heartbeat.ts'
import { createGatheringWorker } from './gathering.worker.ts'

const crawler = createFakeCrawler()
const { alice, bob, drain, clock, app, query } = await startTestApp({ ports: { crawler } })

const shop = (id: string, website: string | null) => ({
  place_id: `osm:node/${id}`,
  name: `Shop ${id}`,
  address: 'Main Street',
  phone: null,
  website,
})

async function startJob(customer: Customer, businesses: ReturnType<typeof shop>[]) {
  const table = await customer.call(tableRoutes.create, {
    body: { name: 'Shops', query: 'shop', businesses },
  })
  const businessIds = businesses.map(({ place_id }) => place_id)
  const body = { businessTableId: table.answer.id, businessIds }
  const { answer } = await customer.call(gatheringRoutes.start, { body })
  return { tableId: table.answer.id, jobId: answer.job_id }
}

const statusOf = async (customer: Customer, jobId: string) =>
  (await customer.call(gatheringRoutes.status, { params: { jobId } })).answer

const workerOf = (concurrency: number) =>
  createGatheringWorker({
    ...app.features,
    db: app.database.db,
    heartbeat: createHeartbeat({ db: app.database.db, systemClock: clock }),
    clock,
    systemClock: clock,
    crawler,
    excludedSites: app.ports.excludedSites,
    concurrency,
    onError: console.error,
  })

/** Keeps websites open until released, to show which ones are being read. */
function holdWebsites() {
  crawler.visited.length = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  crawler.hold = promise
  return resolve
}

test('a large job of one owner does not hold up a small one of another', async () => {
  const release = holdWebsites()
  const many = Array.from({ length: 40 }, (_, n) => shop(`many${n}`, `https://many${n}.example`))
  const large = await startJob(alice, many)
  clock.advance(1000)
  const small = await startJob(
    bob,
    [1, 2].map((n) => shop(`few${n}`, `https://few${n}.example`)),
  )
  const stopping = new AbortController()
  const working = workerOf(4).work(stopping.signal)
  await expect.poll(() => crawler.visited.length).toBe(4)
  expect(crawler.visited.filter((url) => url.includes('few'))).toHaveLength(2)
  release()
  await working
  expect((await statusOf(bob, small.jobId)).progress.processed).toBe(2)
  expect((await statusOf(alice, large.jobId)).progress.processed).toBe(40)
})

test('a hundred businesses at one website are read one after another, without holding up others', async () => {
  const release = holdWebsites()
  const chain = Array.from({ length: 100 }, (_, n) => shop(`chain${n}`, `https://www.chain.example/${n}`))
  const others = Array.from({ length: 5 }, (_, n) => shop(`other${n}`, `https://other${n}.example`))
  const job = await startJob(alice, [...chain, ...others])
  const working = Promise.all([3, 3].map((places) => workerOf(places).work(new AbortController().signal)))
  await expect.poll(() => crawler.visited.length).toBe(6)
  expect(crawler.visited.filter((url) => url.includes('www.chain.example'))).toHaveLength(1)
  release()
  await working
  expect(await statusOf(alice, job.jobId)).toMatchObject({
    status: 'completed',
    progress: { total: 105, processed: 105, prospects_found: 105 },
  })
})

test('a new job starts immediately although a worker still reads a slow website', async () => {
  const release = holdWebsites()
  await startJob(alice, [shop('slow', 'https://slow.example')])
  const worker = workerOf(4)
  const working = worker.work(new AbortController().signal)
  await expect.poll(() => crawler.visited).toEqual(['https://slow.example'])
  await startJob(bob, [shop('quick', 'https://quick.example')])
  void worker.work(new AbortController().signal)
  await expect.poll(() => crawler.visited).toEqual(['https://slow.example', 'https://quick.example'])
  release()
  await working
})

test('a job of 2,000 businesses is counted completely, including other workers’ part', async () => {
  const all = Array.from({ length: 2000 }, (_, n) =>
    shop(`ten${n}`, n % 10 === 0 ? `https://t${n}.example` : null),
  )
  const job = await startJob(alice, all)
  await query(
    "update gathering_items set state = 'done', outcome = 'no_website' where job_id = $1 and position >= 400 and host is null",
    [job.jobId],
  )
  await query(
    "update gathering_items set state = 'done', outcome = 'found', prospects_found = 2 where job_id = $1 and position >= 400 and host is not null",
    [job.jobId],
  )
  await Promise.all([drain(), workerOf(20).work(new AbortController().signal)])
  expect(await statusOf(alice, job.jobId)).toMatchObject({
    status: 'completed',
    progress: { total: 2000, processed: 2000, prospects_found: 40 + 2 * 160 },
    result: { businesses_with_contacts: 200, businesses_without_websites: 1800, prospects_added: 40 },
  })
})

test('a table deleted during gathering leaves nothing behind', async () => {
  const release = holdWebsites()
  const { tableId, jobId } = await startJob(alice, [shop('gone', 'https://gone.example')])
  const working = drain()
  await expect.poll(() => crawler.visited.length).toBe(1)
  await alice.call(tableRoutes.remove, { params: { tableId }, query: {} })
  await working
  release()
  expect((await alice.call(gatheringRoutes.status, { params: { jobId } })).status).toBe(404)
  expect(await query("select id from prospects where place_id = 'osm:node/gone'")).toEqual([])
})

test('a business whose website is edited during the visit is read again at the new website', async () => {
  const release = holdWebsites()
  const { tableId, jobId } = await startJob(alice, [shop('moved', 'https://before.example')])
  const working = drain()
  await expect.poll(() => crawler.visited.length).toBe(1)
  await alice.call(tableRoutes.updateBusiness, {
    params: { tableId, placeId: 'osm:node/moved' },
    body: { name: 'Moved', address: 'Side Street', website: 'https://after.example' },
  })
  release()
  await working
  expect(crawler.visited).toEqual(['https://before.example', 'https://after.example'])
  const found = await alice.call(prospectRoutes.listOfBusiness, {
    params: { placeId: 'osm:node/moved' },
    query: {},
  })
  expect(found.answer.map(({ email }) => email)).toEqual(['info@after.example'])
  expect((await statusOf(alice, jobId)).progress).toEqual({ total: 1, processed: 1, prospects_found: 1 })
})

test('a business deleted before its visit still counts, and the job completes', async () => {
  const { tableId, jobId } = await startJob(
    alice,
    ['a', 'b'].map((id) => shop(`removed-${id}`, `https://removed-${id}.example`)),
  )
  await alice.call(tableRoutes.removeBusiness, { params: { tableId, placeId: 'osm:node/removed-a' } })
  await drain()
  expect(await statusOf(alice, jobId)).toMatchObject({
    status: 'completed',
    progress: { total: 2, processed: 2, prospects_found: 1 },
  })
})

test('a job in which every business was interrupted fails and says what to do (GATHER-16)', async () => {
  const { tableId, jobId } = await startJob(alice, [shop('dead', 'https://dead.example')])
  await query(
    "update gathering_items set state = 'claimed', worker_id = 'dead', attempts = 3 where job_id = $1",
    [jobId],
  )
  await drain()
  expect(await statusOf(alice, jobId)).toMatchObject({
    status: 'failed',
    error: 'Gathering was interrupted several times. What was found is kept; please start again.',
  })
  const table = await alice.call(tableRoutes.get, { params: { tableId } })
  expect(table.answer.prospecting_status).toBe('failed')
})
