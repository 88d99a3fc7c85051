import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { afterAll, expect, onTestFinished } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { readJob, startSend, writeCampaign } from '../written-campaign.ts'
import { startSink } from './mail-sink.ts'
import { startReplicatedPostgres } from './replicated-postgres.ts'
import { sized } from './size.ts'
import { DATABASE_AWAY, startWorker, until } from './worker-process.ts'

const OPERATOR = 'operator@goldpan.example'
const RECIPIENTS = sized(80, 600)
/** Messages sent before the moment that is lost. */
const BEFORE = RECIPIENTS / 4
/** Messages sent until the end of that moment. */
export const BEFORE_AND_LOST = RECIPIENTS / 2

export const postgres = await startReplicatedPostgres()
const { createCustomer, app, query, drain } = await startTestApp({
  ports: { systemClock },
  databaseUrl: postgres.url,
})
const folder = mkdtempSync(path.join(tmpdir(), 'goldpan-lost-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A campaign of which the mail server takes a quarter at first, sent by a worker that is a process of its own. */
export async function beginSend(name: string) {
  const who = await createCustomer(name)
  await who.call(sendingCareRoutes.savePace, { body: NO_PACE })
  let most = BEFORE
  const sink = await startSink(() => Math.random() * 10, {
    isHeld: (messageId) => messageId.startsWith('v1.') && received().length >= most,
  })
  const received = () =>
    sink.accepted.filter(({ messageId }) => messageId.startsWith('v1.')).map(({ to }) => to)
  const { id } = await writeCampaign(who, RECIPIENTS)
  await drain()
  const { answer } = await startSend(who, id)
  const lines: string[] = []
  const work = (dataDir: string) => {
    const environment = { DATABASE_URL: postgres.url, MAIL_SMTP_URL: sink.url, SEND_CONCURRENCY: '5' }
    const settings = { ...environment, OPERATOR_EMAIL: OPERATOR, DATA_DIR: path.join(folder, dataDir) }
    const provokes = new RegExp(`Sending is paused|${DATABASE_AWAY.source}`)
    return startWorker(settings, { provokes, log: (line) => lines.push(line) })
  }
  const worker = await work(name)
  onTestFinished(() => worker.kill())
  /** The mail server takes so many in all. */
  const take = (messages: number) => {
    most = messages
  }
  await until('the worker is in the middle of sending', () => received().length >= BEFORE)
  const find = () => readJob(who, answer.job_id)
  return { work, worker, lines, sink, received, take, find, jobId: answer.job_id }
}

type Send = Awaited<ReturnType<typeof beginSend>>

/** Waits until a worker has held all sending, and could have sent more since. */
export async function untilHeld({ sink }: Send): Promise<void> {
  const ready = `select 1 from installation_holds h where lifted_at is null and settled_at is not null
    and exists (select from workers where beat_at > h.at + interval '1 second')`
  // The application of this test asks the database only here, so that the worker is who notices.
  await until('sending is held', async () => (await query(ready).catch(() => [])).length > 0)
  await until('the operator has a letter', () => sink.accepted.some(({ to }) => to === OPERATOR))
}

/** Returns those who got a message that the database knows nothing of. */
export async function expectHeld(
  { received, find, lines, jobId }: Send,
  sentence: RegExp,
): Promise<Set<string>> {
  expect(new Set(received()).size, 'nobody got a message twice').toBe(received().length)
  expect((await find()).hold).toMatch(sentence)
  expect(lines.filter((line) => sentence.test(line) && line.includes('"level":50'))).toHaveLength(1)
  const waiting = await query<{ email: string }>(
    "select email from recipients where job_id = $1 and state in ('queued', 'claimed')",
    [jobId],
  )
  const lost = waiting.map(({ email }) => email).filter((email) => received().includes(email))
  expect(lost.length, 'without the hold they would get it again').toBeGreaterThan(10)
  return new Set(lost)
}

/** Waits until the worker has told the database what it noted in its data folder. */
export const untilRecalled = (lost: ReadonlySet<string>): Promise<void> =>
  until('what was lost is recalled', async () => {
    const recalled = await query<{ email: string }>(
      'select email from accepted_messages join recipients on id = recipient_id',
    )
    const known = new Set(recalled.map(({ email }) => email))
    return [...lost].every((email) => known.has(email))
  })

/** The operator resumes: everybody gets a message, and only what the database had lost leaves again. */
export async function resume({ received, find }: Send, lost: Set<string>): Promise<void> {
  expect(await app.features.sendingCare.epoch.lift(app.database.db)).toBe(true)
  await until('the rest is sent', async () => (await find()).status === 'completed')
  const all = received()
  const twice = all.filter((email, at) => all.indexOf(email) !== at)
  expect(twice.filter((email) => !lost.has(email))).toEqual([])
  expect(new Set(all).size).toBe(RECIPIENTS)
}
