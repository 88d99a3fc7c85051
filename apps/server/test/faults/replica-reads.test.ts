import { prospectRoutes } from '@goldpan/contract/prospects'
import type { Route } from '@goldpan/contract/route'
import { allRoutes } from '@goldpan/contract/routes'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { startSend, writeCampaign } from '../written-campaign.ts'
import { createCaller } from './http-caller.ts'
import { startReplicatedPostgres } from './replicated-postgres.ts'
import { startOwnPostgres } from './restarted-postgres.ts'
import { endProcesses, type ProductProcess, startWeb, until } from './worker-process.ts'

const postgres = await startReplicatedPostgres()
/** A database of another installation. */
const other = await startOwnPostgres()
await postgres.startReplica()
const { alice, app, drain, query } = await startTestApp({ ports: { systemClock }, databaseUrl: postgres.url })
const token = await app.features.sessions.start(app.database.db, alice.id, 'test')
const replica = new pg.Pool({ connectionString: postgres.replicaUrl, max: 1 })
replica.on('error', () => undefined)

const fallbacks: string[] = []
let web: ProductProcess
const ada = createCaller(() => web.url, token)
beforeAll(async () => {
  const settings = {
    DATABASE_URL: postgres.url,
    DATABASE_REPLICA_URL: postgres.replicaUrl,
    LOG_LEVEL: 'warn',
  }
  web = await startWeb(settings, {
    provokes: /./,
    log: (line) => {
      // On a busy machine it may exceed its second.
      if (line.includes('the replica did not answer') && !/timeout/i.test(line)) fallbacks.push(line)
    },
  })
})
afterAll(async () => {
  endProcesses()
  await replica.end()
})

/** How often the replica read a table. */
async function countReads(table: string): Promise<number> {
  const { rows } = await replica.query<{ reads: string }>(
    'select seq_scan + coalesce(idx_scan, 0) as reads from pg_stat_user_tables where relname = $1',
    [table],
  )
  return Number(rows[0]?.reads ?? 0)
}

let added = 0
async function addAndFind(): Promise<boolean> {
  added += 1
  const email = `person${added}@replica.example`
  await ada.call(prospectRoutes.create, { body: { email } })
  const { answer } = await ada.call(prospectRoutes.list, { query: { text: email } })
  return answer.some((prospect) => prospect.email === email)
}

async function untilAsked(): Promise<void> {
  const before = await countReads('prospects')
  await until('the replica answers a list', async () => {
    expect(await addAndFind()).toBe(true)
    return (await countReads('prospects')) > before
  })
}

test('the replica answers lists, with what was just written', async () => {
  await untilAsked()
  expect(fallbacks).toEqual([])
})

test('each list and report that may be read at the replica changes nothing', async () => {
  const campaign = await writeCampaign(alice, ['rita@replica.example'])
  await startSend(alice, campaign.id)
  await drain()
  const [table] = await query<{ id: string }>(
    "insert into business_tables (owner_id, name, query, created_at) values ($1, 'Bakers', '', now()) returning id",
    [alice.id],
  )
  const ids = { id: campaign.id, tableId: table!.id, placeId: 'x' }
  const prospect = (await ada.call(prospectRoutes.list, {})).answer[0]!.id
  const routes = Object.values(allRoutes)
    .flatMap((routes) => Object.values(routes) as Route[])
    .filter((route) => route.replica)
  expect(routes.length).toBeGreaterThan(15)
  for (const route of routes) {
    await untilAsked()
    const params = route.path.includes('/prospect/') ? { ...ids, id: prospect } : ids
    const { status } = await ada.call(route as never, { params } as never)
    expect([route.path, [200, 400, 404].includes(status)]).toEqual([route.path, true])
  }
  expect(fallbacks).toEqual([])
})

test('a replica that lags is not asked: changes show at once', async () => {
  await replica.query('select pg_wal_replay_pause()')
  for (let n = 0; n < 10; n++) expect(await addAndFind()).toBe(true)
  await replica.query('select pg_wal_replay_resume()')
  await untilAsked()
})

test('another server is refused at the start, in a sentence', async () => {
  const lines: string[] = []
  const starting = startWeb(
    { DATABASE_URL: postgres.url, DATABASE_REPLICA_URL: other.url },
    { provokes: /./, log: (line) => void lines.push(line) },
  )
  await expect(starting).rejects.toThrow()
  expect(lines.join('\n')).toContain('DATABASE_REPLICA_URL leads to another database than DATABASE_URL.')
})

test('the primary answers lists while the replica is away', async () => {
  await postgres.holdBack()
  for (let n = 0; n < 10; n++) expect(await addAndFind()).toBe(true)
  expect(fallbacks.length).toBeGreaterThan(0)
})
