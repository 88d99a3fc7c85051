import { gatheringRoutes } from '@goldpan/contract/gathering'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { gatheringJob } from '../../src/features/gathering/gathering.ts'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { sendingJob } from '../../src/features/sending/sending.ts'
import { createFakeMail } from '../../src/providers/mail/fake.ts'
import type { MailPort, OutgoingMail } from '../../src/providers/mail/port.ts'
import { createFakeCrawler } from '../fake-crawler.ts'
import { startTestApp } from '../harness.ts'
import { readJob, readStatuses, startSend, writeCampaign } from '../written-campaign.ts'

const STALL_MS = 30_000

/** A mail server that takes the body and answers only after `release`. */
function createHeldMail() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const taken: OutgoingMail[] = []
  const mail: MailPort = {
    async handOver(message, options) {
      if ((await options?.beforeBody?.()) === false)
        return { outcome: 'not_sent', code: null, answer: 'withdrawn' }
      taken.push(message)
      await promise
      return { outcome: 'accepted', code: 250, answer: '250 OK' }
    },
    async close() {},
  }
  return { mail, taken, release: () => resolve() }
}

const held = createHeldMail()
const crawler = createFakeCrawler()
const environment = { SEND_CONNECTIONS_PER_GROUP: '0' }
const stalled = await startTestApp({ ports: { mail: held.mail, crawler }, environment })
const mail = createFakeMail()
/** A second worker on the same database, as another process would be. */
const other = await startTestApp({
  databaseUrl: stalled.databaseUrl,
  environment,
  ports: { mail, systemClock: stalled.clock },
})
const { alice, clock } = stalled

test('when a worker freezes for 30 s while sending, another continues, nobody is mailed twice, and statuses are right in the end', async () => {
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const { id, emails } = await writeCampaign(alice, 8)
  const { answer } = await startSend(alice, id)
  const working = stalled.drain()
  await expect.poll(() => held.taken.length).toBe(5)
  clock.advance(STALL_MS)
  await other.app.ports.jobs.enqueue(other.app.database.db, sendingJob, {})
  await other.drain()
  const meanwhile = Object.values(await readStatuses(alice, id)).toSorted()
  expect(meanwhile.filter((status) => status === 'sent (unconfirmed)')).toHaveLength(5)
  held.release()
  await working
  const handedOver = [...held.taken, ...mail.accepted].map(({ envelope }) => envelope.to)
  const mailed = handedOver.filter((to) => to !== alice.email)
  expect(mailed.toSorted()).toEqual(emails.toSorted())
  expect(new Set(Object.values(await readStatuses(alice, id)))).toEqual(new Set(['sent']))
  expect((await readJob(alice, answer.job_id)).status).toBe('completed')
})

test('when a worker freezes for 30 s while reading websites, another reads them, and each counts once', async () => {
  const businesses = ['a', 'b', 'c', 'd'].map((name) => ({
    place_id: `osm:node/${name}`,
    name,
    address: 'Main Street',
    phone: null,
    website: `https://${name}.example`,
  }))
  const table = await alice.call(tableRoutes.create, { body: { name: 'Shops', query: 'shop', businesses } })
  const businessIds = businesses.map(({ place_id }) => place_id)
  let release = () => {}
  crawler.hold = new Promise((resolve) => {
    release = () => resolve()
  })
  const body = { businessTableId: table.answer.id, businessIds }
  const { answer } = await alice.call(gatheringRoutes.start, { body })
  const working = stalled.drain()
  await expect.poll(() => crawler.visited.length).toBe(4)
  clock.advance(STALL_MS)
  await other.app.ports.jobs.enqueue(other.app.database.db, gatheringJob, {})
  await other.drain()
  release()
  await working
  const job = await alice.call(gatheringRoutes.status, { params: { jobId: answer.job_id } })
  expect(job.answer).toMatchObject({
    status: 'completed',
    progress: { total: 4, processed: 4, prospects_found: 4 },
  })
})
