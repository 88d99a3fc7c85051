import { campaignRoutes } from '@goldpan/contract/campaigns'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { homeRoutes } from '@goldpan/contract/home'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { replyRoutes } from '@goldpan/contract/replies'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { startTestApp } from '../harness.ts'
import { readStatuses, startSend, writeCampaign } from '../written-campaign.ts'

const { alice, app, drain, query } = await startTestApp()

/** What migrations of the next release may change while processes of this release still run. */
async function expand(): Promise<number> {
  const tables = await query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p')
       and not exists (select from pg_inherits where inhrelid = c.oid)`,
  )
  for (const { name } of tables)
    await query(
      `alter table "${name}" add column next_note text, add column next_count integer not null default 7`,
    )
  await query('create table next_things (id uuid primary key, owner_id uuid not null references users)')
  await query(
    "insert into goldpan_migrations (name, checksum, applied_at) values ('9999_next.sql', 'x', now())",
  )
  return tables.length
}

test('a process of this release keeps working after the next release has added columns to every table', async () => {
  expect(await expand()).toBeGreaterThan(40)
  const businesses = [
    { place_id: 'osm:node/1', name: 'Mill', address: 'Main Street', website: null, phone: null },
  ]
  const table = await alice.call(tableRoutes.create, { body: { name: 'Mills', query: 'mill', businesses } })
  const gathered = await alice.call(gatheringRoutes.start, {
    body: { businessTableId: table.answer.id, businessIds: ['osm:node/1'] },
  })
  await drain()
  const params = { jobId: gathered.answer.job_id }
  expect((await alice.call(gatheringRoutes.status, { params })).answer.status).toBe('completed')

  const { id, emails } = await writeCampaign(alice, 3)
  await startSend(alice, id)
  await drain()
  expect(await readStatuses(alice, id)).toEqual(Object.fromEntries(emails.map((email) => [email, 'sent'])))
  const reads = [
    await alice.call(homeRoutes.overview),
    await alice.call(prospectRoutes.list),
    await alice.call(campaignRoutes.list),
    await alice.call(replyRoutes.list, { query: {} }),
  ]
  expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const copy = await alice.call(campaignRoutes.duplicate, { params: { id } })
  expect(copy.status).toBe(200)
  const ready = (await app.server.inject('/api/health/ready')).json()
  expect(ready.migrations, 'it stays ready').toBe(true)
})
