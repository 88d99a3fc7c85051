import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { startBundledPostgres } from '../../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { gatheringJob } from '../../apps/server/src/features/gathering/gathering.ts'
import { sendingJob } from '../../apps/server/src/features/sending/sending.ts'
import { createPgBossJobs } from '../../apps/server/src/providers/jobs/pg-boss.ts'
import type { JobKind } from '../../apps/server/src/providers/jobs/port.ts'
import { createAesVault, keysOfText } from '../../apps/server/src/providers/vault/aes-vault.ts'
import { running, startProduct } from '../../apps/server/test/product-process.ts'
import { SECRET_KEY } from '../../apps/server/test/secret-key.ts'
import { queueCampaign } from '../sending/campaign.ts'
import { queueGathering, startWebsites } from './gathering.ts'

/**
 * How long somebody with little to do waits beside somebody with very much: ten messages beside 100,000, five
 * businesses beside 5,000, in one worker with the product's own limits. Each is timed alone and beside the other, from
 * pressing the button to the last outcome in the database. The large ones are stopped once that is known.
 */
const { values: options } = parseArgs({
  options: {
    recipients: { type: 'string', default: '100000' },
    businesses: { type: 'string', default: '5000' },
    /** What the mail servers take for a message, and websites for a page. */
    'message-ms': { type: 'string', default: '200' },
    'page-ms': { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
  },
})
const [MANY_MESSAGES, MANY_BUSINESSES] = [Number(options.recipients), Number(options.businesses)]
const FEW = { messages: 10, businesses: 5 }

const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
const postgres = await startBundledPostgres({ dataDir: folder })
const database = openDatabase(postgres.url)
await migrate(database.pool, new Date().toISOString())
const sink = fork(join(import.meta.dirname, '../sending/sink.ts'))
const [{ port }] = await once(sink, 'message')
sink.send({ reset: true, delayMs: Number(options['message-ms']) })
const websites = await startWebsites(Number(options['page-ms']))

const jobs = createPgBossJobs({
  ...{ databaseUrl: postgres.url, pool: database.pool, connections: 2 },
  vault: createAesVault(keysOfText(SECRET_KEY)[0]),
  onError: (error) => console.error(error),
})
await jobs.start({ work: false })
const worker = await startProduct({
  ...{
    ROLES: 'worker',
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    MAIL_SMTP_URL: `smtp://127.0.0.1:${port}`,
  },
  ...{ CRAWL_ALLOW_PRIVATE: websites.allowed, POSTAL_ADDRESS: '1 Assay Lane, Goldwater' },
})

interface Kind {
  what: string
  job: JobKind<Record<string, never>>
  queue: (count: number) => Promise<string>
  /** Of one job: how many are done. */
  countDone: string
  stop: string
}

const sending: Kind = {
  what: 'messages',
  job: sendingJob,
  queue: (count) => inOneGo((client) => queueCampaign(client, count)),
  countDone: "select count(*)::int as done from recipients where job_id = $1 and state = 'sent'",
  stop: "with over as (update recipients set state = 'cancelled' where job_id = $1 and state = 'queued') update send_jobs set status = 'cancelled' where id = $1",
}
const gathering: Kind = {
  what: 'businesses',
  job: gatheringJob,
  queue: (count) => inOneGo((client) => queueGathering(client, websites, count)),
  countDone: "select count(*)::int as done from gathering_items where job_id = $1 and state = 'done'",
  stop: "with over as (update gathering_items set state = 'cancelled' where job_id = $1 and state = 'queued') update gathering_jobs set status = 'cancelled' where id = $1",
}

/** As the product does: a worker that sees a job without its rows would take it for done. */
async function inOneGo<Answer>(queue: (client: pg.PoolClient) => Promise<Answer>): Promise<Answer> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    const answer = await queue(client)
    await client.query('commit')
    return answer
  } finally {
    client.release()
  }
}

async function waitFor(kind: Kind, job: string, wanted: number): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query<{ done: number }>(kind.countDone, [job])
    if (rows[0]!.done >= wanted) return
    await pause(20)
  }
}

/** From the press of the button to the last of a few. */
async function time(kind: Kind, count: number): Promise<number> {
  const job = await kind.queue(count)
  const from = performance.now()
  await jobs.enqueue(database.db, kind.job, {}, { key: kind.job.name })
  await waitFor(kind, job, count)
  return (performance.now() - from) / 1000
}

const seconds = (values: number[]) => values.map((value) => `${value.toFixed(1)} s`).join(', ')

async function compare(kind: Kind, many: number, few: number): Promise<void> {
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < Number(options.rounds); round++) alone.push(await time(kind, few))
  const large = await kind.queue(many)
  await jobs.enqueue(database.db, kind.job, {}, { key: kind.job.name })
  await waitFor(kind, large, 50)
  for (let round = 0; round < Number(options.rounds); round++) beside.push(await time(kind, few))
  const { rows } = await database.pool.query<{ done: number }>(kind.countDone, [large])
  await database.pool.query(kind.stop, [large])
  const delay = Math.max(...beside) - Math.min(...alone)
  console.log(
    `${few} ${kind.what}: alone ${seconds(alone)}; beside ${many} of another ${seconds(beside)} (of those ${rows[0]!.done} were done by then)`,
  )
  console.log(
    `  the delay is at most ${delay.toFixed(1)} s; the promise is 30 s: ${delay <= 30 ? 'kept' : 'BROKEN'}`,
  )
  if (delay > 30) process.exitCode = 1
}

try {
  await compare(sending, MANY_MESSAGES, FEW.messages)
  await compare(gathering, MANY_BUSINESSES, FEW.businesses)
} finally {
  await worker.stop()
  for (const child of running) child.kill('SIGKILL')
  sink.disconnect()
  websites.close()
  await jobs.stop()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
