import { mailboxRoutes } from '@goldpan/contract/mailbox'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { giveTokens, readJob, startSend, writeCampaign } from '../written-campaign.ts'
import { sized } from './size.ts'
import { startWeb, startWorker, until } from './worker-process.ts'

const RECIPIENTS = sized(120, 4000)
const DAY = 24 * 3600

const { alice, app, query, drain } = await startTestApp({ ports: { systemClock } })
const environment = { DATABASE_URL: app.database.url }

interface Reading {
  now: string
  offset_seconds: number
}

async function clockOf({ url }: { url: string }, advance_seconds?: number): Promise<Reading> {
  const answer = await fetch(url + mailboxRoutes.clock.path, {
    ...(advance_seconds && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_seconds }),
    }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Reading
}

const countMail = async () =>
  (await query<{ n: number }>('select count(*)::int as n from outbox_messages'))[0]!.n

/** A campaign whose messages all wait for workers that are processes of their own. */
async function start(recipients: number) {
  await giveTokens(alice, recipients, query)
  const { id, emails } = await writeCampaign(alice, recipients)
  await drain()
  const { answer } = await startSend(alice, id)
  const isCompleted = async () => (await readJob(alice, answer.job_id)).status === 'completed'
  return { emails, jobId: answer.job_id, isCompleted }
}

/** Who got how many messages, and where each message stands. */
async function outcomeOf({ emails, jobId }: { emails: string[]; jobId: string }) {
  const received = await query<{ n: number }>(
    'select count(*)::int as n from outbox_messages where envelope_to = any($1) group by envelope_to',
    [emails],
  )
  const states = await query<{ state: string; n: number }>(
    'select state, count(*)::int as n from recipients where job_id = $1 group by state',
    [jobId],
  )
  return { people: received.length, messages: received.reduce((sum, { n }) => sum + n, 0), states }
}

test('a clock that jumps again and again while three workers send: nothing twice, unconfirmed or expired (CLOCK-08)', async () => {
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const sending = await start(RECIPIENTS)
  // Half of them wait until the last jump, so that none comes after the end.
  await query(
    `update recipients set next_at = now() + interval '100 years'
     where id in (select id from recipients where job_id = $1 order by id limit $2)`,
    [sending.jobId, RECIPIENTS / 2],
  )
  const web = await startWeb(environment)
  const workers = await Promise.all(
    Array.from({ length: 3 }, () => startWorker({ ...environment, SEND_CONCURRENCY: '2' })),
  )
  for (const share of [0.02, 0.1, 0.2, 0.3, 0.4]) {
    await until('some more are sent', async () => (await countMail()) >= RECIPIENTS * share)
    await clockOf(web, 90 * DAY)
  }
  await query("update recipients set next_at = now() where job_id = $1 and state = 'queued'", [sending.jobId])
  await until('the job is completed', sending.isCompleted)
  await Promise.all([web, ...workers].map((process) => process.stop()))

  expect(await outcomeOf(sending)).toEqual({
    people: RECIPIENTS,
    messages: RECIPIENTS,
    states: [{ state: 'sent', n: RECIPIENTS }],
  })
  expect(await query('select 1 from sending_pauses')).toEqual([])
})

test('the demo clock survives kill -9 and restart, and what waits leaves at its time (CLOCK-04)', async () => {
  const web = await startWeb(environment)
  const before = await clockOf(web)
  const window_days = [weekdayAfter(before, 2), weekdayAfter(before, 3)]
  await alice.call(sendingCareRoutes.savePace, { body: { ...NO_PACE, window_days } })
  const sending = await start(5)
  const worker = await startWorker(environment)
  await until('the window holds it', async () => (await readJob(alice, sending.jobId)).hold !== null)

  const { offset_seconds } = await clockOf(web, 2 * DAY)
  await Promise.all([web.kill(), worker.kill()])

  const again = await startWeb(environment)
  const asked = Date.now()
  const after = await clockOf(again)
  expect(after.offset_seconds).toBe(offset_seconds)
  expect(offset_seconds).toBe(before.offset_seconds + 2 * DAY)
  const now = Date.parse(after.now) - offset_seconds * 1000
  expect([asked <= now, now <= Date.now()]).toEqual([true, true])
  const next = await startWorker(environment)
  await until('the waiting messages are sent', sending.isCompleted)
  await Promise.all([again.stop(), next.stop()])
  expect(await outcomeOf(sending)).toEqual({ people: 5, messages: 5, states: [{ state: 'sent', n: 5 }] })
})

test('all processes follow a jump within seconds', async () => {
  const webs = await Promise.all([startWeb(environment), startWeb(environment)])
  const { offset_seconds } = await clockOf(webs[0]!, 3600)
  await expect
    // They look each second; a machine may stall for some.
    .poll(async () => (await clockOf(webs[1]!)).offset_seconds, { timeout: 15_000 })
    .toBe(offset_seconds)
  await Promise.all(webs.map((web) => web.stop()))
})

/** 1 is Monday, 7 is Sunday. */
const weekdayAfter = ({ now }: Reading, days: number): number =>
  new Date(Date.parse(now) + days * DAY * 1000).getUTCDay() || 7
