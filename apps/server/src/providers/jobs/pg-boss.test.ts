import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startTestApp } from '../../../test/harness.ts'
import { SECRET_KEY } from '../../../test/secret-key.ts'
import { type OpenDatabase, openDatabase } from '../../db/database.ts'
import { createAesVault, keysOfText } from '../vault/aes-vault.ts'
import { createFakeJobs } from './fake.ts'
import { createPgBossJobs, type JobEvent } from './pg-boss.ts'
import { defineJob, type JobKind, type Jobs } from './port.ts'

const kinds: JobKind<object>[] = []
const recorded = createFakeJobs()
const { databaseUrl } = await startTestApp({
  ports: {
    jobs: {
      ...recorded,
      handle(kind, work) {
        kinds.push(kind as unknown as JobKind<object>)
        recorded.handle(kind, work)
      },
    },
  },
})
const database: OpenDatabase = openDatabase(databaseUrl, { max: 5 })
afterAll(() => database.close())

const ID = '0f000000-0000-4000-8000-000000000001'
/** Payloads for kinds whose schema needs one. */
const PAYLOADS: Record<string, object> = {
  letter: { to: 'ada@customer.example', subject: 'Hello', paragraphs: ['Hello'] },
  'password-reset': { email: 'ada@customer.example' },
  'confirmation-again': { email: 'ada@customer.example', asked_by: '192.0.2.1' },
  'erase-account': { owner: ID },
  'erase-organization': { organization: ID },
  'write-emails': { owner: ID, campaign_id: ID },
  'revoke-mailbox': { provider: 'google', account: 'ada@customer.example', sealed: '' },
}
const payloadOf = (kind: JobKind<object>): object => {
  const payload = kind.every?.payload ?? PAYLOADS[kind.name]
  if (!payload) throw new Error(`Please give jobs of kind ${kind.name} a payload in this test`)
  return payload
}

function createQueue(): Jobs {
  const jobs = createPgBossJobs({
    databaseUrl,
    pool: database.pool,
    connections: 4,
    vault: createAesVault(keysOfText(SECRET_KEY)[0]),
    onError: () => undefined,
  })
  onTestFinished(() => jobs.stop())
  return jobs
}

const listJobs = async () => {
  const { rows } = await database.pool.query('select name, state, data::text from pgboss.job order by name')
  return rows
}

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  'a burst of %s drains within seconds',
  async (_name, kind) => {
    const jobs = createQueue()
    let done = 0
    jobs.handle(kind, async () => {
      // Still busy when the next notification arrives.
      await pause(20)
      done++
    })
    await jobs.start({ work: true })
    await expect.poll(() => done).toBeGreaterThanOrEqual(kind.every ? 1 : 0)
    const before = done

    for (let burst = 0; burst < 4; burst++)
      await Promise.all(Array.from({ length: 15 }, () => jobs.enqueue(database.db, kind, payloadOf(kind))))

    // Half a minute is too short if each job waits for the queue's poll.
    await expect.poll(listJobs, { timeout: 25_000 }).toEqual([])
    expect(done - before).toBeGreaterThanOrEqual(kind.every ? 1 : 60)
  },
)

const noteJob = defineJob({
  name: 'note',
  concurrency: 4,
  retryLimit: 0,
  payload: z.object({ text: z.string() }),
})

test('a job whose notification was lost is taken within seconds', async () => {
  const jobs = createQueue()
  const taken: string[] = []
  jobs.handle(noteJob, async ({ text }) => void taken.push(text))
  await jobs.start({ work: true })
  await jobs.enqueue(database.db, noteJob, { text: 'told' })
  await expect.poll(() => taken).toEqual(['told'])

  await database.pool.query(`insert into pgboss.job (name, data) values ('note', '{"text": "not told"}')`)

  await expect.poll(() => taken).toEqual(['told', 'not told'])
})

test('a delayed job runs after its time, and delays no other', async () => {
  const jobs = createQueue()
  const kind = defineJob({ name: 'delayed', payload: z.object({ n: z.number() }) })
  const ran: number[] = []
  jobs.handle(kind, async ({ n }) => void ran.push(n))
  await jobs.start({ work: true })
  await jobs.enqueue(database.db, kind, { n: 1 }, { afterSeconds: 3600 })
  await jobs.enqueue(database.db, kind, { n: 2 })
  await expect.poll(() => ran).toEqual([2])
  const moved = await database.pool.query(
    `update pgboss.job set start_after = now() where name = 'delayed' and state = 'created'
       and start_after between now() + interval '50 minutes' and now() + interval '1 hour'`,
  )
  expect(moved.rowCount, 'it waited for its hour').toBe(1)
  await expect.poll(() => ran).toEqual([2, 1])
})

test('a slow sweep does not keep other kinds from sweeping', async () => {
  const jobs = createQueue()
  const stuck = Promise.withResolvers<void>()
  const every = { seconds: 0.01, payload: {} }
  let looks = 0
  jobs.handle(defineJob({ name: 'slow-look', payload: z.object({}), every }), () => stuck.promise)
  jobs.handle(defineJob({ name: 'quick-look', payload: z.object({}), every }), async () => void looks++)
  await jobs.start({ work: true })

  await expect.poll(() => looks).toBeGreaterThan(200)
  stuck.resolve()
})

test('all sweepers run at once when asked, in a process that works', async () => {
  const [working, web] = [createQueue(), createQueue()]
  const every = { seconds: 3600, payload: {} }
  const swept: string[] = []
  working.handle(
    defineJob({ name: 'rare', payload: z.object({}), every }),
    async () => void swept.push('working'),
  )
  web.handle(defineJob({ name: 'rare', payload: z.object({}), every }), async () => void swept.push('web'))
  await Promise.all([working.start({ work: true }), web.start({ work: false })])
  await expect.poll(() => swept).toEqual(['working'])

  working.sweep()
  web.sweep()

  await expect.poll(() => swept).toEqual(['working', 'working'])
})

test('a higher priority goes first, and one group does not keep all slots', async () => {
  const jobs = createQueue()
  const taken: string[] = []
  const running: { text: string; finish: () => void }[] = []
  let isOver = false
  jobs.handle(noteJob, async ({ text }) => {
    if (isOver) return
    const { promise, resolve } = Promise.withResolvers<void>()
    taken.push(text)
    running.push({ text, finish: resolve })
    await promise
  })
  /** Ends the oldest job and waits for the one that takes its slot. */
  const finishOne = async () => {
    const goal = taken.length + 1
    running.shift()!.finish()
    await expect.poll(() => taken.length).toBe(goal)
  }
  await jobs.start({ work: false })
  for (let n = 0; n < 20; n++) {
    await jobs.enqueue(database.db, noteJob, { text: 'later' }, { group: 'somebody' })
    await jobs.enqueue(database.db, noteJob, { text: 'flood' }, { group: 'flooder', priority: 1 })
  }
  await jobs.start({ work: true })
  // At first the slots are filled side by side, so each may find the group below its share.
  await expect.poll(() => taken.length).toBe(4)
  for (let slot = 0; slot < 4; slot++) await finishOne()
  expect(running.map(({ text }) => text).sort()).toEqual(['flood', 'flood', 'flood', 'later'])

  await jobs.enqueue(database.db, noteJob, { text: 'other' }, { group: 'other', priority: 1 })
  for (let slot = 0; slot < 4; slot++) await finishOne()
  expect(taken.slice(8)).toContain('other')

  isOver = true
  for (const { finish } of running) finish()
})

test('sealed payloads are unreadable in the database, and a withdrawn job is not run', async () => {
  const jobs = createQueue()
  const secretJob = defineJob({ ...noteJob, name: 'secret', isSealed: true })
  const taken: string[] = []
  jobs.handle(secretJob, async ({ text }) => void taken.push(text))
  await jobs.enqueue(database.db, secretJob, { text: 'keep me' })
  await jobs.enqueue(database.db, secretJob, { text: 'take me back' })
  const stored = (await listJobs()).filter(({ name }) => name === 'secret')
  expect(stored).toHaveLength(2)
  expect(JSON.stringify(stored)).not.toMatch(/keep|take/)

  await jobs.withdraw(database.db, secretJob, ({ text }) => text === 'take me back')
  await jobs.start({ work: true })

  await expect.poll(() => taken).toEqual(['keep me'])
  await expect.poll(async () => (await listJobs()).filter(({ name }) => name === 'secret')).toEqual([])
})

test('jobs are reported at begin and end with kind, id and time, and sweepers are not', async () => {
  const events: JobEvent[] = []
  const jobs = createPgBossJobs({
    databaseUrl,
    pool: database.pool,
    connections: 4,
    vault: createAesVault(keysOfText(SECRET_KEY)[0]),
    onError: () => undefined,
    onJob: (event) => events.push(event),
  })
  onTestFinished(() => jobs.stop())
  const payload = z.object({ fails: z.boolean() })
  const kind = defineJob({ name: 'reported', payload, retryLimit: 0 })
  const sweeper = defineJob({
    name: 'not-reported',
    payload: z.object({}),
    every: { seconds: 60, payload: {} },
  })
  let sweeps = 0
  jobs.handle(kind, async ({ fails }) => {
    if (fails) throw new Error('no')
  })
  jobs.handle(sweeper, async () => void sweeps++)
  await jobs.start({ work: true })
  await jobs.enqueue(database.db, kind, { fails: false })
  await expect.poll(() => events.map(({ event }) => event)).toEqual(['begun', 'ended'])
  await jobs.enqueue(database.db, kind, { fails: true })
  await expect.poll(() => events.at(-1)?.event).toBe('failed')
  await expect.poll(() => sweeps).toBeGreaterThan(0)
  expect(new Set(events.map((event) => event.kind))).toEqual(new Set(['reported']))
  expect(events[0]!.work).toBe(events[1]!.work)
  expect(events[1]!.ms).toEqual(expect.any(Number))
})
