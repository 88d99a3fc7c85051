import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { compose } from '../apps/server/src/compose.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { startBundledPostgres } from '../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { asOwner, type OwnerId } from '../apps/server/src/db/owner.ts'

/**
 * Booking a unit: the time of a whole transaction on the bundled PostgreSQL, durable as in real use, beside the least
 * that any booking could cost there: a transaction that inserts one row. Then the time to read a balance with few and
 * with 1,000,000 rows in the ledger.
 */
const CUSTOMERS = 200
const ROUNDS = 5
const ROWS = 1_000_000
const BATCH = 50_000

const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
const postgres = await startBundledPostgres({ dataDir: folder })
const database = openDatabase(postgres.url)
await migrate(database.pool, new Date().toISOString())
const config = { ...readConfig({ NODE_ENV: 'test', DATA_DIR: folder, DEMO: 'off' }), roles: [] }
const logger = pino({ level: 'error' })
const app = await compose({ config, database, logger, publicUrl: () => config.publicUrl })
await app.start()
const { usage } = app.features

const { rows } = await database.pool.query<{ id: string }>(
  `insert into users (email, first_name, last_name, password_hash, subscription_plan, created_at)
   select 'bench-' || n || '@customer.example', 'B', 'T', 'none', 'premium', now() from generate_series(1, $1) n
   returning id`,
  [CUSTOMERS],
)
const owners = rows.map(({ id }) => asOwner(id))

await database.pool.query(
  'create table bench_floor (owner_id uuid not null, cause text not null, at timestamptz not null)',
)

type Work = (owner: OwnerId) => Promise<number>
let booked = 0
async function timeBooking(owner: OwnerId): Promise<number> {
  booked += 1
  const cause = `bench:${booked}`
  const start = performance.now()
  await database.db.transaction((tx) => usage.book(tx, owner, 'emails_sent', cause))
  return performance.now() - start
}

/** The floor: the same three messages to the server and the same durable commit. */
async function timeInsert(owner: OwnerId): Promise<number> {
  const start = performance.now()
  await database.db.transaction((tx) =>
    tx.execute(sql`insert into bench_floor values (${owner}, 'floor', now())`),
  )
  return performance.now() - start
}

const at = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const median = (times: number[]): number => at(times, 0.5)
const say = (what: string, times: number[]) =>
  console.log(`${what}: median ${median(times).toFixed(2)} ms, p99 ${at(times, 0.99).toFixed(2)} ms`)

/** All at once, again as soon as the last is done: the pool's queue is part of the time. */
async function allAtOnce(work: Work): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(...(await Promise.all(owners.map(work))))
  return times
}

/** 200 customers who are all busy: each books once a second, at a moment of their own. */
async function spread(work: Work): Promise<number[]> {
  const one = async (owner: OwnerId, index: number) => {
    await sleep((index * 1000) / CUSTOMERS)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const time = await work(owner)
      times.push(time)
      await sleep(Math.max(0, 1000 - time))
    }
    return times
  }
  return (await Promise.all(owners.map(one))).flat()
}

async function readBalances(owner: OwnerId): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < 300; n++) {
    const start = performance.now()
    await usage.getBalance(owner)
    times.push(performance.now() - start)
  }
  return times
}

try {
  for (const work of [timeInsert, timeBooking]) await allAtOnce(work)
  for (const [name, work] of [
    ['one row inserted', timeInsert],
    ['a unit booked', timeBooking],
  ] as const) {
    const alone: number[] = []
    for (let n = 0; n < 200; n++) alone.push(await work(owners[n % CUSTOMERS]!))
    say(`${name}, one after the other`, alone)
    say(`${name}, ${CUSTOMERS} customers in parallel, each once a second`, await spread(work))
    const start = performance.now()
    const atOnce = await allAtOnce(work)
    const perSecond = (CUSTOMERS * ROUNDS * 1000) / (performance.now() - start)
    say(
      `${name}, ${CUSTOMERS} in the same instant (queue included, ${perSecond.toFixed(0)} a second)`,
      atOnce,
    )
  }
  say('balance with a handful of rows', await readBalances(owners[0]!))
  for (let from = 1; from <= ROWS; from += BATCH)
    await database.pool.query(
      `insert into usage_entries (owner_id, spender_id, cause, kind, tokens, created_at)
       select $1, $1, 'bench-row:' || n, 'grant', 1, now() from generate_series($2::int, $3::int) n`,
      [owners[0], from, from + BATCH - 1],
    )
  say(`balance with ${ROWS.toLocaleString('en')} rows`, await readBalances(owners[0]!))
} finally {
  await app.stop()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
