import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../harness.ts'
import { createKnownJobs, useEverything } from './everyday-use.ts'
import { explain, recordStatements, type Scan } from './statements.ts'

const { jobs, runPeriodic } = createKnownJobs()
const app = await startTestApp({ ports: { jobs }, environment: { METRICS_TOKEN: 'operator' } })
const client = new pg.Client(app.databaseUrl)
await client.connect()
afterAll(() => client.end())

/** Tables whose size does not grow with use. */
const SMALL = new Map([
  ['public.workers', 'one row per running process'],
  ['public.database_identity', 'one row'],
  ['public.installation_epochs', 'one row, and one per restored backup'],
  ['public.installation_holds', 'one row per restored backup'],
  ['public.tracking_events', 'its rows are in months, which are checked'],
  ['public.usage_entries', 'its emails are in months with the same indexes, which are checked'],
  ['public.goldpan_migrations', 'one row per migration'],
  ['public.message_outcomes', 'one row per outcome'],
  ['public.mail_server_state', 'one row'],
  ['public.last_backup', 'one row'],
  ['public.installation_troubles', 'one row per cause'],
  ['public.outbox_messages', 'trimmed to 20,000 messages'],
  ['places.region', 'one row per imported region'],
  ['places.origin', 'one row per source of places'],
])

/** Leaves out statements of the tests, of PostgreSQL's catalogue, and the one that counts a day of all accounts. */
const isOurs = (text: string): boolean =>
  !/^delete from rate_limits$|pg_catalog|pg_class|pg_index|insert into owner_days/.test(text)

/** Partial indexes, for example of waiting rows, stay as small as the open work, so reading a whole one is allowed. */
async function findPartialIndexes(): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indpred is not null',
  )
  return new Set(rows.map(({ name }) => name))
}

test('no query of the product scans a whole table that grows with use', async () => {
  const seen = recordStatements()
  await useEverything(app, runPeriodic)
  const statements = [...seen.values()].filter(({ text }) => isOurs(text))
  const partial = await findPartialIndexes()
  const isFullScan = ({ table, hasCondition, isFirstRows, index }: Scan) =>
    !SMALL.has(table) && !hasCondition && !isFirstRows && !(index !== null && partial.has(index))

  // Makes PostgreSQL use an index wherever one applies, although the test's tables are small.
  await client.query('begin')
  await client.query('set local enable_seqscan = off')
  const found: string[] = []
  for (const statement of statements)
    for (const scan of (await explain(client, statement)).filter(isFullScan))
      found.push(`${scan.type} of ${scan.table} ${scan.index ?? ''}: ${statement.text}`)
  await client.query('rollback')
  expect(statements.length, 'the product issues many statements').toBeGreaterThan(300)
  expect(found).toEqual([])
})

test('every foreign key has an index that finds the rows to delete with it', async () => {
  const { rows } = await client.query<{ held_by: string; columns: string[] }>(
    `select c.conrelid::regclass::text as held_by, array(
       select attname::text from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
     from pg_constraint c
     where c.contype = 'f' and c.conparentid = 0 and not exists (
       select 1 from pg_index i
       where i.indrelid = c.conrelid and i.indkey[0] = any(c.conkey)
         -- The owner alone finds all rows of an owner.
         and (cardinality(c.conkey) = 1 or i.indkey[1] = any(c.conkey) or i.indkey[0] is distinct from (
           select attnum from pg_attribute where attrelid = c.conrelid and attname = 'owner_id'))
         and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))`,
  )
  const missing = rows.filter(({ held_by }) => !SMALL.has(held_by) && !SMALL.has(`public.${held_by}`))
  expect(missing.map(({ held_by, columns }) => `${held_by} (${columns.join()})`)).toEqual([])
})
