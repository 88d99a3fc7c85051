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
import { startPolling } from './polling.ts'

/**
 * Messages a second into a local SMTP sink, from the queue in the database to the committed outcome: one process
 * against Nodemailer's own pool sending the same bytes (the limit), signed, and with more workers. Then memory with ten
 * times as many recipients. Rounds are interleaved; medians are printed.
 */
const { values: options } = parseArgs({
  options: {
    recipients: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '3' },
    memory: { type: 'string', default: '100000' },
    only: { type: 'string' },
    'semi-space': { type: 'string', default: '4' },
  },
})
const TOTAL = Number(options.recipients)
const CONNECTIONS = Number(options.connections)
const WATCHERS = 200
const here = import.meta.dirname
const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
const postgres = await startBundledPostgres({ dataDir: folder })
const database = openDatabase(postgres.url)
await migrate(database.pool, new Date().toISOString())

/** As `npm start` starts the product; 8 is for a process that only sends, see docs/scaling.md. */
const SENDER_FLAGS = [`--max-semi-space-size=${options['semi-space']}`]

const start = (file: string, env: Record<string, string> = {}, flags: string[] = []) =>
  fork(join(here, file), {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env },
    execArgv: [...flags, ...(process.env.PROF ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROF}`] : [])],
  })
const answer = async (child: ChildProcess) => (await once(child, 'message'))[0]
async function ask(child: ChildProcess, question: object) {
  const answered = answer(child)
  child.send(question)
  return answered
}

const sink = start('sink.ts')
const { port } = await answer(sink)
const url = `smtp://127.0.0.1:${port}`

interface Round {
  perSecond: number
  rss: number
  cpuMs: number
}

const environmentOf = (signed: boolean) => ({
  ...{ DATABASE_URL: postgres.url, MAIL_SMTP_URL: url, DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'error' },
  ...{ REPLY_DOMAIN: 'reply.bench.example', SEND_CONCURRENCY: String(CONNECTIONS), DOMAIN_CHECK: 'off' },
  ...{ POSTAL_ADDRESS: '1 Assay Lane, Goldwater', SEND_CONNECTIONS_PER_GROUP: '0', BOT_CHECK: 'off' },
  ...{ DKIM: signed ? 'on' : 'off', INBOUND_SMTP_PORT: 'off' },
})

/** A send that 200 screens watch, each asking every two seconds. */
async function runWatched(total: number): Promise<{ round: Round; p95: number; answers: number }> {
  const web = start('web.ts', environmentOf(false), SENDER_FLAGS)
  const { url: webUrl } = await answer(web)
  let heard = { p95: 0, answers: 0 }
  const round = await runWorkers(1, total, false, async (jobId) => {
    const { rows } = await database.pool.query('select owner_id from send_jobs where id = $1', [jobId])
    const { cookie } = await ask(web, { owner: rows[0].owner_id })
    const polling = startPolling(`${webUrl}/api/campaigns/jobs/${jobId}`, cookie, WATCHERS)
    return async () => {
      heard = await polling.stop()
    }
  })
  web.disconnect()
  return { round, ...heard }
}

/** All workers start at the same moment; the sink's first and last message are the time. */
async function runWorkers(
  count: number,
  total: number,
  signed = false,
  during?: (jobId: string) => Promise<() => Promise<void>>,
): Promise<Round> {
  const jobId = await queueCampaign(database.pool, total)
  const workers = Array.from({ length: count }, () => start('worker.ts', environmentOf(signed), SENDER_FLAGS))
  await Promise.all(workers.map(answer))
  await ask(sink, { reset: true, keep: 500 })
  const end = await during?.(jobId)
  const answers = await Promise.all(workers.map((worker) => ask(worker, { go: true })))
  await end?.()

  const { accepted, ms } = await ask(sink, {})
  const { rows } = await database.pool.query(
    "select count(*)::int as n from recipients where job_id = $1 and state = 'sent'",
    [jobId],
  )
  if (accepted !== total || rows[0].n !== total)
    throw new Error(`${accepted} were taken and ${rows[0].n} written down as sent, of ${total}`)
  return {
    perSecond: ((total - 1) * 1000) / ms,
    rss: Math.max(...answers.map(({ rss }) => rss)),
    cpuMs: answers.reduce((sum, { cpu }) => sum + cpu, 0) / total,
  }
}

async function runPool(bodies: string[]): Promise<Round> {
  const pool = start('pool.ts')
  await ask(sink, { reset: true })
  const { rss, cpu } = await ask(pool, { url, bodies, total: TOTAL, connections: CONNECTIONS })
  const { ms } = await ask(sink, {})
  return { perSecond: ((TOTAL - 1) * 1000) / ms, rss, cpuMs: cpu / TOTAL }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
function say(what: string, rounds: Round[]): number {
  const rate = median(rounds.map(({ perSecond }) => perSecond))
  const cpu = median(rounds.map(({ cpuMs }) => cpuMs))
  const rss = median(rounds.map(({ rss: one }) => one))
  console.log(`${what}: ${rate.toFixed(0)} a second, ${cpu.toFixed(2)} ms CPU each, ${rss} MB`)
  return rate
}

try {
  const results: Record<string, Round[]> = { pool: [], one: [], signed: [], two: [], four: [] }
  const isWanted = (name: string) => !options.only || options.only.split(',').includes(name)
  await runWorkers(1, Math.min(TOTAL, 1000))
  const { bodies } = await ask(sink, { bodies: true })
  for (let round = 0; round < Number(options.rounds); round++) {
    if (isWanted('pool')) results.pool!.push(await runPool(bodies))
    if (isWanted('one')) results.one!.push(await runWorkers(1, TOTAL))
    if (isWanted('signed')) results.signed!.push(await runWorkers(1, TOTAL, true))
    if (isWanted('two')) results.two!.push(await runWorkers(2, TOTAL))
    if (isWanted('four')) results.four!.push(await runWorkers(4, TOTAL))
  }
  console.log(`${TOTAL} recipients, ${CONNECTIONS} connections, ${bodies[0].length} bytes a message`)
  const limit = say("Nodemailer's pool, the same bytes", results.pool!)
  const one = say('Goldpan, one process', results.one!)
  console.log(`  that is ${((one / limit) * 100).toFixed(0)} % of the pool`)
  say('Goldpan, one process, signed with RSA-2048', results.signed!)
  say('Goldpan, two workers', results.two!)
  say('Goldpan, four workers', results.four!)
  if (isWanted('watched')) {
    const alone = median(
      [await runWorkers(1, TOTAL), await runWorkers(1, TOTAL)].map(({ perSecond }) => perSecond),
    )
    const { round, p95, answers } = await runWatched(TOTAL)
    console.log(
      `Watched by ${WATCHERS} screens: ${round.perSecond.toFixed(0)} a second against ${alone.toFixed(0)} unwatched; the progress answers in ${p95.toFixed(0)} ms (p95 of ${answers})`,
    )
  }
  if (isWanted('memory')) {
    const small = await runWorkers(1, TOTAL)
    const large = await runWorkers(1, Number(options.memory))
    const more = ((large.rss / small.rss - 1) * 100).toFixed(0)
    console.log(
      `Memory: ${small.rss} MB with ${TOTAL} recipients, ${large.rss} MB with ${options.memory} (${more} %)`,
    )
  }
} finally {
  sink.disconnect()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
