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
 * `npm run bench -- pixel`: requests a second for the pictures of messages, beside a bare Fastify route that answers
 * the same 43 bytes, in turns on the same machine, each with the same load. Measured twice: 2,000 messages whose
 * pictures proxies ask for again and again, and the worst case, in which every request is the first for its picture:
 * each is verified, judged and recorded, and moves the status of its recipient.
 */
const ROUNDS = 5
const ROUND_MS = 3000
const CONNECTIONS = 100
const MESSAGES = 2000
/** More than are asked for in a round. */
const FIRST_MESSAGES = 80_000
/** Requests a second, sustained. */
const FLOOR = 1000
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
const postgres = await startBundledPostgres({ dataDir: folder })
const database = openDatabase(postgres.url)
await migrate(database.pool, new Date().toISOString())
const config = { ...readConfig({ NODE_ENV: 'test', DATA_DIR: folder, DEMO: 'off' }), roles: [] }
const frame = { config, database, logger: pino({ level: 'error' }), publicUrl: () => config.publicUrl }
const app = await compose(frame)
await app.start()
const bare = Fastify()
bare.get('/pixel.gif', (_request, reply) => {
  void reply.header('content-type', 'image/gif').header('cache-control', 'no-store').send(PIXEL)
})

try {
  const [ours, peer] = await Promise.all([
    app.server.listen({ port: 0, host: '127.0.0.1' }),
    bare.listen({ port: 0, host: '127.0.0.1' }),
  ])
  const tokens = await createMailTokens(frame, systemClock)
  const pathOf = (id: string) => `/t/o/${tokens.sign('open', id)}.gif`
  const paths = (await insertMessages(MESSAGES)).map(pathOf)
  const rates: Rates = { bare: [], again: [], first: [] }
  let firsts = 0
  let written = 0
  // The first requests of each are slow, until their code is compiled.
  await load(peer, () => '/pixel.gif')
  await load(ours, (n) => paths[n % paths.length]!)
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push(await load(peer, () => '/pixel.gif'))
    rates.again.push(await load(ours, (n) => paths[n % paths.length]!))
    await app.features.tracking.flushVisits()
    const unseen = (await insertMessages(FIRST_MESSAGES)).map(pathOf)
    const before = await countEvents()
    const first = await load(ours, (n) => unseen[n]!)
    rates.first.push(first)
    await app.features.tracking.flushVisits()
    firsts += first.answered
    written += (await countEvents()) - before
  }
  report(rates)
  process.stdout.write(
    `of ${firsts.toLocaleString('en')} pictures asked for the first time ${written.toLocaleString('en')} were written down\n`,
  )
} finally {
  await bare.close()
  await app.stop()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function countEvents(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from tracking_events')
  return rows[0]!.n
}

interface Rate {
  answered: number
  perSecond: number
  /** Processor time of this process a request, with the load's own share: steadier beside other work. */
  cpuMicros: number
}

interface Rates {
  bare: Rate[]
  again: Rate[]
  first: Rate[]
}

function report(rates: Rates): void {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
  const perSecond = (found: Rate[]) => median(found.map((rate) => rate.perSecond))
  const cpu = (found: Rate[]) => `${median(found.map(({ cpuMicros }) => cpuMicros)).toFixed(0)} µs CPU each`
  const shown = (found: Rate[]) => `${Math.round(perSecond(found)).toLocaleString('en')}/s, ${cpu(found)}`
  const share = (found: Rate[]) => `${Math.round((perSecond(found) / perSecond(rates.bare)) * 100)} %`
  process.stdout.write(
    `bare Fastify route: ${shown(rates.bare)} (medians of ${ROUNDS} rounds, ${CONNECTIONS} connections)\n` +
      `pictures asked for again and again: ${shown(rates.again)}: ${share(rates.again)} (floor ${FLOOR.toLocaleString('en')}/s)\n` +
      `each picture for the first time: ${shown(rates.first)}: ${share(rates.first)}\n`,
  )
}

/** Messages of a campaign that were handed over, so that their opens are recorded. */
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
  // What the database still has to do for these rows is no part of what is measured.
  await database.pool.query('vacuum (analyze) recipients, campaign_prospects, prospects, tracking_events')
  await database.pool.query('checkpoint')
  return rows.map(({ id }) => id)
}

/** Kept connections, each with one request under way, as mail proxies ask. */
async function load(url: string, pathOf: (n: number) => string): Promise<Rate> {
  const { hostname, port } = new URL(url)
  const until = performance.now() + ROUND_MS
  let asked = 0
  let answered = 0
  const agent = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
  const request = () => `GET ${pathOf(asked++)} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${agent}\r\n\r\n`
  const started = performance.now()
  const before = process.cpuUsage()
  await Promise.all(
    Array.from(
      { length: CONNECTIONS },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(Number(port), hostname, () => socket.write(request()))
          socket.on('error', reject)
          socket.on('close', () => resolve())
          let held: Buffer = Buffer.alloc(0)
          socket.on('data', (chunk: Buffer) => {
            held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
            const end = held.indexOf('\r\n\r\n')
            if (end < 0 || held.length < end + 4 + PIXEL.length) return
            if (!held.subarray(0, 15).includes(' 200')) return reject(new Error('not 200'))
            held = Buffer.alloc(0)
            answered += 1
            if (performance.now() < until) socket.write(request())
            else socket.destroy()
          })
        }),
    ),
  )
  const { user, system } = process.cpuUsage(before)
  return {
    answered,
    perSecond: (answered / (performance.now() - started)) * 1000,
    cpuMicros: (user + system) / answered,
  }
}
