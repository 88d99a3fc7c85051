import { sendingRoutes } from '@goldpan/contract/sending'
import type { Pace } from '@goldpan/contract/sending-care'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { readJob, startSend, writeCampaign } from '../written-campaign.ts'
import { startSink } from './mail-sink.ts'
import { isLong, sized } from './size.ts'
import { DATABASE_AWAY, startWorker, until } from './worker-process.ts'

const { createCustomer, app, query, drain } = await startTestApp({ ports: { systemClock } })

/** The mail server's rate limit for all workers together. */
const PER_SECOND = 20
const CUTS = sized(1, 3)
let customers = 0

/** A time zone in which no day ends during the tests. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  return ahead < 0 ? `Etc/GMT+${-ahead}` : `Etc/GMT-${ahead}`
}

/** A campaign of somebody of their own, whose messages all wait for workers that are processes of their own. */
async function prepare(recipients: number, pace: Partial<Pace> = {}) {
  const who = await createCustomer(`Sender${++customers}`)
  await who.call(sendingCareRoutes.savePace, { body: { ...NO_PACE, ...pace } })
  let most = Number.POSITIVE_INFINITY
  const sink = await startSink(() => Math.random() * 8, {
    isHeld: (messageId) => messageId.startsWith('v1.') && received().length >= most,
  })
  const received = () =>
    sink.accepted.filter(({ messageId }) => messageId.startsWith('v1.')).map(({ to }) => to)
  /** From now on the mail server takes so many in all. */
  const take = (messages: number) => {
    most = messages
  }
  const { id, emails } = await writeCampaign(who, recipients)
  await drain()
  const { answer } = await startSend(who, id)
  const environment = { DATABASE_URL: app.database.url, MAIL_SMTP_URL: sink.url, SEND_CONCURRENCY: '5' }
  const countStates = async () => {
    const rows = await query<{ state: string; n: number }>(
      'select state, count(*)::int as n from recipients where job_id = $1 group by state',
      [answer.job_id],
    )
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
  }
  const work = (more: Record<string, string> = {}, provokes?: RegExp) =>
    startWorker({ ...environment, ...more }, { provokes })
  return { who, id, emails, jobId: answer.job_id, received, take, countStates, work }
}

test.each(isLong ? [2, 4] : [3])(
  '%i workers share a campaign, mail nobody twice, and pass neither the daily limit nor the rate of the mail server (F6)',
  async (count) => {
    const { who, jobId, received, countStates, work } = await prepare(90, {
      daily_cap: 60,
      time_zone: zoneAtNoon(),
    })
    const workers = await Promise.all(
      Array.from({ length: count }, () => work({ MAIL_RATE: String(PER_SECOND) })),
    )
    await until(
      'the daily limit holds the rest',
      async () => (await readJob(who, jobId)).hold?.includes('the daily limit of 60') === true,
    )
    await until('what was under way has ended', async () => (await countStates()).sent === 60)
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(await countStates()).toEqual({ sent: 60, queued: 30 })
    expect(received()).toHaveLength(60)
    expect(new Set(received()).size).toBe(60)
    const [row] = await query<{ seconds: number }>(
      `select extract(epoch from max(first_tried_at) - min(first_tried_at))::float as seconds
       from recipients where job_id = $1 and state = 'sent'`,
      [jobId],
    )
    // Whatever the machine, it can only take longer; the first second may begin with one message more.
    expect(58 / row!.seconds).toBeLessThanOrEqual(PER_SECOND)
    await who.call(sendingRoutes.cancelJob, { params: { jobId } })
  },
  300_000,
)

test('within 2 s of a cancel no worker hands anything over any more, and the counts add up (F12)', async () => {
  const { who, id, emails, jobId, received, take, countStates, work } = await prepare(400)
  take(20)
  const workers = await Promise.all([work(), work()])
  await until('the workers are in the middle of sending', () => received().length === 20)
  const { status } = await who.call(sendingRoutes.cancelJob, { params: { jobId } })
  expect(status).toBe(200)
  take(400)
  const cancelledAt = Date.now()
  await until('nothing is under way any more', async () => {
    const job = await readJob(who, jobId)
    return job.status === 'cancelled' && job.in_flight === 0
  })
  await Promise.all(workers.map((worker) => worker.stop()))
  const [late] = await query<{ n: number }>(
    'select count(*)::int as n from recipients where campaign_id = $1 and transmitting_at > $2',
    [id, new Date(cancelledAt + 2000).toISOString()],
  )
  expect(late!.n, 'nothing left later than 2 s after').toBe(0)
  const { sent = 0, failed = 0, unconfirmed = 0, cancelled = 0 } = await countStates()
  expect(sent + failed + unconfirmed + cancelled).toBe(emails.length)
  expect(sent, 'each that arrived is told as sent').toBe(received().length)
  expect(cancelled).toBeGreaterThan(0)
})

test('a worker that is asked to stop lets messages end, leaves nothing in doubt, and another goes on (F18)', async () => {
  const { who, emails, jobId, received, take, countStates, work } = await prepare(80)
  take(20)
  const first = await work()
  await until('the worker is in the middle of sending', () => received().length === 20)
  const stopping = first.stop()
  take(80)
  expect(await stopping).toBe(0)
  const { sent, ...others } = await countStates()
  expect([sent, others]).toEqual([received().length, { queued: 80 - received().length }])
  const second = await work()
  await until('the job is completed', async () => (await readJob(who, jobId)).status === 'completed')
  await second.stop()
  expect(received().sort()).toEqual([...emails].sort())
})

test('a database that drops all connections in the middle costs no message and doubles none (F7)', async () => {
  const { who, emails, jobId, received, countStates, work } = await prepare(120)
  const worker = await work({}, DATABASE_AWAY)
  for (let cut = 1; cut <= CUTS; cut++) {
    await until('the worker is in the middle of sending', () => received().length >= cut * 20)
    await query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'goldpan%' and pid <> pg_backend_pid()`,
    ).catch(() => undefined)
  }
  await until('the job is completed', async () => {
    const job = await readJob(who, jobId).catch(() => null)
    return job?.status === 'completed'
  })
  await worker.stop()
  const states = await countStates()
  expect((states.sent ?? 0) + (states.unconfirmed ?? 0)).toBe(120)
  expect(new Set(received()).size).toBe(received().length)
  const missing = emails.filter((email) => !received().includes(email))
  expect(missing.length).toBeLessThanOrEqual(states.unconfirmed ?? 0)
})
