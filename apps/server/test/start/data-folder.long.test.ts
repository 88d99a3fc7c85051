import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startBundledPostgres } from '../../src/db/bundled/bundled-postgres.ts'
import { explainFailure } from '../../src/db/bundled/explain-failure.ts'
import { StartUpError } from '../../src/db/start-up-error.ts'
import { isRoot, locationOf, newFolder, visit } from './folders-for-tests.ts'

const write = ['CREATE TABLE kept (id int)', 'INSERT INTO kept VALUES (1)']
const read = 'SELECT id FROM kept'
const kept = [{ id: 1 }]

test('the database runs in a folder that only its owner may enter', async () => {
  const folder = newFolder(homedir())
  await visit({ dataDir: folder }, ...write)
  expect(await visit({ dataDir: folder }, read)).toEqual(kept)
  expect(statSync(path.join(folder, 'postgres', 'password')).mode & 0o777).toBe(0o600)
})

test('without namespaces, another user runs the database in a folder that it may enter', async () => {
  const folder = newFolder()
  chmodSync(folder, 0o755)
  await visit({ dataDir: folder, namespaces: false }, ...write)
  const { uid } = statSync(path.join(folder, 'postgres', 'data'))
  if (isRoot) expect(uid).not.toBe(0)
  else expect(uid).toBe(process.getuid?.())
  expect(await visit({ dataDir: folder, namespaces: false }, read)).toEqual(kept)
  expect(await visit({ dataDir: folder }, read)).toEqual(kept)
})

test('if that user may not enter the folder, the database lives elsewhere and a note says where', async () => {
  const folder = newFolder()
  await visit({ dataDir: folder }, ...write)
  expect(await visit({ dataDir: folder, namespaces: false }, read)).toEqual(kept)
  expect(locationOf(folder) !== undefined).toBe(isRoot)
  expect(await visit({ dataDir: folder }, read)).toEqual(kept)
})

test('a note that points nowhere is reported, and no empty database replaces the lost one', async () => {
  const folder = newFolder()
  writeFileSync(path.join(folder, 'postgres-location'), '/nowhere/goldpan\n')
  await expect(startBundledPostgres({ dataDir: folder })).rejects.toThrow(/lies in \/nowhere\/goldpan/)
  expect(existsSync(path.join(folder, 'postgres'))).toBe(false)
})

test('a data folder without write permission is reported with a sentence', async () => {
  const folder = unwritableFolder()
  const start = startBundledPostgres({ dataDir: folder })
  await expect(start).rejects.toThrow(StartUpError)
  await expect(start).rejects.toThrow(new RegExp(`data folder ${folder} |write to the data folder ${folder}`))
})

test('a file with the name of the data folder is reported with a sentence', async () => {
  const file = path.join(newFolder(), 'data')
  writeFileSync(file, '')
  await expect(startBundledPostgres({ dataDir: file })).rejects.toThrow(/a file has that name/)
})

test.each([
  ['99', 'newer than'],
  ['12', 'older than'],
])('data of PostgreSQL %s are left unchanged, with a sentence', async (version, comparison) => {
  const folder = newFolder()
  await visit({ dataDir: folder, durable: false }, ...write)
  const file = path.join(locationOf(folder) ?? path.join(folder, 'postgres'), 'data', 'PG_VERSION')
  writeFileSync(file, `${version}\n`)
  await expect(startBundledPostgres({ dataDir: folder })).rejects.toThrow(
    new RegExp(`PostgreSQL ${version}, ${comparison}`),
  )
  writeFileSync(file, '18\n')
  expect(await visit({ dataDir: folder }, read)).toEqual(kept)
})

test('data restored without their password file get a new password', async () => {
  const folder = newFolder()
  await visit({ dataDir: folder }, ...write)
  rmSync(path.join(locationOf(folder) ?? path.join(folder, 'postgres'), 'password'))
  expect(await visit({ dataDir: folder }, read)).toEqual(kept)
})

test.each([
  ['initdb: error: could not create directory "x": No space left on device', /disk .* is full/],
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', /disk .* is full/],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', /not enough memory/],
  ['FATAL:  could not create shared memory segment: No space left on device', /not enough memory/],
  ['FATAL:  data directory "x" has wrong ownership', /belong to another user/],
  ['postgres: error while loading shared libraries: libicuuc.so.60: cannot open', /damaged/],
  ['FATAL:  something new', /PostgreSQL did not start: something new/],
  ['', /ended without a message/],
])('errors of PostgreSQL are explained in a sentence: %s', (output, sentence) => {
  expect(explainFailure(output, '/data').message).toMatch(sentence)
})

/** Root ignores permissions, but a kernel file system can't be written to. */
function unwritableFolder(): string {
  if (isRoot) return '/sys/goldpan'
  const folder = newFolder()
  chmodSync(folder, 0o555)
  return folder
}
