import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { tableRoutes } from '@goldpan/contract/tables'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { Manifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const folder = await mkdtemp(join(tmpdir(), 'goldpan-hostile-'))
afterAll(() => rm(folder, { recursive: true }))

const { app, alice } = await startTestApp()
const EVIL = `x'); drop table users; --\\n\\. "$1"`
const bakery = { place_id: 'osm:node/1', name: EVIL, address: 'Goldwater', website: null, phone: null }
await alice.call(tableRoutes.create, { body: { name: EVIL, query: 'bakery', businesses: [bakery] } })
const dataDir = join(folder, 'data')
await mkdir(join(dataDir, 'files/signatures'), { recursive: true })
await writeFile(join(dataDir, 'files/signatures/a.png'), 'a picture')
await writeFile(join(dataDir, 'secret.key'), 'ab'.repeat(32))
const honest = join(folder, 'honest')
await takeBackup({ databaseUrl: app.database.url, dataDir }, honest, '2026-03-02T09:00:00.000Z')

/** A fresh installation with one row and a key, both of which must survive. */
async function createFreshInstallation() {
  const server = inject('postgresUrl')
  const name = `hostile_${randomUUID().slice(0, 8)}`
  await query(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  await query(url.href, 'create table kept as select 1 as id')
  const place = { databaseUrl: url.href, dataDir: join(folder, name) }
  await mkdir(place.dataDir)
  await writeFile(join(place.dataDir, 'secret.key'), 'cd'.repeat(32))
  return place
}

async function query(databaseUrl: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/** A change by an attacker who also rewrites the checksums. */
interface Tampered {
  root: string
  list: Manifest
  rows(table: string, change: (text: string) => string): Promise<void>
}

async function tamper(change: (backup: Tampered) => Promise<void> | void): Promise<string> {
  const root = join(folder, randomUUID())
  await cp(honest, root, { recursive: true })
  const list: Manifest = JSON.parse(await readFile(join(root, 'backup.json'), 'utf8'))
  await change({
    root,
    list,
    async rows(table, edit) {
      const path = join(root, `tables/public.${table}.copy.gz`)
      const packed = gzipSync(edit(gunzipSync(await readFile(path)).toString()))
      await writeFile(path, packed)
      list.tables.find(({ name }) => name === table)!.sha256 = hashOf(packed)
    },
  })
  await writeFile(join(root, 'backup.json'), JSON.stringify(list))
  return root
}

const cases: Record<string, [change: (backup: Tampered) => Promise<void> | void, refusal: string]> = {
  'rows that are a link to something without an end': [
    async ({ root }) => {
      await rm(join(root, 'tables/public.users.copy.gz'))
      await symlink('/dev/zero', join(root, 'tables/public.users.copy.gz'))
    },
    'public.users.copy.gz has changed',
  ],
  'a file that is a link to another one of this machine': [
    async ({ root, list }) => {
      const path = 'data/files/signatures/a.png'
      await writeFile(join(root, 'outside'), 'private')
      await rm(join(root, path))
      await symlink(join(root, 'outside'), join(root, path))
      list.files.find((file) => file.path === path)!.sha256 = hashOf('private')
    },
    'a.png has changed',
  ],
  'a folder that is a link': [
    async ({ root }) => {
      await cp(join(root, 'data/files'), join(root, 'elsewhere'), { recursive: true })
      await rm(join(root, 'data/files'), { recursive: true })
      await symlink(join(root, 'elsewhere'), join(root, 'data/files'))
    },
    'a.png has changed',
  ],
  'rows that are not packed as they should be': [
    async ({ root, list }) => {
      await writeFile(join(root, 'tables/public.users.copy.gz'), 'no rows')
      list.tables.find(({ name }) => name === 'users')!.sha256 = hashOf('no rows')
    },
    'public.users.copy.gz has changed',
  ],
  'a table that is left out': [
    ({ list }) => {
      list.tables = list.tables.filter(({ name }) => name !== 'suppressions')
    },
    'lacks the table "public"."suppressions"',
  ],
  'fewer rows than are listed': [({ rows }) => rows('users', () => ''), 'rows instead of'],
  'rows that end before their end': [
    ({ rows }) => rows('users', (text) => text.replace('\n', '\n\\.\ndrop table users;\n')),
    'Nothing was changed',
  ],
  'rows that refer to nothing': [
    async ({ rows, list }) => {
      await rows('users', () => '')
      list.tables.find(({ name }) => name === 'users')!.rows = 0
    },
    "can't be restored",
  ],
  'a column that is none': [
    ({ list }) => void list.tables.find(({ name }) => name === 'users')!.columns.push('is_root'),
    'column "is_root" of relation "users" does not exist',
  ],
  'a partition of something else': [
    ({ list }) =>
      void list.partitions.push({
        schema: 'public',
        name: 'of_users',
        parent: 'users',
        bound: 'FOR VALUES IN (1)',
      }),
    '"users" is not partitioned',
  ],
  'a sequence that is none': [
    ({ list }) => void list.sequences.push({ name: 'users', value: '1', is_called: true }),
    'cannot open relation "users"',
  ],
  'migrations that never ran': [
    async ({ rows, list }) => {
      await rows('goldpan_migrations', (text) => text.split('\n').slice(1).join('\n'))
      list.tables.find(({ name }) => name === 'goldpan_migrations')!.rows -= 1
    },
    'list of migrations differs',
  ],
  'migrations with another text': [
    ({ rows }) => rows('goldpan_migrations', (text) => text.replace(/[0-9a-f]{64}/, 'ab'.repeat(32))),
    'is not the one that this database ran',
  ],
  'a key without an end': [
    async ({ root, list }) => {
      const content = 'ab'.repeat(100_000)
      await writeFile(join(root, 'data/secret.key'), content)
      list.files.find(({ path }) => path === 'data/secret.key')!.sha256 = hashOf(content)
    },
    'secret.key is not a key',
  ],
}

/** One for all cases: each leaves it as it was. */
const place = await createFreshInstallation()

test.each(Object.entries(cases))(
  '%s: refused with a sentence and nothing is changed',
  async (_, [change, refusal]) => {
    const restored = restoreBackup(place, await tamper(change))
    await expect(restored).rejects.toThrow(refusal)
    await expect(restored).rejects.toThrow('Nothing was changed')
    expect(await query(place.databaseUrl, 'select id from kept')).toEqual([{ id: 1 }])
    expect(await query(place.databaseUrl, "select 1 from pg_tables where tablename = 'users'")).toEqual([])
    expect(await readFile(join(place.dataDir, 'secret.key'), 'utf8')).toBe('cd'.repeat(32))
    expect(
      (await readdir(place.dataDir, { recursive: true })).filter((path) => /png|before|part/.test(path)),
    ).toEqual([])
  },
)

test('a restore that fails at the last file leaves key and database unchanged and can be repeated', async () => {
  const place = await createFreshInstallation()
  const keyFirst = await tamper(({ list }) => void list.files.reverse())
  await mkdir(join(place.dataDir, 'files'))
  await writeFile(join(place.dataDir, 'files/signatures'), 'in the way')
  await expect(restoreBackup(place, keyFirst)).rejects.toThrow(/can't be restored: .*Nothing was changed/)
  expect(await readFile(join(place.dataDir, 'secret.key'), 'utf8')).toBe('cd'.repeat(32))
  expect(await query(place.databaseUrl, 'select id from kept')).toEqual([{ id: 1 }])

  await rm(join(place.dataDir, 'files/signatures'))
  await restoreBackup(place, keyFirst)
  expect(await readFile(join(place.dataDir, 'secret.key'), 'utf8')).toBe('ab'.repeat(32))
  expect(await readFile(join(place.dataDir, 'secret.key.before-restore'), 'utf8')).toBe('cd'.repeat(32))
})

test('content of rows stays text, and unknown tables are skipped and named', async () => {
  const place = await createFreshInstallation()
  const withForeign = await tamper(async ({ root, list }) => {
    const packed = gzipSync('1\n')
    await writeFile(join(root, 'tables/public.their_notes.copy.gz'), packed)
    list.tables.push({
      schema: 'public',
      name: 'their_notes',
      columns: ['id'],
      rows: 1,
      sha256: hashOf(packed),
    })
  })
  const { leftOut } = await restoreBackup(place, withForeign)
  expect(leftOut).toEqual(['"public"."their_notes"'])
  expect(await query(place.databaseUrl, 'select name from business_tables')).toEqual([{ name: EVIL }])
})

test('a backup that needs more space than there is is refused before anything is touched', async () => {
  const place = await createFreshInstallation()
  // A kernel file system takes no files.
  const full = { ...place, dataDir: '/proc/self', isBundled: true }
  await expect(restoreBackup(full, honest)).rejects.toThrow(/needs \d+ MB in \/proc\/self, and 0 MB are free/)
  expect(await query(place.databaseUrl, 'select id from kept')).toEqual([{ id: 1 }])
})
