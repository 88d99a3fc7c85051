import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createPlaces } from '@goldpan/places'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { demoPlaces } from '../../demo/town/demo-town.ts'
import { VERSION } from '../../version.ts'
import { describeBackup } from './describe-backup.ts'
import { manifest } from './manifest.ts'
import { hashOf } from './take-backup.ts'

const token = 'a-long-token-of-the-operator'
const { app, query } = await startTestApp({ environment: { METRICS_TOKEN: token } })
await createPlaces(app.database.pool).importPlaces('Demo town', demoPlaces(50))

const folder = mkdtempSync(join(tmpdir(), 'goldpan-verify-'))
afterAll(() => rmSync(folder, { recursive: true }))
const dataDir = join(folder, 'data')
await mkdir(join(dataDir, 'files/signatures'), { recursive: true })
await writeFile(join(dataDir, 'files/signatures/a.png'), 'a picture')
await writeFile(join(dataDir, 'secret.key'), 'ab'.repeat(32))

async function run(args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../backup-cli.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...environment },
  })
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, out, err }
}

/** Settings of no database at all. */
const verify = (place: string) => run(['verify', place], { DATABASE_URL: 'postgres://127.0.0.1:1/none' })

const readAge = async () => {
  const { body } = await app.server.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${token}` },
  })
  return /^goldpan_backup_age_seconds (\d+)$/m.exec(body)?.[1] ?? null
}

const backup = join(folder, 'backup')

test('the age of the last completed backup is a metric, which every process reads from the database', async () => {
  expect(await readAge()).toBeNull()
  const taken = await run([backup], { DATABASE_URL: app.database.url, DATA_DIR: dataDir })
  expect(taken).toMatchObject({ code: 0, err: '' })
  expect(Number(await readAge())).toBeLessThan(60)
  await query("update last_backup set completed_at = now() - interval '2 days'")
  expect(Number(await readAge())).toBeGreaterThanOrEqual(2 * 24 * 60 * 60)

  const refused = await run([backup], { DATABASE_URL: app.database.url, DATA_DIR: dataDir })
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('already exists') })
  expect(Number(await readAge())).toBeGreaterThanOrEqual(2 * 24 * 60 * 60)
})

test('a backup is verified without a database, which says when and by which version it was taken and what it holds', async () => {
  const { code, out, err } = await verify(backup)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const stored = manifest.parse(JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')))
  const rows = stored.tables.reduce((sum, table) => sum + table.rows, 0)
  expect(rows).toBeGreaterThan(50)
  expect(stored.partitions.length).toBeGreaterThan(0)
  expect(out).toContain(`Taken: ${stored.taken_at} by Goldpan ${VERSION}`)
  expect(out).toContain(
    `Rows: ${rows} of ${stored.tables.length} tables, ${stored.partitions.length} of them partitions`,
  )
  expect(out).toContain('Uploaded files: 1')
  expect(out).toMatch(/Size: \d+\.\d MB on disk/)
  expect(out).toContain('contains secret.key')
})

test('a backup without a key file reminds of SECRET_KEY, and one of an earlier version has none in its manifest', async () => {
  const place = changed('keyless', (list) => {
    list.files = list.files.filter(({ path }) => path !== 'data/secret.key')
    delete list.version
  })
  const out = (await describeBackup(place)).join('\n')
  expect(out).toContain('by an earlier version of Goldpan')
  expect(out).toContain('Keep the SECRET_KEY')
})

const users = 'tables/public.users.copy.gz'

const damages: [string, string, () => string][] = [
  ['no backup', 'is not a backup', () => join(folder, 'nothing')],
  ['a changed table', `${users} has changed`, () => changed('table', damageTable)],
  ['a changed file', 'a.png has changed', () => changed('file', damageFile)],
  ['a missing file', 'a.png has changed', () => changed('lost', loseFile)],
  ['a table listed twice', `names ${users} twice`, () => changed('table twice', listTableTwice)],
  [
    'a file listed twice',
    'a.png twice',
    () => changed('file twice', (list) => list.files.push(...list.files)),
  ],
  ['a missing partition', 'rows of the partition', () => changed('partition', dropPartition)],
  [
    'another version',
    'Use that version',
    () => changed('newer', (list) => list.migrations.push('9999_new.sql')),
  ],
  ['a torn manifest', 'is not a backup', () => changed('torn', tearManifest)],
]

test.each(damages)('%s is described in a sentence', async (_name, sentence, place) => {
  await expect(describeBackup(place())).rejects.toThrow(sentence)
})

test('verify ends with exit code 1 and a sentence alone if something is wrong', async () => {
  const { code, out, err } = await verify(changed('wrong', damageTable))
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^The backup is damaged: .* has changed\..*\n$/)
})

test('a row list with a right checksum but fewer rows than the manifest says is refused', async () => {
  const place = changed('forged', dropRows)
  const path = join(place, 'backup.json')
  const list = manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  const table = list.tables.find(({ name }) => name === 'users')!
  table.sha256 = await hashOf(join(place, users))
  writeFileSync(path, JSON.stringify(list))
  await expect(describeBackup(place)).rejects.toThrow(
    `${users} has ${table.rows - 1} rows instead of ${table.rows}`,
  )
})

test.each([['verify'], ['verify', 'a', 'b']])('%s without one folder prints the usage', async (...args) => {
  const { code, err } = await run(args, {})
  expect(err).toContain('npm run backup -- verify <folder>')
  expect(code).toBe(1)
})

type List = ReturnType<typeof manifest.parse>

/** A copy of the backup in which something is changed. */
function changed(name: string, change: (list: List, place: string) => void): string {
  const place = join(folder, name)
  cpSync(backup, place, { recursive: true })
  const path = join(place, 'backup.json')
  const list = manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  const before = JSON.stringify(list)
  change(list, place)
  if (JSON.stringify(list) !== before) writeFileSync(path, JSON.stringify(list))
  return place
}

function damageTable(_list: List, place: string) {
  appendFileSync(join(place, users), 'x')
}

function damageFile(_list: List, place: string) {
  writeFileSync(join(place, 'data/files/signatures/a.png'), 'another picture')
}

function loseFile(_list: List, place: string) {
  rmSync(join(place, 'data/files/signatures/a.png'))
}

function dropRows(_list: List, place: string) {
  const rows = gunzipSync(readFileSync(join(place, users)))
    .toString()
    .split('\n')
  writeFileSync(join(place, users), gzipSync(rows.slice(1).join('\n')))
}

function listTableTwice(list: List) {
  list.tables.push(list.tables.find(({ name }) => name === 'users')!)
}

function dropPartition(list: List) {
  const [partition] = list.partitions
  list.tables = list.tables.filter(
    ({ schema, name }) => schema !== partition!.schema || name !== partition!.name,
  )
}

function tearManifest(_list: List, place: string) {
  const path = join(place, 'backup.json')
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, -100))
}
