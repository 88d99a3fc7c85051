import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import type { OwnerId } from '../../src/db/owner.ts'
import { moveStatuses } from '../../src/features/prospects/prospects.store.ts'
import { startTestApp } from '../harness.ts'
import { nodesOf, type PlanNode, recordStatements } from './statements.ts'

const IDS = 49
const seen = recordStatements()
const { alice, bob, databaseUrl } = await startTestApp()
const database = openDatabase(databaseUrl)
const client = new pg.Client(databaseUrl)
await client.connect()
afterAll(() => Promise.all([client.end(), database.close()]))

async function insertProspects(owner: string, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into prospects (owner_id, email, status, created_at, updated_at)
     select $1, 'p' || n || '@shop' || n || '.example', 'email_generated', now(), now() from generate_series(1, $2::int) n
     returning id`,
    [owner, count],
  )
  return rows.map(({ id }) => id)
}

test('an update by ids uses the index although PostgreSQL’s statistics do not know the owner yet', async () => {
  await client.query('alter table prospects set (autovacuum_enabled = false)')
  await insertProspects(alice.id, 1000)
  await client.query('analyze prospects')
  const ids = (await insertProspects(bob.id, 10_000)).slice(0, IDS)

  await moveStatuses(database.db, bob.id as OwnerId, ids, {
    from: ['email_generated'],
    to: ['email_sent'],
    isContact: true,
    at: new Date().toISOString(),
  })
  const sent = await client.query("select count(*)::int as n from prospects where status = 'email_sent'")
  expect(sent.rows).toEqual([{ n: IDS }])

  const { text, values } = [...seen.values()].find((statement) =>
    statement.text.includes('update prospects set'),
  )!
  // PostgreSQL's default, which favours sequential scans of small tables.
  await client.query('set random_page_cost = 4')
  const { rows: plans } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>({
    text: `explain (analyze, format json) ${text}`,
    values,
  })
  const compared = nodesOf(plans[0]!['QUERY PLAN'][0]!.Plan).map(
    (node) => (node as unknown as Record<string, number>)['Rows Removed by Join Filter'] ?? 0,
  )
  expect(Math.max(...compared)).toBeLessThanOrEqual(IDS)
})
