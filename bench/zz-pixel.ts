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
 * `npm run bench -- pixel`: requests a second for the picture of a message, beside a bare Fastify route that answers
 * the same 43 bytes, in turns on the same machine, each with the same load. Every request of ours is verified and
 * written to PostgreSQL.
 */
const ROUNDS = 2
const ROUND_MS = 4000
const CONNECTIONS = 100
const MESSAGES = 2000
const TARGET = 0.7
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
  const paths = (await insertMessages()).map((id) => `/t/o/${tokens.sign('open', id)}.gif`)
  const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push(1)
    rates.ours.push(await load(ours, (n) => paths[n % paths.length]!))
  }
  await app.features.tracking.flushVisits()
  report(rates)
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from tracking_events')
  process.stdout.write(`events written: ${rows[0]!.n.toLocaleString('en')}\n`)
} finally {
  await bare.close()
  await app.stop()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

function report(rates: { ours: number[]; bare: number[] }): void {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
  const [one, other] = [median(rates.ours), median(rates.bare)]
  const share = one / other
  process.stdout.write(
    `pixel ${Math.round(one).toLocaleString('en')}/s, bare Fastify route ${Math.round(other).toLocaleString('en')}/s: ${Math.round(share * 100)} % (target ${TARGET * 100} %), medians of ${ROUNDS} rounds, ${CONNECTIONS} connections\n`,
  )
}

/** Messages that were handed over, so that their opens are recorded. */
async function insertMessages(): Promise<string[]> {
  const { rows: users } = await database.pool.query<{ id: string }>(
    `insert into users (email, first_name, last_name, password_hash, subscription_plan, created_at)
     values ('bench@customer.example', 'B', 'T', 'none', 'premium', now()) returning id`,
  )
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into recipients (owner_id, round, email, subject, content, state, next_at, queued_at, transmitting_at, finished_at)
     select $1, 1, 'p' || n || '@shop.example', 's', 'c', 'sent', now(), now(), now(), now() from generate_series(1, $2) n
     returning id`,
    [users[0]!.id, MESSAGES],
  )
  return rows.map(({ id }) => id)
}

/** Requests a second over kept connections, each with one request under way, as mail proxies ask. */
async function load(url: string, pathOf: (n: number) => string): Promise<number> {
  const { hostname, port } = new URL(url)
  const until = performance.now() + ROUND_MS
  let asked = 0
  let answered = 0
  const agent = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
  const request = () => `GET ${pathOf(asked++)} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${agent}\r\n\r\n`
  const started = performance.now()
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
  return (answered / (performance.now() - started)) * 1000
}
