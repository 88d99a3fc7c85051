import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startBundledPostgres } from '../../apps/server/src/db/bundled/bundled-postgres.ts'
import { findHome } from '../../apps/server/src/db/bundled/place.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { processorTimeOf } from '../api/machine.ts'
import { queueCampaign } from './campaign.ts'

/**
 * Messages a second into a local SMTP sink, from the queue in the database to the committed outcome: one process
 * against Nodemailer's own pool sending the same bytes (the limit), signed, and with more workers. Then a long send that
 * is watched by screens in turns, and memory with ten times as many recipients. Rounds are interleaved; medians are
 * printed.
 */
const { values: options } = parseArgs({
  options: {
    recipients: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '3' },
    memory: { type: 'string', default: '100000' },
    /** Recipients of a send that is watched in turns. */
    watched: { type: 'string', default: '100000' },
    only: { type: 'string' },
    /** `bare` answers at once and parses next to nothing; `smtp-server` is a mail server made with that library. */
    sink: { type: 'string', default: 'bare' },
    'semi-space': { type: 'string', default: '4' },
  },
})
const TOTAL = Number(options.recipients)
const CONNECTIONS = Number(options.connections)
const WATCHERS = 200
/** What each process sends before it is measured: they live for days, and the first seconds are spent on compiling. */
const WARM_UP = 1000
/** A long send is watched and left alone in turns, each so long: the machine's speed changes within a minute. */
const TURN_MS = 2000
const SETTLE_MS = 500
const WARM_UP_WATCHED_MS = 6000
const here = import.meta.dirname
const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
const postgres = await startBundledPostgres({ dataDir: folder })
const postmaster = Number.parseInt(readFileSync(join(findHome(folder), 'data', 'postmaster.pid'), 'utf8'), 10)
const database = openDatabase(postgres.url)
await migrate(database.pool, new Date().toISOString())

/** As `npm start` starts the product; 8 is for a process that only sends, see docs/scaling.md. */
const SENDER_FLAGS = [`--max-semi-space-size=${options['semi-space']}`]

const start = (file: string, env: Record<string, string> = {}, flags: string[] = []) =>
  fork(join(here, file), {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env },
    execArgv: [...flags, ...(process.env.PROF ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROF}`] : [])],
  })
async function answer(child: ChildProcess) {
  const ended = new AbortController()
  const onExit = () => ended.abort(new Error('a process of the bench ended before it answered'))
  child.once('exit', onExit)
  const [message] = await once(child, 'message', { signal: ended.signal })
  child.off('exit', onExit)
  return message
}
async function ask(child: ChildProcess, question: object) {
  const answered = answer(child)
  child.send(question)
  return answered
}

/** Not before it has let go of the database. */
async function endInPeace(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit')
  worker.send({ end: true })
  await ended
}

const sink = start(options.sink === 'smtp-server' ? 'sink-smtp-server.ts' : 'sink.ts')
const { port } = await answer(sink)
const url = `smtp://127.0.0.1:${port}`

interface Round {
  perSecond: number
  rss: number
  /** Processor time of the workers, and of PostgreSQL, in milliseconds a message. */
  cpuMs: number
  databaseMs: number
}

/** Who asks during a turn of a long send: nobody, screens that ask a process that is no product, or those of Goldpan. */
const TURNS = ['alone', 'besides', 'watched'] as const
type TurnName = (typeof TURNS)[number]

interface Turn {
  perSecond: number
  /** How long each answer took, and processor time: of the web process, of the screens. All in milliseconds. */
  took: number[]
  webMs: number
  screenMs: number
}

const environmentOf = (signed: boolean) => ({
  ...{ DATABASE_URL: postgres.url, MAIL_SMTP_URL: url, DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'error' },
  ...{ REPLY_DOMAIN: 'reply.bench.example', SEND_CONCURRENCY: String(CONNECTIONS), DOMAIN_CHECK: 'off' },
  ...{ POSTAL_ADDRESS: '1 Assay Lane, Goldwater', SEND_CONNECTIONS_PER_GROUP: '0', BOT_CHECK: 'off' },
  ...{ DKIM: signed ? 'on' : 'off', INBOUND_SMTP_PORT: 'off' },
})

/** Turns of a long send, as many rounds of them as there is time for. */
async function runWatched(total: number): Promise<Record<TurnName, Turn>[]> {
  const servers = {
    besides: start('answering.ts'),
    watched: start('web.ts', environmentOf(false), SENDER_FLAGS),
  }
  const screens = { besides: start('polling.ts'), watched: start('polling.ts') }
  const [bare, web] = await Promise.all([answer(servers.besides), answer(servers.watched)])
  const webPid = servers.watched.pid!
  const rounds: Record<TurnName, Turn>[] = []

  async function connectScreens(jobId: string): Promise<void> {
    const { rows } = await database.pool.query('select owner_id from send_jobs where id = $1', [jobId])
    const { cookie } = await ask(servers.watched, { owner: rows[0].owner_id })
    const shared = { path: `/api/campaigns/jobs/${jobId}`, cookie, clients: WATCHERS }
    const at = ({ url }: { url: string }) => ({
      host: new URL(url).hostname,
      port: Number(new URL(url).port),
    })
    await ask(screens.besides, { ...at(bare), ...shared })
    await ask(screens.watched, { ...at(web), ...shared })
    await ask(screens.watched, { isAsking: true })
    await pause(WARM_UP_WATCHED_MS)
    await ask(screens.watched, { isAsking: false })
  }

  async function take(name: TurnName): Promise<Turn> {
    const asking = name === 'alone' ? null : screens[name]
    if (asking) await ask(asking, { isAsking: true })
    await pause(SETTLE_MS)
    if (asking) await ask(asking, { tell: true })
    const from = { at: performance.now(), webMs: processorTimeOf(webPid), ...(await ask(sink, {})) }
    await pause(TURN_MS)
    const to = { at: performance.now(), webMs: processorTimeOf(webPid), ...(await ask(sink, {})) }
    const { took, cpuMs } = asking ? await ask(asking, { isAsking: false }) : { took: [], cpuMs: 0 }
    const perSecond = ((to.accepted - from.accepted) * 1000) / (to.at - from.at)
    return { perSecond, took, webMs: to.webMs - from.webMs, screenMs: cpuMs }
  }

  async function takeTurns(): Promise<void> {
    let accepted = 0
    let inRound = 0
    // One that the send ends in would count what was no longer there to be sent.
    while (total - accepted > inRound * 1.3) {
      const order = TURNS.map((_, at) => TURNS[(at + rounds.length) % TURNS.length]!)
      const turns: Partial<Record<TurnName, Turn>> = {}
      for (const name of order) turns[name] = await take(name)
      rounds.push(turns as Record<TurnName, Turn>)
      const rates = order.map((name) => `${name} ${turns[name]!.perSecond.toFixed(0)}`)
      process.stderr.write(`turns ${rounds.length}: ${rates.join(', ')} a second\n`)
      const now = (await ask(sink, {})).accepted
      inRound = now - accepted
      accepted = now
    }
  }

  await runWorkers(1, total, false, async (jobId) => {
    await connectScreens(jobId)
    return takeTurns
  })
  // The screens first: a connection that is closed on them is a failure.
  for (const child of [...Object.values(screens), ...Object.values(servers)]) {
    child.disconnect()
    await once(child, 'exit')
  }
  return rounds
}

/** All workers start at the same moment; the sink's first and last message are the time. */
async function runWorkers(
  count: number,
  total: number,
  signed = false,
  prepare?: (jobId: string) => Promise<() => Promise<void>>,
): Promise<Round> {
  // Whoever comes later in a round would work on fuller tables.
  await database.pool.query('truncate users, owners cascade')
  const workers = Array.from({ length: count }, () => start('worker.ts', environmentOf(signed), SENDER_FLAGS))
  await Promise.all(workers.map(answer))
  await queueCampaign(database.pool, WARM_UP * count)
  await Promise.all(workers.map((worker) => ask(worker, { go: true })))
  const jobId = await queueCampaign(database.pool, total)
  await ask(sink, { reset: true, keep: 500 })
  const besides = await prepare?.(jobId)
  const before = processorTimeOf(postmaster)
  const sent = Promise.all(workers.map((worker) => ask(worker, { go: true })))
  const [answers] = await Promise.all([sent, besides?.()])
  const databaseMs = (processorTimeOf(postmaster) - before) / total
  await Promise.all(workers.map(endInPeace))

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
    databaseMs,
  }
}

async function runPool(bodies: string[]): Promise<Round> {
  const pool = start('pool.ts')
  const order = { url, bodies, connections: CONNECTIONS }
  await ask(pool, { ...order, total: WARM_UP })
  await ask(sink, { reset: true })
  const { rss, cpu } = await ask(pool, { ...order, total: TOTAL })
  const { ms } = await ask(sink, {})
  pool.disconnect()
  return { perSecond: ((TOTAL - 1) * 1000) / ms, rss, cpuMs: cpu / TOTAL, databaseMs: 0 }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const medianOf = <Of extends string>(rounds: Record<Of, number>[], what: Of) =>
  median(rounds.map((round) => round[what]))

/** What a kind of sending came to; parts that were left out say nothing. */
function say(what: string, rounds: Round[] | undefined): number | null {
  if (!rounds) return null
  const of = (key: keyof Round, digits = 0) => medianOf(rounds, key).toFixed(digits)
  console.log(
    `${what}: ${of('perSecond')} a second, ${of('cpuMs', 2)} ms CPU each and ${of('databaseMs', 2)} of PostgreSQL's, ${of('rss')} MB`,
  )
  return medianOf(rounds, 'perSecond')
}

/** Each turn is compared with the others of its round. */
async function compareWatched(): Promise<void> {
  const rounds: Record<TurnName, Turn>[] = []
  for (let send = 0; send < Number(options.rounds); send++)
    rounds.push(...(await runWatched(Number(options.watched))))
  const lessThan = (name: TurnName) =>
    `${(median(rounds.map((round) => 1 - round.watched.perSecond / round[name].perSecond)) * 100).toFixed(0)} % less`
  const rateOf = (name: TurnName) => median(rounds.map((round) => round[name].perSecond)).toFixed(0)
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
  const took = rounds.flatMap(({ watched }) => watched.took).toSorted((a, b) => a - b)
  const anAnswer = (ms: (turn: Turn) => number) =>
    (sum(rounds.map(({ watched }) => ms(watched))) / took.length).toFixed(2)
  console.log(
    `Goldpan, one process, watched by ${WATCHERS} screens for ${TURN_MS / 1000} s and not for as long, ${rounds.length} times: ${rateOf('watched')} a second`,
  )
  console.log(
    `  that is ${lessThan('alone')} than unwatched (${rateOf('alone')}), ${lessThan('besides')} than beside the screens alone, which ask a process that is no product (${rateOf('besides')}); medians of the turns beside each other`,
  )
  console.log(
    `  the progress answers in ${(took[Math.floor(took.length * 0.95)] ?? 0).toFixed(0)} ms (p95 of ${took.length}), ${anAnswer(({ webMs }) => webMs)} ms CPU of the web process an answer, ${anAnswer(({ screenMs }) => screenMs)} of the screen`,
  )
}

async function compareMemory(): Promise<void> {
  const small = await runWorkers(1, TOTAL)
  const large = await runWorkers(1, Number(options.memory))
  const more = ((large.rss / small.rss - 1) * 100).toFixed(0)
  console.log(
    `Memory: ${small.rss} MB with ${TOTAL} recipients, ${large.rss} MB with ${options.memory} (${more} %)`,
  )
}

try {
  const isWanted = (name: string) => !options.only || options.only.split(',').includes(name)
  await runWorkers(1, Math.min(TOTAL, 1000))
  const { bodies } = await ask(sink, { bodies: true })
  const kinds: Record<string, () => Promise<Round>> = {
    pool: () => runPool(bodies),
    one: () => runWorkers(1, TOTAL),
    signed: () => runWorkers(1, TOTAL, true),
    two: () => runWorkers(2, TOTAL),
    four: () => runWorkers(4, TOTAL),
  }
  const results: Record<string, Round[]> = {}
  for (let round = 0; round < Number(options.rounds); round++)
    for (const [name, run] of Object.entries(kinds))
      if (isWanted(name)) {
        const came = await run()
        results[name] = [...(results[name] ?? []), came]
        process.stderr.write(`round ${round + 1}, ${name}: ${came.perSecond.toFixed(0)} a second\n`)
      }

  console.log(
    `${TOTAL} recipients, ${CONNECTIONS} connections, ${bodies[0].length} bytes a message, a ${options.sink} sink`,
  )
  const limit = say("Nodemailer's pool, the same bytes", results.pool)
  const one = say('Goldpan, one process', results.one)
  if (limit && one) console.log(`  that is ${((one / limit) * 100).toFixed(0)} % of the pool`)
  say('Goldpan, one process, signed with RSA-2048', results.signed)
  say('Goldpan, two workers', results.two)
  say('Goldpan, four workers', results.four)
  if (isWanted('watched')) await compareWatched()
  if (isWanted('memory')) await compareMemory()
} finally {
  sink.disconnect()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
