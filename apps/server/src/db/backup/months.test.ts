import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { insertSentMessages } from '../../../test/sent-messages.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const { alice, app, query } = await startTestApp()
const folder = await mkdtemp(join(tmpdir(), 'goldpan-months-'))
afterAll(() => rm(folder, { recursive: true }))
const source = { databaseUrl: app.database.url, dataDir: join(folder, 'data') }

const newClient = () => new pg.Client({ connectionString: app.database.url })

/** An empty database. */
async function createFresh(): Promise<string> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  const name = `months_${randomUUID().slice(0, 8)}`
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

const PLACES = `select tableoid::regclass::text as place, count(*)::int as rows from tracking_events group by 1 order by 1`

test('months made while the application runs are backed up, restored, and take rows again', async () => {
  const [message] = await insertSentMessages(query, alice.id, 1)
  await query("select make_month('tracking_events', '2031-05-01')")
  const insert = `insert into tracking_events (owner_id, recipient_id, kind, at) values ($1, $2, 'open', $3)`
  for (const at of ['2026-03-05T00:00:00Z', '2031-05-31T23:59:59Z', '2040-01-01T00:00:00Z'])
    await query(insert, [alice.id, message, at])
  const stored = await takeBackup(source, join(folder, 'backup'), '2026-03-02T09:00:00.000Z')
  expect(stored.months).toContainEqual({ parent: 'tracking_events', from: '2031-05-01' })

  const databaseUrl = await createFresh()
  await restoreBackup({ databaseUrl, dataDir: join(folder, 'restored') }, join(folder, 'backup'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    expect((await client.query(PLACES)).rows).toEqual([
      { place: 'tracking_events', rows: 1 },
      { place: 'tracking_events_2026_03', rows: 1 },
      { place: 'tracking_events_2031_05', rows: 1 },
    ])
    await client.query(insert, [alice.id, message, '2031-05-30T00:00:00Z'])
    expect((await client.query(PLACES)).rows).toContainEqual({ place: 'tracking_events_2031_05', rows: 2 })
    await client.query('delete from users where id = $1', [alice.id])
    expect((await client.query(PLACES)).rows).toEqual([])
  } finally {
    await client.end()
  }
})

test('a month can’t be dropped while a backup is taken, and the backup has its rows', async () => {
  await query("select make_month('sent_texts', '2031-06-01')")
  const [blocker, dropper] = [newClient(), newClient()]
  await Promise.all([blocker.connect(), dropper.connect()])
  // Holds the backup while it locks the tables, by name.
  await blocker.query('begin')
  await blocker.query('lock table workers in access exclusive mode')
  const taking = takeBackup(source, join(folder, 'second'), '2026-03-02T09:00:00.000Z')
  await expect
    .poll(() => query("select 1 from pg_locks where relation = 'workers'::regclass and not granted"))
    .toHaveLength(1)
  await dropper.query("set lock_timeout = '50ms'")
  await expect(dropper.query('drop table sent_texts_2031_06')).rejects.toMatchObject({ code: '55P03' })
  await blocker.query('rollback')
  const stored = await taking
  await Promise.all([blocker.end(), dropper.end()])
  expect(stored.tables.map(({ name }) => name)).toContain('sent_texts_2031_06')
})
