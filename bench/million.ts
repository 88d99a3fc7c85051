import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startBundledPostgres } from '../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { startProduct } from '../apps/server/test/product-process.ts'
import { CALLS } from './api/calls.ts'
import { insertPeople, type Person } from './api/people.ts'

/**
 * `npm run bench -- million [accounts]`: an installation with a million rows, in 2,000 accounts and one as full as
 * accounts get. Runs each call of the screens for one of the many and for the fullest. Shows which large tables were
 * scanned (none may be for one of the many; for an account with a quarter of all rows a scan can be faster) and the
 * web process's memory, including downloads of the fullest account.
 */
const PEOPLE = Number(process.argv[2] ?? 2000)
const BUSINESSES = 50_000
const PROSPECTS = 100_000
const RECIPIENTS = 20_000
const ROUNDS = 30
/** Smaller tables are scanned whatever their indexes. */
const LARGE = 10_000

const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
chmodSync(folder, 0o755)
const postgres = await startBundledPostgres({ dataDir: folder })
const web = await startProduct({
  ROLES: 'web',
  PORT: '0',
  DATABASE_URL: postgres.url,
  DATA_DIR: folder,
  DEMO: 'off',
})
const { pool, close } = openDatabase(postgres.url, { max: 2 })

async function fill({ table, campaign }: Person): Promise<void> {
  await pool.query(
    `insert into businesses (owner_id, table_id, place_id, position, name, address, website, created_at, updated_at)
     select owner_id, id, 'osm:way/' || n, n, 'Bakery ' || md5(n::text), n || ' Mill Lane, Vaduz', 'https://shop' || n || '.example', now(), now()
     from business_tables, generate_series(100, $2::int) n where id = $1`,
    [table, BUSINESSES],
  )
  await pool.query(
    `insert into prospects (owner_id, business_table_id, place_id, business_name, email, first_name, last_name, status, created_at, updated_at)
     select owner_id, id, 'osm:way/' || (100 + n % $3::int), 'Bakery ' || n, substr(md5(n::text), 1, 8) || '@shop' || n || '.example', 'Ada', 'Of ' || n,
       (array['new','contacted','responded','email_sent'])[1 + n % 4], now() - n * interval '1 minute', now()
     from business_tables, generate_series(200, $2::int) n where id = $1`,
    [table, PROSPECTS, BUSINESSES],
  )
  await pool.query(
    `with attached as (
       insert into campaign_prospects (owner_id, campaign_id, prospect_id, email, first_name, last_name, business_name,
         position, email_status, email_subject, email_content, rendered_version, round, sent_at, created_at)
       select c.owner_id, c.id, p.id, p.email, p.first_name, p.last_name, p.business_name, 1000 + row_number() over (),
         'sent', 'Ovens', '<p>We repair ovens.</p>', 1, 1, now() - interval '1 day', now()
       from campaigns c join prospects p on p.owner_id = c.owner_id and p.place_id like 'osm:way/%'
       where c.id = $1 limit $2
       returning id, owner_id, campaign_id, prospect_id, email, sent_at)
     insert into recipients (owner_id, campaign_id, campaign_prospect_id, prospect_id, round, email, subject, content, state,
       next_at, queued_at, transmitting_at, finished_at)
     select owner_id, campaign_id, id, prospect_id, 1, email, 'Ovens', 'x', 'sent', sent_at, sent_at, sent_at, sent_at from attached`,
    [campaign, RECIPIENTS],
  )
}

async function countRows(): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select sum(n_live_tup)::int as n from pg_stat_user_tables where schemaname = 'public'`,
  )
  return rows[0]!.n
}

/** Rows read by sequential scans of large tables so far. */
async function readWholeScans(): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; read: number }>(
    `select relname as name, seq_tup_read::float as read from pg_stat_user_tables
     where schemaname = 'public' and n_live_tup > $1`,
    [LARGE],
  )
  return new Map(rows.map(({ name, read }) => [name, read]))
}

const memory = (field: 'VmRSS' | 'VmHWM') =>
  Math.round(
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${web.pid}/status`, 'utf8'))?.[1]) /
      1024,
  )

async function ask(person: Person, method: string, path: string, body?: object): Promise<number> {
  const answer = await fetch(web.url + path, {
    method,
    headers: { cookie: person.cookie, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
  let bytes = 0
  for await (const part of answer.body ?? []) bytes += part.length
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
  return bytes
}

const at = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1)

async function time(person: Person, call: (typeof CALLS)[number]): Promise<string> {
  const times: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const start = performance.now()
    await ask(person, call.method, call.path(person), call.body?.(person, n))
    times.push(performance.now() - start)
  }
  return `median ${at(times, 0.5).padStart(7)} ms  p99 ${at(times, 0.99).padStart(7)} ms`
}

/** Runs all calls of one account. Returns true if a large table was scanned. */
async function measure(person: Person): Promise<boolean> {
  const before = await readWholeScans()
  for (const call of CALLS.filter(({ name }) => name !== 'search'))
    console.log(`${call.name.padEnd(22)} ${await time(person, call)}`)
  console.log(`memory ${memory('VmRSS')} MB, at most ${memory('VmHWM')} MB`)
  // PostgreSQL publishes a connection's statistics after ten idle seconds.
  await pause(11_000)
  const grown = [...(await readWholeScans())].filter(([name, read]) => read > (before.get(name) ?? 0))
  for (const [name, read] of grown)
    console.log(
      `read from end to end: ${name}, ${(read - (before.get(name) ?? 0)).toLocaleString('en')} rows`,
    )
  if (grown.length === 0) console.log('no large table was read from end to end')
  return grown.length > 0
}

try {
  const people = await insertPeople(pool, PEOPLE)
  const [fullest, oneOfMany] = [people[0]!, people[1]!]
  await fill(fullest)
  await pool.query('vacuum analyze')
  console.log(`${(await countRows()).toLocaleString('en')} rows`)
  console.log('\nOne of the many')
  const isScanned = await measure(oneOfMany)
  console.log('\nThe fullest')
  await measure(fullest)
  const exports = ['/api/prospecting/prospects/export', `/api/business/table/${fullest.table}/export`]
  for (const path of [...exports, '/api/user/data']) {
    // Resets the peak of memory.
    writeFileSync(`/proc/${web.pid}/clear_refs`, '5')
    const bytes = await ask(fullest, 'GET', path)
    console.log(`${path}: ${(bytes / 1e6).toFixed(1)} MB; memory at most ${memory('VmHWM')} MB`)
  }
  process.exitCode = isScanned ? 1 : 0
} finally {
  await web.stop()
  await close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
