import { accountRoutes } from '@goldpan/contract/accounts'
import { campaignRoutes } from '@goldpan/contract/campaigns'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { replyRoutes } from '@goldpan/contract/replies'
import { sendingRoutes } from '@goldpan/contract/sending'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { tableRoutes } from '@goldpan/contract/tables'
import { usageRoutes } from '@goldpan/contract/usage'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { listOwnedTables } from '../../src/db/owned-rows.store.ts'
import { sendingJob } from '../../src/features/sending/sending.ts'
import { startTestApp } from '../harness.ts'
import { startSend, writeCampaign } from '../written-campaign.ts'
import {
  buildInstallation,
  emptyDatabase,
  readRows,
  readSchema,
  type Version,
  versionNames,
  withClient,
} from './older-installations.ts'

const AT = '2026-03-02T09:00:00.000Z'
const ORGANIZATION = '0f000000-0000-4000-8000-000000000001'

async function upgrade(url: string): Promise<number> {
  const database = openDatabase(url, { max: 1 })
  const applied = await migrate(database.pool, AT)
  await database.close()
  return applied
}

const freshSchema = async () => {
  const url = await emptyDatabase()
  await upgrade(url)
  return withClient(url, readSchema)
}

describe.each(versionNames)('an installation of version %s', (version: Version) => {
  test('keeps every row when it is upgraded, and gets the schema of a new one', async () => {
    const url = await buildInstallation(version)
    const before = await withClient(url, readRows)
    const empty = [...before].filter(([name, rows]) => rows.length === 0 && !isOfPlaces(name))
    expect(
      empty.map(([name]) => name),
      'every table has a row to lose',
    ).toEqual([])
    expect(await upgrade(url)).toBeGreaterThan(0)
    const after = await withClient(url, readRows)
    for (const [name, rows] of before) {
      const columns = Object.keys(rows[0] ?? {})
      const kept = after
        .get(name)
        ?.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
      expect(new Set(kept?.map((row) => JSON.stringify(row))), name).toEqual(
        new Set(rows.map((row) => JSON.stringify(row))),
      )
      expect(kept, name).toHaveLength(rows.length)
    }
    expect(await withClient(url, readSchema)).toEqual(await freshSchema())
    expect(await upgrade(url)).toBe(0)
  })

  test('goes on working: log in, see what was there, send what waited, write to somebody new, leave', async () => {
    const url = await buildInstallation(version)
    await upgrade(url)
    const { app, alice, bob, visitor, mail, drain, query } = await startTestApp({ databaseUrl: url })

    const credentials = { email: alice.email, password: 'sieve-and-gravel', recaptchaToken: 'ok' }
    expect((await visitor.call(accountRoutes.login, { body: credentials })).status).toBe(200)
    const { answer: tables } = await alice.call(tableRoutes.list)
    expect(tables.map(({ name }) => name)).toEqual(['Bäckereien'])
    const { answer: prospects } = await alice.call(prospectRoutes.list)
    expect(prospects.map(({ email }) => email).sort()).toEqual([
      ...['Carl@shop.example', 'anna@ofen.example', 'dora@shop.example'],
    ])
    const { answer: talks } = await alice.call(replyRoutes.list, { query: {} })
    expect(JSON.stringify(talks)).toContain('Please call me.')
    expect((await alice.call(usageRoutes.getBalance)).answer.tokens).toBe(40)
    const { answer: never } = await alice.call(suppressionRoutes.list, { query: {} })
    expect(JSON.stringify(never)).toContain('dora@shop.example')

    /** To whom campaigns were sent; notices to Alice are not of them. */
    const written = () => mail.accepted.map(({ envelope }) => envelope.to).filter((to) => to !== alice.email)
    // As a worker does every few seconds.
    await app.ports.jobs.enqueue(app.database.db, sendingJob, {})
    await drain()
    expect(written()).toEqual(['Carl@shop.example'])
    const { answer: job } = await alice.call(sendingRoutes.getJob, {
      params: { jobId: 'a0000000-0000-4000-8000-0000000000e1' },
    })
    expect(job).toMatchObject({ status: 'completed', progress: { total: 2, success: 2 } })

    const { id } = await writeCampaign(alice, ['anna@ofen.example', 'new@shop.example', 'dora@shop.example'])
    await startSend(alice, id)
    await drain()
    expect(written().slice(1).sort()).toEqual(['anna@ofen.example', 'new@shop.example'])
    const { answer: old } = await alice.call(campaignRoutes.list)
    expect(old.map(({ name }) => name).sort()).toEqual(['Ovens', 'Ovens'])

    if (version !== '1-first-release') {
      const body = { confirmation: 'DELETE' } as const
      const { status } = await alice.call(organizationRoutes.remove, { params: { id: ORGANIZATION }, body })
      expect(status).toBe(200)
    }
    const left = await alice.call(accountRoutes.deleteAccount, { body: { confirmation: 'DELETE' } })
    expect([left.status, left.refusal.message]).toEqual([200, expect.any(String)])
    await drain()
    for (const { name } of listOwnedTables(alice.id)) {
      const column = name === 'users' ? 'id' : (COLUMN_OF_PERSON[name] ?? 'owner_id')
      expect(await query(`select 1 from ${name} where ${column} = $1`, [alice.id]), name).toEqual([])
    }
    expect((await bob.call(prospectRoutes.list)).answer.map(({ email }) => email)).toEqual([
      'anna@ofen.example',
    ])
  })
})

const COLUMN_OF_PERSON: Record<string, string> = {
  sessions: 'user_id',
  account_tokens: 'user_id',
  organization_members: 'user_id',
}

test.each(versionNames.slice(1))(
  'organizations of version %s can do all that people can',
  async (version) => {
    const url = await buildInstallation(version)
    await upgrade(url)
    await withClient(url, async (client) => {
      const { rows } = await client.query<{ held_by: string }>(
        `select conrelid::regclass::text as held_by from pg_constraint
       where contype = 'f' and confrelid = 'users'::regclass
         and (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) = 'owner_id'`,
      )
      expect(rows).toEqual([])
      const { rowCount } = await client.query('select 1 from prospects where owner_id = $1', [ORGANIZATION])
      expect(rowCount).toBe(1)
    })
  },
)

const isOfPlaces = (name: string) => name.startsWith('places.')
