import type { ProspectListQuery } from '@goldpan/contract/prospects'
import type { BusinessListQuery } from '@goldpan/contract/tables'
import { say, startInstallation } from './installation.ts'
import { measureImport } from './measure-import.ts'

/**
 * Lists of 50,000: what a person waits for while typing in a filter, sorting and scrolling, each letter a first page
 * with its count as the screen asks for it; beside the whole list read at once. Then a CSV file of 50,000 rows: read,
 * checked and imported, with the process's memory. `--only import` or `--only lists` measures one of both.
 */
const ROWS = 50_000
const ROUNDS = 15
const only = process.argv[process.argv.indexOf('--only') + 1]

const installation = await startInstallation()
const { app, pool, owner } = installation
const { prospects, tables } = app.features

async function seed(): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into business_tables (owner_id, name, query, created_at) values ($1, 'Fifty thousand', 'x', now()) returning id`,
    [owner],
  )
  const tableId = rows[0]!.id
  await pool.query(
    `insert into businesses (owner_id, table_id, place_id, position, name, address, created_at, updated_at)
     select $1, $2, 'osm:node/' || n, n, (array['Bakery','Garage','Hotel','Florist','Dentist'])[1 + n % 5] || ' ' ||
       md5(n::text), n || ' Mill Lane, ' || (array['Vaduz','Schaan','Buchs'])[1 + n % 3], now(), now()
     from generate_series(1, $3::int) n`,
    [owner, tableId, ROWS],
  )
  await pool.query(
    `insert into prospects (owner_id, business_table_id, place_id, business_name, email, first_name, last_name, status,
       created_at, updated_at)
     select $1, $2, 'osm:node/' || n, 'Business ' || n, substr(md5(n::text), 1, 8) || '@shop' || n % 9000 || '.example',
       (array['Ada','Ben','Cleo','Dörte','Émile','Fritz'])[1 + n % 6], initcap(substr(md5(n * 7 || ''), 1, 7)),
       case when n % 1000 = 0 then 'converted' else (array['new','contacted','responded','email_sent'])[1 + n % 4] end, now() - n * interval '1 minute', now()
     from generate_series(1, $3::int) n`,
    [owner, tableId, ROWS],
  )
  await pool.query("update prospects set last_contact = created_at where status <> 'new'")
  await pool.query('vacuum analyze')
  return tableId
}

/** How many have a status: a quarter, a few, none. */
const KNOWN = { responded: ROWS / 4, converted: 50, rejected: 0 }

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** Every letter of a word, as it is typed. */
async function type(word: string, ask: (text: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (let end = 1; end <= word.length; end++) times.push(await time(() => ask(word.slice(0, end))))
  return times
}

async function repeat(run: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await time(run))
  return times
}

async function measureProspects() {
  const list = (query: ProspectListQuery) => prospects.list(owner, { limit: 100, ...query })
  for (const word of ['cleo', 'shop7', 'dörte', 'zzzz'])
    say(`prospects, typing '${word}'`, await type(word, (text) => list({ text })))
  say(`prospects, typing 'ada', sorted by name`, await type('ada', (text) => list({ text, sort: 'name' })))
  for (const sort of ['added', 'name', 'business', 'table', 'email', 'status', 'last_contact'] as const)
    say(`prospects, first page sorted by ${sort}`, await repeat(() => list({ sort })))
  for (const status of ['responded', 'converted', 'rejected'] as const)
    for (const sort of ['added', 'name', 'last_contact'] as const)
      say(
        `prospects, ${KNOWN[status]} of status '${status}', sorted by ${sort}`,
        await repeat(() => list({ status, sort })),
      )
  for (const sort of ['added', 'name'] as const) {
    let cursor: string | undefined
    const times: number[] = []
    for (let page = 0; page < 100; page++)
      times.push(
        await time(async () => {
          cursor = (await list({ sort, cursor })).next_cursor ?? undefined
        }),
      )
    say(`prospects, scrolling 100 pages by ${sort}`, times)
  }
  say('prospects, the whole list at once', await repeat(() => prospects.list(owner, {})))
}

async function measureBusinesses(tableId: string) {
  const get = (query: BusinessListQuery) => tables.get(owner, tableId, { limit: 100, ...query })
  for (const word of ['bakery', 'vaduz', 'zzzz'])
    say(`businesses, typing '${word}'`, await type(word, (text) => get({ text })))
  for (const sort of ['added', 'name', 'address'] as const)
    say(`businesses, first page sorted by ${sort}`, await repeat(() => get({ sort })))
  say('businesses, those without prospects', await repeat(() => get({ prospects: 'without' })))
}

try {
  if (only !== 'import') {
    const tableId = await seed()
    await measureProspects()
    await measureBusinesses(tableId)
  }
  if (only !== 'lists') await measureImport(installation)
} finally {
  await installation.stop()
}
