import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { pino } from 'pino'
import { compose } from '../apps/server/src/compose.ts'
import { createMailTokens } from '../apps/server/src/compose-ports.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { startBundledPostgres } from '../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { systemClock } from '../apps/server/src/providers/clock/system.ts'

/**
 * Pixels per second, each requested for the first time and therefore recorded, beside a bare Fastify route with the
 * same 43 bytes. Then 10,000 opens at once on separate connections. None may be lost.
 */
const ROUNDS = 5
const ROUND_MS = 3000
const CONNECTIONS = 100
const MESSAGES_A_ROUND = 80_000
const AT_ONCE = 10_000
const MIN_PER_SECOND = 1000
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
const AGENT = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'

const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
const postgres = await startBundledPostgres({ dataDir: folder })
const database = openDatabase(postgres.url)
await migrate(database.pool, new Date().toISOString())
const config = { ...readConfig({ NODE_ENV: 'test', DATA_DIR: folder, DEMO: 'off' }), roles: [] }
const frame = { config, database, logger: pino({ level: 'error' }), publicUrl: () => config.publicUrl }
const app = await compose(frame)
await app.start()
const tokens = await createMailTokens(frame, systemClock)
const bare = Fastify()
bare.get('/pixel.gif', (_request, reply) => {
  void reply.header('content-type', 'image/gif').header('cache-control', 'no-store').send(PIXEL)
})

/** Inserts sent messages. Returns the URLs of their pixels. */
async function insertMessages(count: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `with customer as (
       insert into users (email, first_name, last_name, password_hash, subscription_plan, created_at)
       values (gen_random_uuid() || '@customer.example', 'B', 'T', 'none', 'premium', now()) returning id),
     campaign as (
       insert into campaigns (owner_id, name, description, marketing_copy, status, created_at, updated_at)
       select id, 'Bench', '', '', 'active', now(), now() from customer returning id, owner_id),
     people as (
       insert into prospects (owner_id, email, status, created_at, updated_at)
       select id, 'p' || n || '@shop.example', 'email_sent', now(), now()
       from customer, generate_series(1, $1::int) n returning id, email),
     attached as (
       insert into campaign_prospects (owner_id, campaign_id, prospect_id, email, position, email_status, email_subject, email_content, created_at, sent_at)
       select campaign.owner_id, campaign.id, people.id, email, row_number() over (), 'sent', 's', repeat('word ', 300), now(), now()
       from people, campaign returning id, owner_id, campaign_id, prospect_id, email)
     insert into recipients (owner_id, campaign_id, campaign_prospect_id, prospect_id, round, email, subject, content, state, next_at, queued_at, transmitting_at, finished_at)
     select owner_id, campaign_id, id, prospect_id, 1, email, 's', 'c', 'sent', now(), now(), now(), now() from attached
     returning id`,
    [count],
  )
  // Autovacuum would otherwise run while we measure.
  await database.pool.query('vacuum (analyze) recipients, campaign_prospects, prospects, tracking_events')
  await database.pool.query('checkpoint')
  return rows.map(({ id }) => `/t/o/${tokens.sign('open', id)}.gif`)
}

async function countRecorded(): Promise<number> {
  await app.features.tracking.flushVisits()
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from tracking_events')
  return rows[0]!.n
}

/** Keeps a connection busy until `next` returns null. Resolves to the number of replies. */
function ask(url: string, next: () => string | null): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let answered = 0
    let received: Buffer = Buffer.alloc(0)
    const socket = connect(Number(port), hostname)
    const send = () => {
      const path = next()
      if (path === null) socket.destroy()
      else socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nUser-Agent: ${AGENT}\r\n\r\n`)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => resolve(answered))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const end = received.indexOf('\r\n\r\n')
      if (end < 0 || received.length < end + 4 + PIXEL.length) return
      if (!received.subarray(0, 15).includes(' 200')) return reject(new Error('not 200'))
      received = Buffer.alloc(0)
      answered += 1
      send()
    })
  })
}

interface Load {
  answered: number
  perSecond: number
}

async function load(url: string, pathOf: (n: number) => string): Promise<Load> {
  const started = performance.now()
  let asked = 0
  const next = () => (performance.now() - started < ROUND_MS ? pathOf(asked++) : null)
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => ask(url, next)))
  const answered = counts.reduce((sum, count) => sum + count, 0)
  return { answered, perSecond: (answered * 1000) / (performance.now() - started) }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Returns the median rate. */
async function measureSustained(ours: string, peer: string): Promise<number> {
  const rates: { ours: number[]; peer: number[] } = { ours: [], peer: [] }
  // The first round warms up the JIT.
  for (let round = 0; round <= ROUNDS; round++) {
    const peerLoad = await load(peer, () => '/pixel.gif')
    const paths = await insertMessages(MESSAGES_A_ROUND)
    const before = await countRecorded()
    const ourLoad = await load(ours, (n) => paths[n]!)
    const lost = ourLoad.answered - ((await countRecorded()) - before)
    if (lost > 0) throw new Error(`${lost} opens of ${ourLoad.answered} were lost`)
    if (round === 0) continue
    rates.ours.push(ourLoad.perSecond)
    rates.peer.push(peerLoad.perSecond)
  }
  const [rate, limit] = [median(rates.ours), median(rates.peer)]
  console.log(
    `${rate.toFixed(0)} pixels a second (floor ${MIN_PER_SECOND}); a bare route ${limit.toFixed(0)} (we reach ${((rate / limit) * 100).toFixed(0)} %)`,
  )
  return rate
}

/** Returns the number of lost opens. */
async function measureBurst(ours: string): Promise<number> {
  const paths = await insertMessages(AT_ONCE)
  const before = await countRecorded()
  await Promise.all(
    paths.map((path) => {
      const once = [path]
      return ask(ours, () => once.pop() ?? null)
    }),
  )
  const lost = AT_ONCE - ((await countRecorded()) - before)
  console.log(`${AT_ONCE} opens at once: ${lost} lost (floor 0)`)
  return lost
}

try {
  const [ours, peer] = await Promise.all([
    app.server.listen({ port: 0, host: '127.0.0.1' }),
    bare.listen({ port: 0, host: '127.0.0.1' }),
  ])
  const rate = await measureSustained(ours, peer)
  const lost = await measureBurst(ours)
  if (rate < MIN_PER_SECOND || lost > 0) process.exitCode = 1
} finally {
  await bare.close()
  await app.stop()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
