import { sendingRoutes } from '@goldpan/contract/sending'
import { usageRoutes } from '@goldpan/contract/usage'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../../test/harness.ts'
import { claimBy, markBy } from '../../../../test/held-messages.ts'
import { readDeliveries, readJob, startSend, writeCampaign } from '../../../../test/written-campaign.ts'
import { asOwner } from '../../../db/owner.ts'
import { sendingJob } from '../sending.jobs.ts'
import { causeOf } from '../sending.rules.ts'

const { alice, app, mail, drain, clock, query } = await startTestApp({})

const usedBy = async (who: Customer) => (await who.call(usageRoutes.getUsage)).answer.emails_sent_count
const countSent = (emails: string[]) =>
  emails.map((email) => mail.accepted.filter(({ envelope }) => envelope.to === email).length)
const now = () => clock.now().toISOString()
const listHeld = (jobId: string) =>
  query<{ id: string; email: string }>(
    'select r.id, r.email from claims c join recipients r on r.id = c.recipient_id where c.job_id = $1',
    [jobId],
  )

/** As the sweeper of a worker does every few seconds. */
async function sweep() {
  await app.ports.jobs.enqueue(app.database.db, sendingJob, {}, { key: 'sending' })
  await drain()
}

const live = (worker: string) =>
  query('insert into workers (id, started_at, beat_at) values ($1, $2, $2)', [worker, now()])

test.each([
  ['this release', claimBy],
  ['the release before', markBy],
])(
  "a dead worker's claims go back to the queue, and what it was handing over is unconfirmed (SEND-20, USAGE-17): of %s",
  async (_of, hold) => {
    const { id, emails } = await writeCampaign(alice, 6)
    const before = await usedBy(alice)
    const { answer: started } = await startSend(alice, id)
    await hold(query, 'dead', {
      jobId: started.job_id,
      claimed: emails.slice(2, 4),
      leaving: emails.slice(0, 2),
      at: now(),
    })
    await drain()
    expect(await readJob(alice, started.job_id)).toMatchObject({
      status: 'completed',
      result: { sent_count: 4, failed_count: 0, unconfirmed_count: 2 },
    })
    expect(countSent(emails)).toEqual([0, 0, 1, 1, 1, 1])
    expect(await usedBy(alice)).toBe(before + 4)
    expect(await listHeld(started.job_id)).toEqual([])
  },
)

test('the claims of a worker that is alive are left alone', async () => {
  const { id, emails } = await writeCampaign(alice, 2)
  const { answer: started } = await startSend(alice, id)
  await live('busy')
  await claimBy(query, 'busy', { jobId: started.job_id, leaving: emails, at: now() })
  await drain()
  expect(await readJob(alice, started.job_id)).toMatchObject({ completed_at: null, in_flight: 2 })
  clock.advance(16_000)
  await sweep()
  expect(await readJob(alice, started.job_id)).toMatchObject({
    status: 'completed',
    result: { unconfirmed_count: 2 },
  })
})

test('a worker of the release before passes over what a worker of this one holds', async () => {
  const { id, emails } = await writeCampaign(alice, 3)
  const { answer: started } = await startSend(alice, id)
  await claimBy(query, 'new', { jobId: started.job_id, claimed: emails.slice(0, 1), at: now() })
  const rows = await query<{ email: string }>(
    "update recipients set state = 'claimed', worker_id = 'old' where job_id = $1 returning email",
    [started.job_id],
  )
  expect(rows.map(({ email }) => email).toSorted()).toEqual(emails.slice(1).toSorted())
  await drain()
  expect(countSent(emails), 'both are dead by now').toEqual([1, 1, 1])
})

test('a cancellation takes back, and refunds, what is only held; what is leaving ends by itself (F12, SEND-15)', async () => {
  const { id, emails } = await writeCampaign(alice, 4)
  const before = await usedBy(alice)
  const { answer: started } = await startSend(alice, id)
  const jobId = started.job_id
  await live('other')
  await claimBy(query, 'other', {
    jobId,
    claimed: emails.slice(1, 3),
    leaving: emails.slice(0, 1),
    at: now(),
  })
  const causes = (await listHeld(jobId)).map((row) => causeOf(row.id))
  await app.database.db.transaction((tx) =>
    app.features.usage.bookEach(tx, asOwner(alice.id), 'emails_sent', causes),
  )
  expect(await readJob(alice, jobId)).toMatchObject({ in_flight: 1, progress: { total: 4, processed: 0 } })
  const states = (await readDeliveries(alice, id)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['claimed', 'claimed', 'queued', 'transmitting'])

  const { answer: job } = await alice.call(sendingRoutes.cancelJob, { params: { jobId } })
  expect(job).toMatchObject({ status: 'cancelled', in_flight: 1 })
  expect(await usedBy(alice), 'only what is leaving is paid for').toBe(before + 1)
  expect((await listHeld(jobId)).map(({ email }) => email)).toEqual([emails[0]])

  clock.advance(16_000)
  await sweep()
  const ends = (await readDeliveries(alice, id)).map(({ email, state }) => [email, state])
  expect(Object.fromEntries(ends)).toEqual({
    ...{ [emails[0]!]: 'unconfirmed', [emails[1]!]: 'cancelled' },
    ...{ [emails[2]!]: 'cancelled', [emails[3]!]: 'cancelled' },
  })
  expect(countSent(emails)).toEqual([0, 0, 0, 0])
})
