import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableRoutes } from '@goldpan/contract/tables'
import { createPlaces } from '@goldpan/places'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { startS3Server } from '../../../test/s3-server.ts'
import { demoPlaces } from '../../demo/town/demo-town.ts'
import { createS3Files } from '../../providers/files/s3.ts'
import { openDatabase } from '../database.ts'
import { applyNamed, migrate } from '../migrate.ts'
import { listTables } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const AT = '2026-03-02T09:00:00.000Z'
const folder = await mkdtemp(join(tmpdir(), 'goldpan-backup-'))
afterAll(() => rm(folder, { recursive: true }))

const { app, alice } = await startTestApp()
await createPlaces(app.database.pool).importPlaces('Demo town', demoPlaces(3000))
const bakery = {
  place_id: 'osm:node/1',
  name: 'Bäckerei\t"Ofen"\\',
  address: 'Goldwater',
  website: null,
  phone: null,
}
await alice.call(tableRoutes.create, { body: { name: 'Bakeries', query: 'bakery', businesses: [bakery] } })

const dataDir = join(folder, 'data')
await mkdir(join(dataDir, 'files/signatures'), { recursive: true })
await writeFile(join(dataDir, 'files/signatures/a.png'), 'a picture')
await writeFile(join(dataDir, 'files/.DS_Store'), 'of a file manager')
await writeFile(join(dataDir, 'secret.key'), 'ab'.repeat(32))

const source = { databaseUrl: app.database.url, dataDir }
const backup = join(folder, 'backup')
const taken = await takeBackup(source, backup, AT)

/** A new database and a data folder, as before the first start. */
async function createFreshInstallation() {
  const server = inject('postgresUrl')
  const name = `restored_${randomUUID().slice(0, 8)}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return { databaseUrl: url.href, dataDir: join(folder, name) }
}

async function query<Row extends pg.QueryResultRow>(databaseUrl: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** A checksum of each table's rows, in any order. */
async function describe(databaseUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const sums: Record<string, string> = {}
  for (const { schema, name } of await listTables(client)) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${schema}.${name} t`,
    )
    sums[`${schema}.${name}`] = rows[0].sum
  }
  await client.end()
  return sums
}

test('a backup restored into a fresh installation is identical in rows and files, and keeps working', async () => {
  const place = await createFreshInstallation()
  await restoreBackup(place, backup)

  const [before, after] = [await describe(source.databaseUrl), await describe(place.databaseUrl)]
  expect(after).toEqual(before)
  expect(before['public.businesses']).toMatch(/^1 /)
  const indexes = `select indexdef from pg_indexes where schemaname in ('public', 'places') order by 1`
  expect(await query(place.databaseUrl, indexes)).toEqual(await query(source.databaseUrl, indexes))
  expect(taken.partitions.length).toBeGreaterThan(0)
  expect(await readFile(join(place.dataDir, 'files/signatures/a.png'), 'utf8')).toBe('a picture')
  expect(await readFile(join(place.dataDir, 'secret.key'), 'utf8')).toBe('ab'.repeat(32))
  expect(taken.files).toHaveLength(2)

  const database = openDatabase(place.databaseUrl)
  expect(await migrate(database.pool, AT)).toBe(0)
  const { places } = await createPlaces(database.pool).search({
    query: 'bakery',
    location: 'Goldwater',
    limit: 5,
  })
  expect(places.length).toBeGreaterThan(0)
  // References and numbering hold again.
  await expect(
    database.pool.query(`insert into sessions (id, user_id) values (gen_random_uuid(), gen_random_uuid())`),
  ).rejects.toThrow()
  await createPlaces(database.pool).importPlaces('Another town', demoPlaces(3001))
  await database.close()
})

test('a backup of an older version is migrated by the next start', async () => {
  const older = join(folder, 'older')
  const place = await createFreshInstallation()
  const database = openDatabase(place.databaseUrl)
  const first = taken.migrations.slice(0, -1)
  const client = await database.pool.connect()
  await applyNamed(client, first, AT)
  await client.query(
    `insert into users (email, first_name, last_name, password_hash, subscription_plan, created_at)
     values ('old@customer.example', 'Old', 'Hand', 'none', 'free', $1)`,
    [AT],
  )
  client.release()
  await takeBackup(place, older, AT)
  await database.close()

  const later = await createFreshInstallation()
  await restoreBackup(later, older)
  const restored = openDatabase(later.databaseUrl)
  expect(await migrate(restored.pool, AT)).toBe(taken.migrations.length - first.length)
  const { rows } = await restored.pool.query(
    'select email, person_id = id as is_owner from users join owners using (id)',
  )
  expect(rows).toEqual([{ email: 'old@customer.example', is_owner: true }])
  await restored.close()
})

test('a restore is refused if there are accounts or the database is in use', async () => {
  const place = await createFreshInstallation()
  await restoreBackup(place, backup)
  await expect(restoreBackup(place, backup)).rejects.toThrow(/holds \d+ accounts.*Nothing was changed/s)

  const inUse = await createFreshInstallation()
  const other = new pg.Client({ connectionString: inUse.databaseUrl })
  await other.connect()
  await expect(restoreBackup(inUse, backup)).rejects.toThrow('Stop it first')
  await other.end()
})

test('a damaged, foreign or newer backup is refused and nothing is changed', async () => {
  const place = await createFreshInstallation()
  await expect(restoreBackup(place, join(folder, 'nothing'))).rejects.toThrow('is not a backup')

  const damaged = join(folder, 'damaged')
  await takeBackup(source, damaged, AT)
  await appendFile(join(damaged, 'tables/public.users.copy.gz'), 'x')
  await expect(restoreBackup(place, damaged)).rejects.toThrow('public.users.copy.gz has changed')

  const newer = join(folder, 'newer')
  await takeBackup(source, newer, AT)
  const list = join(newer, 'backup.json')
  await writeFile(list, (await readFile(list, 'utf8')).replace('0001_baseline', '9999_baseline'))
  await expect(restoreBackup(place, newer)).rejects.toThrow('with the version that made it')

  const outside = join(folder, 'outside')
  await takeBackup(source, outside, AT)
  const named = join(outside, 'backup.json')
  const honest = await readFile(named, 'utf8')
  for (const [from, to] of [
    ['data/files', 'data/../../files'],
    ['data/files', 'data/files..'],
    ['FOR VALUES IN (', 'FOR VALUES IN (1); drop table users; --'],
    ['"name": "businesses"', '"name": "../businesses"'],
    ['"schema": "places"', '"schema": "pg_catalog"'],
  ] as const) {
    expect(honest).toContain(from)
    await writeFile(named, honest.replaceAll(from, to))
    await expect(restoreBackup(place, outside), to).rejects.toThrow('is not a backup')
  }

  expect(await query(place.databaseUrl, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([])
})

test('files in a bucket are backed up page by page and restored into the new installation’s bucket', async () => {
  const server = await startS3Server()
  const bucket = createS3Files({
    ...server.credentials,
    endpoint: server.url,
    region: 'eu-central-1',
    bucket: 'goldpan',
  })
  const keys = Array.from({ length: 5 }, (_, n) => `signatures/${n}.png`)
  for (const key of keys) await bucket.put(key, Buffer.from(`picture ${key}`))
  server.putForeign('Somebody Else/report.pdf')
  const stored = join(folder, 'of-a-bucket')
  const { files } = await takeBackup({ ...source, bucket }, stored, AT)
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining([...keys.map((key) => `data/files/${key}`), 'data/secret.key']),
  )
  expect(files.some(({ path }) => /report/.test(path))).toBe(false)

  server.empty()
  const place = await createFreshInstallation()
  await restoreBackup({ ...place, bucket }, stored)
  for (const key of keys) expect(server.contentOf(key)?.toString()).toBe(`picture ${key}`)
  const onDisk = await createFreshInstallation()
  await restoreBackup(onDisk, stored)
  expect(await readFile(join(onDisk.dataDir, 'files', keys[4]!), 'utf8')).toBe(`picture ${keys[4]}`)
})

test('a backup is readable only by its user', async () => {
  expect((await stat(backup)).mode & 0o077).toBe(0)
})

test('a backup never overwrites a folder, and leaves nothing behind when it fails', async () => {
  await expect(takeBackup(source, backup, AT)).rejects.toThrow('already exists')
  const place = await createFreshInstallation()
  const empty = join(folder, 'of-nothing')
  await expect(takeBackup(place, empty, AT)).rejects.toThrow()
  await expect(readFile(join(empty, 'backup.json'))).rejects.toThrow('ENOENT')
  await expect(readFile(join(`${empty}.part`, 'backup.json'))).rejects.toThrow('ENOENT')
})

test('an address that leads nowhere is explained by the setting that has it', async () => {
  const nowhere = {
    databaseUrl: 'postgres://postgres@127.0.0.1:1/goldpan',
    databaseSetting: 'DATABASE_DIRECT_URL',
    dataDir: join(folder, 'nowhere'),
  }
  const sentence = 'Please check the host and port of DATABASE_DIRECT_URL'
  await expect(takeBackup(nowhere, join(folder, 'unreached'), AT)).rejects.toThrow(sentence)
  await expect(restoreBackup(nowhere, backup)).rejects.toThrow(sentence)
})
