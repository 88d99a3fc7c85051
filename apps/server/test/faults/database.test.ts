import { prospectRoutes } from '@goldpan/contract/prospects'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { readJob, startSend, writeCampaign } from '../written-campaign.ts'
import { startSink } from './mail-sink.ts'
import { startOwnPostgres } from './restarted-postgres.ts'
import { sized } from './size.ts'
import { DATABASE_AWAY, startWeb, startWorker, until } from './worker-process.ts'

const RESTARTS = sized(1, 3)
const CLIENTS = 6
const RECIPIENTS = 60

const postgres = await startOwnPostgres()
const { alice, app, query, drain } = await startTestApp({
  ports: { systemClock },
  databaseUrl: postgres.url,
})
const cookie = `${SESSION_COOKIE}=${await app.features.sessions.start(app.database.db, alice.id, 'test')}`

interface Load {
  saved: string[]
  statuses: Record<string, number>
  /** 503 responses without Retry-After. */
  withoutRetryAfter: number
  stop(): Promise<void>
}

/** Users who save prospects in a row, and retry when told to. */
function startLoad(url: string): Load {
  const load: Load = { saved: [], statuses: {}, withoutRetryAfter: 0, stop }
  let isStopping = false
  const clients = Array.from({ length: CLIENTS }, (_, client) => work(client))
  async function work(client: number) {
    for (let n = 0; !isStopping; n++) {
      const email = `person${client}-${n}@load.example`
      while ((await save(email)) === 503 && !isStopping)
        await new Promise((resolve) => setTimeout(resolve, 30))
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  async function save(email: string) {
    const answer = await fetch(`${url}/api/prospecting/prospect`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    await answer.arrayBuffer()
    load.statuses[answer.status] = (load.statuses[answer.status] ?? 0) + 1
    if (answer.status === 200) load.saved.push(email)
    if (answer.status === 503 && !answer.headers.get('retry-after')) load.withoutRetryAfter += 1
    return answer.status
  }
  async function stop() {
    isStopping = true
    await Promise.all(clients)
  }
  return load
}

test('an immediate stop of PostgreSQL under load loses and doubles no confirmed write, and everything recovers by itself (F7)', async () => {
  const sink = await startSink(() => Math.random() * 20)
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const { id, emails } = await writeCampaign(alice, RECIPIENTS)
  await drain()
  const { answer: started } = await startSend(alice, id)
  const environment = { DATABASE_URL: postgres.url }
  const [web, worker] = await Promise.all([
    startWeb(environment, { provokes: DATABASE_AWAY }),
    startWorker(
      { ...environment, MAIL_SMTP_URL: sink.url, SEND_CONCURRENCY: '3' },
      { provokes: DATABASE_AWAY },
    ),
  ])
  const load = startLoad(web.url)
  for (let restart = 0; restart < RESTARTS; restart++) {
    const goal = load.saved.length + 20
    await until('users are saving', () => load.saved.length >= goal)
    postgres.stopImmediately()
    await until('PostgreSQL is back', postgres.isBack)
    const before = load.saved.length
    await until('the application has recovered', () => load.saved.length > before)
  }
  await until('the send has completed', async () => {
    const job = await readJob(alice, started.job_id).catch(() => null)
    return job?.status === 'completed'
  })
  await load.stop()
  await Promise.all([web.stop(), worker.stop()])

  expect(Object.keys(load.statuses).filter((status) => !['200', '409', '503'].includes(status))).toEqual([])
  expect(load.withoutRetryAfter).toBe(0)
  const kept = await query<{ email: string }>("select email from prospects where email like '%@load.example'")
  const keptEmails = kept.map(({ email }) => email)
  expect(new Set(keptEmails).size, 'no prospect is stored twice').toBe(keptEmails.length)
  expect(
    load.saved.filter((email) => !keptEmails.includes(email)),
    'confirmed writes are kept',
  ).toEqual([])
  expectSent(emails, sink.accepted, await readStates(started.job_id))
})

const readStates = (jobId: string) =>
  query<{ email: string; state: string }>('select email, state from recipients where job_id = $1', [jobId])

function expectSent(
  emails: string[],
  accepted: { to: string; messageId: string }[],
  rows: { email: string; state: string }[],
) {
  const received = accepted.filter(({ messageId }) => messageId.startsWith('v1.')).map(({ to }) => to)
  expect(new Set(received).size, 'nobody was mailed twice').toBe(received.length)
  const having = (state: string) => rows.filter((row) => row.state === state).map(({ email }) => email)
  const [sent, unconfirmed] = [having('sent'), having('unconfirmed')]
  expect([...sent, ...unconfirmed].sort()).toEqual([...emails].sort())
  expect(sent.filter((email) => !received.includes(email))).toEqual([])
  expect(unconfirmed.length).toBeLessThanOrEqual(RESTARTS * 3)
}

const rival = new pg.Client(postgres.url)
afterAll(() => rival.end())

test('in a deadlock the request is the victim, and its retry succeeds', async () => {
  await rival.connect()
  rival.on('error', () => undefined)
  // The request is rolled back long before this.
  await rival.query("set deadlock_timeout = '60s'")
  const ids: string[] = []
  for (const name of ['first', 'second'])
    ids.push((await alice.call(prospectRoutes.create, { body: { email: `${name}@lock.example` } })).answer.id)
  const outcomes = [await collide(ids[0]!, ids[1]!), await collide(ids[1]!, ids[0]!)]
  expect(outcomes.map(({ status }) => status)).toEqual([200, 200])
  const again = await changeBoth(ids)
  expect([again.status, again.answer.changed]).toEqual([200, 2])
})

const changeBoth = (ids: string[]) =>
  alice.call(prospectRoutes.changeStatus, { body: { selection: { ids }, status: 'contacted' } })

/** Locks one row, waits until the request waits for it, then asks for the other. */
async function collide(held: string, wanted: string) {
  await rival.query('begin')
  await rival.query("update prospects set notes = 'held' where id = $1", [held])
  const request = changeBoth([held, wanted])
  await until('the request waits for the row', async () => {
    const [row] = await query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    return row!.n > 0
  })
  await rival.query("update prospects set notes = 'wanted' where id = $1", [wanted])
  await rival.query('commit')
  const outcome = await request
  await query("update prospects set status = 'new' where id = any($1)", [[held, wanted]])
  return outcome
}
