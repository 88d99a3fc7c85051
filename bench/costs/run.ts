import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { pathOf } from '@goldpan/contract/route'
import { tableRoutes } from '@goldpan/contract/tables'
import { pino } from 'pino'
import { compose } from '../../apps/server/src/compose.ts'
import { createMailTokens } from '../../apps/server/src/compose-ports.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { startBundledPostgres } from '../../apps/server/src/db/bundled/bundled-postgres.ts'
import { findHome } from '../../apps/server/src/db/bundled/place.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { importSampleData } from '../../apps/server/src/demo/sample-data.ts'
import { systemClock } from '../../apps/server/src/providers/clock/system.ts'
import { createFakeJobs } from '../../apps/server/src/providers/jobs/fake.ts'
import { insertPeople } from '../api/people.ts'
import { queueCampaign } from '../sending/campaign.ts'
import { type Cost, createMeter } from './meter.ts'

/**
 * `npm run bench -- costs [unit]`: what one search, one screen of a list, one website read, one message and one open cost, in
 * processor time of ours and of PostgreSQL's, in queries and in bytes. Processor time does not depend on what else the
 * machine does, so these figures hold beside other work. docs/scaling.md rests on them.
 */
const ROUNDS = 3
const SEARCHES = 300
const LISTS = 500
const SITES = 60
const MESSAGES = 500
const OPENS = 2000
const ONLY = process.argv.slice(2).join(' ')
const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
chmodSync(folder, 0o755)
const postgres = await startBundledPostgres({ dataDir: folder })
const database = openDatabase(postgres.url)
const { pool } = database
await migrate(pool, new Date().toISOString())
const sites = fork(join(import.meta.dirname, 'sites.ts'))
const [{ port: sitesPort }] = await once(sites, 'message')
const sink = fork(join(import.meta.dirname, '../sending/sink.ts'))
const [{ port: sinkPort }] = await once(sink, 'message')
const hosts = Array.from(
  { length: SITES * (ROUNDS + 1) },
  (_, n) => `127.0.${1 + Math.floor(n / 200)}.${1 + (n % 200)}:${sitesPort}`,
)
const config = readConfig({
  ...{ NODE_ENV: 'test', DATA_DIR: folder, DEMO: 'off', BOT_CHECK: 'off', DOMAIN_CHECK: 'off' },
  ...{
    MAIL_SMTP_URL: `smtp://127.0.0.1:${sinkPort}`,
    SEND_CONCURRENCY: '20',
    SEND_CONNECTIONS_PER_GROUP: '0',
  },
  ...{ CRAWL_ALLOW_PRIVATE: hosts.join(','), CRAWL_CONCURRENCY: '50', REPLY_DOMAIN: 'reply.bench.example' },
})
// Waking a worker is a matter of whole jobs; here it is woken by hand.
const jobs = createFakeJobs()
const app = await compose(
  {
    ...{ config: { ...config, roles: [] }, database, logger: pino({ level: 'error' }) },
    publicUrl: () => 'https://bench.example',
  },
  { jobs },
)
await app.start()
await importSampleData(pool, app.ports.places, { port: 80, onProgress: () => undefined })
const people = await insertPeople(pool, 200)
const record = readFileSync(join(findHome(folder), 'data', 'postmaster.pid'), 'utf8')
const meter = await createMeter(pool, Number.parseInt(record, 10))

async function ask(person: number, method: 'GET' | 'POST', url: string, payload?: object): Promise<unknown> {
  const { cookie } = people[person % people.length]!
  const answer = await app.server.inject({ method, url, headers: { cookie }, ...(payload && { payload }) })
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`)
  return answer.json()
}

/** A few at once, as in use. */
async function many(count: number, run: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < count) await run(next++)
    }),
  )
}

let opened = 0
let read = 0
const works: { name: string; units: number; run: () => Promise<() => Promise<unknown>> }[] = [
  {
    ...{ name: 'a search', units: SEARCHES },
    async run() {
      // The month's searches are counted, and tokens pay beyond them.
      await pool.query('delete from rate_limits; update users set tokens_enabled = true')
      await pool.query(
        'insert into token_balances (owner_id, tokens) select id, 1000 from users on conflict (owner_id) do update set tokens = 1000',
      )
      const body = { query: 'hotel', location: 'Vaduz' }
      return () => many(SEARCHES, (n) => ask(n, 'POST', '/api/business/search', body))
    },
  },
  {
    ...{ name: 'a screen of prospects', units: LISTS },
    run: async () => () => many(LISTS, (n) => ask(n, 'GET', '/api/prospecting/prospects?limit=100')),
  },
  { ...{ name: 'a website of two pages', units: SITES }, run: prepareGathering },
  {
    ...{ name: 'a message', units: MESSAGES },
    async run() {
      await queueCampaign(pool, MESSAGES)
      return () => app.features.sendingWorker.work(new AbortController().signal)
    },
  },
  { ...{ name: 'an open', units: OPENS }, run: prepareOpens },
]

async function prepareGathering() {
  const own = hosts.slice(read, read + SITES)
  read += SITES
  const businesses = own.map((host) => ({
    ...{ place_id: `osm:node/${host}`, name: `Shop ${host}`, address: 'Main Street', phone: null },
    website: `http://${host}/`,
  }))
  const body = { name: `Shops ${read}`, query: 'shop', businesses }
  const { id } = (await ask(0, 'POST', tableRoutes.create.path, body)) as { id: string }
  await ask(0, 'POST', pathOf(gatheringRoutes.start.path), {
    businessTableId: id,
    businessIds: businesses.map(({ place_id }) => place_id),
  })
  return () => jobs.drain()
}

async function prepareOpens() {
  const tokens = await createMailTokens({ database }, systemClock)
  const { rows } = await pool.query<{ id: string }>(
    "select id from recipients where state = 'sent' order by id offset $1 limit $2",
    [opened, OPENS],
  )
  opened += OPENS
  const headers = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0',
  }
  return async () => {
    await many(rows.length, (n) =>
      app.server.inject({ url: `/t/o/${tokens.sign('open', rows[n]!.id)}.gif`, headers }),
    )
    await app.features.tracking.flushVisits()
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const size = (bytes: number) =>
  bytes >= 10_240 ? `${(bytes / 1024).toFixed(0)} KiB` : `${bytes.toFixed(0)} B`

try {
  process.stdout.write(
    '| unit | our CPU | PostgreSQL’s CPU | queries | stored | written to its log |\n|---|---|---|---|---|---|\n',
  )
  for (const { name, units, run } of works.filter((one) => one.name.includes(ONLY))) {
    const costs: Cost[] = []
    // The first time warms everything up.
    for (let round = 0; round <= ROUNDS; round++) costs.push(await meter.measure(units, await run()))
    const middle = (kind: keyof Cost) => median(costs.slice(1).map((cost) => cost[kind]))
    process.stdout.write(
      `| ${name} | ${middle('ownMs').toFixed(2)} ms | ${middle('databaseMs').toFixed(2)} ms | ${middle('queries').toFixed(1)} | ${size(middle('storedBytes'))} | ${size(middle('loggedBytes'))} |\n`,
    )
  }
} finally {
  sites.disconnect()
  sink.disconnect()
  await app.stop()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
