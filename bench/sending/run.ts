import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startBundledPostgres } from '../../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { queueCampaign } from './campaign.ts'

/**
 * Messages per second into a local SMTP sink, from the queue to the committed outcome, beside Nodemailer's pool with
 * the same bytes. Interleaved rounds; prints medians.
 * npm run bench -- sending [--recipients 10000] [--rounds 3] [--signed]
 */
const { values: options } = parseArgs({
  options: {
    recipients: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    /** Signs with RSA-2048, the product's default; the pool sends signed bytes. */
    signed: { type: 'boolean', default: false },
  },
})
const TOTAL = Number(options.recipients)
const ROUNDS = Number(options.rounds)
/** Messages per second by connections. */
const FLOORS = { 5: 100, 50: 250 }
/** Warms up the JIT of each process. */
const WARM_UP = 1000

interface Round {
  perSecond: number
  rss: number
}

const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
const postgres = await startBundledPostgres({ dataDir: folder })
const database = openDatabase(postgres.url)
await migrate(database.pool, new Date().toISOString())

const start = (file: string, env: Record<string, string> = {}) =>
  fork(join(import.meta.dirname, file), { env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env } })

async function reply(child: ChildProcess) {
  const ended = new AbortController()
  const onExit = () => ended.abort(new Error('a process of the bench ended before it replied'))
  child.once('exit', onExit)
  const [message] = await once(child, 'message', { signal: ended.signal })
  child.off('exit', onExit)
  return message
}

async function ask(child: ChildProcess, order: object | string) {
  const answer = reply(child)
  child.send(order)
  return answer
}

const sink = start('sink.ts')
const { port } = await reply(sink)
const url = `smtp://127.0.0.1:${port}`

async function runWorker(connections: number): Promise<Round> {
  // Dead rows would slow down later rounds.
  await database.pool.query('truncate users, owners cascade')
  const worker = start('worker.ts', {
    DATABASE_URL: postgres.url,
    MAIL_SMTP_URL: url,
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    REPLY_DOMAIN: 'reply.bench.example',
    SEND_CONCURRENCY: String(connections),
    SEND_CONNECTIONS_PER_GROUP: '0',
    DOMAIN_CHECK: 'off',
    BOT_CHECK: 'off',
    INBOUND_SMTP_PORT: 'off',
    DKIM: options.signed ? 'on' : 'off',
  })
  await reply(worker)
  await queueCampaign(database.pool, WARM_UP)
  await ask(worker, 'work')
  const jobId = await queueCampaign(database.pool, TOTAL)
  await ask(sink, { reset: true, keep: 500 })
  const { rss } = await ask(worker, 'work')
  const ended = once(worker, 'exit')
  worker.send('end')
  await ended

  const { accepted, ms } = await ask(sink, {})
  const { rows } = await database.pool.query(
    "select count(*)::int as sent from recipients where job_id = $1 and state = 'sent'",
    [jobId],
  )
  if (accepted !== TOTAL || rows[0].sent !== TOTAL)
    throw new Error(`${accepted} were accepted and ${rows[0].sent} stored as sent, of ${TOTAL}`)
  return { perSecond: ((TOTAL - 1) * 1000) / ms, rss }
}

async function runPool(connections: number, bodies: string[]): Promise<Round> {
  const pool = start('pool.ts')
  await ask(pool, { url, bodies, connections, total: WARM_UP })
  await ask(sink, { reset: true })
  const { rss } = await ask(pool, { url, bodies, connections, total: TOTAL })
  const { ms } = await ask(sink, {})
  pool.disconnect()
  return { perSecond: ((TOTAL - 1) * 1000) / ms, rss }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const medianOf = (rounds: Round[], figure: keyof Round) => median(rounds.map((round) => round[figure]))

async function compare(connections: number, floor: number): Promise<boolean> {
  const ours: Round[] = []
  const pool: Round[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await runWorker(connections))
    const { bodies } = await ask(sink, { bodies: true })
    pool.push(await runPool(connections, bodies))
  }
  const perSecond = medianOf(ours, 'perSecond')
  const limit = medianOf(pool, 'perSecond')
  console.log(
    `${connections} connections: ${perSecond.toFixed(0)} messages a second (floor ${floor}), ${medianOf(ours, 'rss')} MB; ` +
      `Nodemailer's pool ${limit.toFixed(0)} (we reach ${((perSecond / limit) * 100).toFixed(0)} %)`,
  )
  return perSecond >= floor
}

try {
  console.log(`${TOTAL} recipients, medians of ${ROUNDS} rounds${options.signed ? ', signed' : ''}`)
  for (const [connections, floor] of Object.entries(FLOORS))
    if (!(await compare(Number(connections), floor))) process.exitCode = 1
} finally {
  sink.disconnect()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
