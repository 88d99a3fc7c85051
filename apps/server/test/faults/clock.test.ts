import { gatheringRoutes } from '@goldpan/contract/gathering'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { gatheringJob } from '../../src/features/gathering/gathering.ts'
import { sendingJob } from '../../src/features/sending/sending.ts'
import { createFakeCrawler } from '../fake-crawler.ts'
import { startTestApp } from '../harness.ts'
import { claimBy } from '../held-messages.ts'
import { readJob, readStatuses, startSend, writeCampaign } from '../written-campaign.ts'

const DAY_MS = 24 * 60 * 60_000
const crawler = createFakeCrawler()
const { alice, app, clock, drain, mail, query } = await startTestApp({ ports: { crawler } })

async function startGathering(names: string[]) {
  const businesses = names.map((name) => ({
    place_id: `osm:node/${name}`,
    name,
    address: 'Main Street',
    phone: null,
    website: `https://${name}.example`,
  }))
  const table = await alice.call(tableRoutes.create, { body: { name: 'Shops', query: 'shop', businesses } })
  const businessIds = businesses.map(({ place_id }) => place_id)
  const body = { businessTableId: table.answer.id, businessIds }
  return (await alice.call(gatheringRoutes.start, { body })).answer.job_id
}

const progressOf = async (jobId: string) =>
  (await alice.call(gatheringRoutes.status, { params: { jobId } })).answer

test('each business counts once when the clock jumps a day ahead and back while websites are read', async () => {
  const jobId = await startGathering(['a', 'b', 'c'])
  let release = () => {}
  crawler.hold = new Promise((resolve) => {
    release = () => resolve()
  })
  const working = drain()
  await expect.poll(() => crawler.visited.length).toBe(3)
  clock.advance(DAY_MS)
  // Workers look for lost businesses every second; with the jump, their own leases seem to have expired.
  await expect.poll(() => crawler.visited.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3)
  clock.advance(-DAY_MS)
  release()
  await working
  expect(await progressOf(jobId)).toMatchObject({
    status: 'completed',
    progress: { total: 3, processed: 3, prospects_found: 3 },
  })
  expect((await alice.call(gatheringRoutes.status, { params: { jobId } })).status).toBe(200)
})

test('businesses of a dead worker are taken over immediately although the clock was set back by a day', async () => {
  const jobId = await startGathering(['held'])
  const ahead = new Date(clock.now().getTime() + DAY_MS).toISOString()
  await query("insert into workers (id, started_at, beat_at) values ('dead', $1, $1)", [ahead])
  await query(
    "update gathering_items set state = 'claimed', worker_id = 'dead', attempts = 1 where job_id = $1",
    [jobId],
  )
  await app.ports.jobs.enqueue(app.database.db, gatheringJob, {})
  await drain()
  expect((await progressOf(jobId)).status).toBe('completed')
})

test('messages of a worker that died before the clock was set back end as unconfirmed or sent, none twice (F10)', async () => {
  const { id, emails } = await writeCampaign(alice, 3)
  const { answer } = await startSend(alice, id)
  const ahead = new Date(clock.now().getTime() + DAY_MS).toISOString()
  await query('insert into workers (id, started_at, beat_at) values ($1, $2, $2)', [DEAD, ahead])
  await claimBy(query, DEAD, {
    jobId: answer.job_id,
    claimed: emails.slice(1, 2),
    leaving: emails.slice(0, 1),
    at: ahead,
  })
  await app.ports.jobs.enqueue(app.database.db, sendingJob, {})
  await drain()
  expect((await readJob(alice, answer.job_id)).status).toBe('completed')
  expect(await readStatuses(alice, id)).toEqual({
    [emails[0]!]: 'sent (unconfirmed)',
    [emails[1]!]: 'sent',
    [emails[2]!]: 'sent',
  })
  const mailed = mail.accepted.map(({ envelope }) => envelope.to).filter((to) => to !== alice.email)
  expect(mailed.sort()).toEqual(emails.slice(1).sort())
})

const DEAD = '00000000-0000-4000-8000-00000000dead'

test('sessions survive a clock that jumps a day ahead and back', async () => {
  const reads = async () => (await alice.call(tableRoutes.list)).status
  clock.advance(DAY_MS)
  expect(await reads()).toBe(200)
  clock.advance(-2 * DAY_MS)
  expect(await reads()).toBe(200)
  clock.advance(DAY_MS)
  expect(await reads()).toBe(200)
})
