import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { compose } from '../apps/server/src/compose.ts'
import { createMailTokens } from '../apps/server/src/compose-ports.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { startBundledPostgres } from '../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { systemClock } from '../apps/server/src/providers/clock/system.ts'
import { createFakeMail } from '../apps/server/src/providers/mail/fake.ts'
import { queueCampaign } from './sending/campaign.ts'

/**
 * Bytes that a mail and an open leave, and WAL that they write: after sending, after their texts moved out of the queue,
 * and after retention. Arguments: mails, default 20,000.
 */
const MAILS = Number(process.argv[2] ?? 20_000)
const OPENS = MAILS * 0.3
const DAY_MS = 86_400_000
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

/** Some 1,600 characters of words in no order, which compress as texts do. */
function writeText(): string {
  const words =
    'ovens bakery service repair price spare parts maker visit morning quality dough night team answer'
  const list = words.split(' ')
  let seed = 7
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed
  }
  const sentence = () =>
    Array.from(
      { length: 14 },
      () => `${list[next() % list.length]}${next() % 3 === 0 ? next() % 97 : ''}`,
    ).join(' ')
  return `<p>Hello,</p>\n${Array.from({ length: 15 }, () => `<p>${sentence()}.</p>`).join('\n')}`
}

const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
const postgres = await startBundledPostgres({ dataDir: folder })
const database = openDatabase(postgres.url)
const { pool } = database
await migrate(pool, new Date().toISOString())
let ahead = 0
const clock = { now: () => new Date(Date.now() + ahead) }
const config = {
  ...readConfig({ NODE_ENV: 'test', DATA_DIR: folder, DEMO: 'off', INBOUND_SMTP_PORT: 'off' }),
  roles: [],
}
const frame = { config, database, logger: pino({ level: 'error' }), publicUrl: () => config.publicUrl }
const app = await compose(frame, { systemClock: clock, mail: createFakeMail() })
await app.start()
const tokens = await createMailTokens(frame, systemClock)

const FAMILIES = [
  'recipients',
  'sent_texts',
  'campaign_prospects',
  'send_attempts',
  'tracking_events',
  'usage_entries',
  'prospects',
]
/** Bytes of each table with its months, indexes and TOAST. */
async function measure(): Promise<Record<string, number>> {
  await pool.query('vacuum (analyze)')
  const sizes: Record<string, number> = {}
  for (const name of FAMILIES) {
    const { rows } = await pool.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relname ~ $1`,
      [`^${name}(_[0-9]{4}_[0-9]{2})?$`],
    )
    sizes[name] = Number(rows[0]!.bytes)
  }
  return sizes
}

async function readWal(): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes",
  )
  return Number(rows[0]!.bytes)
}

const lines: Record<string, Record<string, number>> = {}
const empty = await measure()
/** Bytes of the database and WAL of the step, each by mail or open. */
async function step(name: string, per: number, work: () => Promise<unknown>): Promise<void> {
  const [wal, began] = [await readWal(), performance.now()]
  await work()
  const [written, ms] = [(await readWal()) - wal, performance.now() - began]
  const now = await measure()
  const bytes = Object.fromEntries(
    FAMILIES.map((family) => [family, Math.round((now[family]! - empty[family]!) / MAILS)]),
  )
  const all = Object.values(bytes).reduce((sum, one) => sum + one, 0)
  lines[name] = { ...bytes, all, wal: Math.round(written / per), seconds: Math.round(ms / 1000) }
}

const aborted = new AbortController().signal
const retain = () => app.features.retention.run(aborted)

await queueCampaign(pool, MAILS, writeText())
await step('sent', MAILS, () => app.features.sendingWorker.work(aborted))
const { rows } = await pool.query<{ id: string }>("select id from recipients where state = 'sent' limit $1", [
  OPENS,
])
ahead += 10 * 60_000
await step('0.3 opens', OPENS, async () => {
  for (const [n, { id }] of rows.entries())
    await app.server.inject({
      url: `/t/o/${tokens.sign('open', id)}.gif`,
      headers: { host: 'localhost:3000', 'user-agent': AGENT },
      remoteAddress: `192.0.${n % 250}.${n % 199}`,
    })
  await app.features.tracking.flushVisits()
})
ahead += 31 * DAY_MS
await step('texts moved', MAILS, retain)
ahead += 800 * DAY_MS
await step('past retention', MAILS, retain)
await pool.query('vacuum full')
await step('the same, rewritten', MAILS, async () => undefined)
console.table(lines)
const { rows: events } = await pool.query(
  'select count(*)::int as kept, sum(times)::int as opens from tracking_events',
)
console.log({ mails: MAILS, opens: OPENS, events: events[0] })
await app.stop()
await database.close()
await postgres.stop()
rmSync(folder, { recursive: true })
