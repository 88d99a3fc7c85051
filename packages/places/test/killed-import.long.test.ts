import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDirectory, namesFound, type TestDirectory } from './database.ts'
import { writePbf } from './pbf-writer.ts'
import { at, inAlpstadt, townMap } from './town.ts'

const PROCESS = join(import.meta.dirname, 'import-process.ts')
const [lat, lon] = inAlpstadt()
const stays = at(lat, lon, { shop: 'a', name: 'Stays' }, 5001)
const older = writePbf(townMap([stays, at(lat, lon, { shop: 'a', name: 'Goes' }, 5002)]))
const newer = writePbf(townMap([stays, at(lat, lon, { shop: 'a', name: 'Comes' }, 5003)]))

const directory: TestDirectory = await createTestDirectory()
let child: ChildProcess | undefined

beforeEach(async () => {
  await directory.places.importFile(older, { region: 'town' })
})
afterEach(() => {
  child?.kill('SIGKILL')
})

function startImport(moment = ''): ChildProcess {
  const url = directory.pool.options.connectionString!
  child = spawn(process.execPath, [PROCESS, url, newer, 'town', moment], { stdio: 'inherit' })
  return child
}

/** True if an import waits for a lock. */
async function isHeldUp(): Promise<boolean> {
  const { rows } = await directory.pool.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
  )
  return rows.length > 0
}

async function expectOlderInForce(): Promise<void> {
  expect(await namesFound(directory.places, 'Goes')).toEqual(['Goes'])
  expect(await namesFound(directory.places, 'Comes')).toEqual([])
  expect(await directory.places.regions()).toMatchObject([{ region: 'town', places: 2 }])
}

async function expectRepeatWorks(): Promise<void> {
  const [before] = (await directory.places.search({ query: 'Stays', limit: 1 })).places
  const summary = await directory.places.importFile(newer, { region: 'town' })
  expect(summary).toMatchObject({ places: 2, added: 1, removed: 1 })
  const [after] = (await directory.places.search({ query: 'Stays', limit: 1 })).places
  expect([before!.place_id, after!.place_id]).toEqual(['osm:node/5001', 'osm:node/5001'])
  expect(await namesFound(directory.places, 'Comes')).toEqual(['Comes'])
  expect(await namesFound(directory.places, 'Goes')).toEqual([])
  // Nothing of the killed import is left.
  const { rows } = await directory.pool.query(
    `select count(*)::integer as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'places' and c.relkind = 'r' and c.relname ~ '^place_[0-9]+$'`,
  )
  expect(rows).toEqual([{ count: 1 }])
}

test('an import killed while reading keeps the old region in force and can be repeated', async () => {
  const [, signal] = await once(startImport('reading'), 'exit')
  expect(signal).toBe('SIGKILL')
  await expectOlderInForce()
  await expectRepeatWorks()
})

test.each([
  ['before it writes', 'select pg_advisory_xact_lock(7402114)'],
  // A reader blocks dropping the old partition, the last step but one.
  ['when all of the new region is written', 'select count(*) from places.place'],
])('an import killed %s keeps the old region in force and can be repeated', async (_, holdUp) => {
  const holder = await directory.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(holdUp)
    const importing = startImport()
    while (!(await isHeldUp())) {
      expect(importing.exitCode).toBeNull()
      await pause(20)
    }
    importing.kill('SIGKILL')
    await once(importing, 'exit')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await expectOlderInForce()
  await expectRepeatWorks()
})

test('a running search finishes while an import waits to drop the old tables', async () => {
  const search = await directory.pool.connect()
  try {
    await search.query('begin')
    // In the order of a search's statements.
    await search.query('select count(*) from places.area')
    const importing = startImport()
    const ended = once(importing, 'exit')
    while (!(await isHeldUp())) await pause(20)
    await search.query('select count(*) from places.term')
    await search.query('select count(*) from places.place')
    await search.query('commit')
    expect(await ended).toEqual([0, null])
  } finally {
    search.release(true)
  }
  expect(await namesFound(directory.places, 'Comes')).toEqual(['Comes'])
})

test('an import killed while waiting does not hold up searches', async () => {
  const holder = await directory.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select count(*) from places.place')
    const importing = startImport()
    while (!(await isHeldUp())) await pause(20)
    importing.kill('SIGKILL')
    // Searches queue behind the killed import's lock until PostgreSQL notices that the client is gone.
    await expectOlderInForce()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})
