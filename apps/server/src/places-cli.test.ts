import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createPlaces } from '@goldpan/places'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../test/harness.ts'
import { SECRET_KEY } from '../test/secret-key.ts'
import { type OpenDatabase, openDatabase } from './db/database.ts'
import { demoPlaces } from './demo/town/demo-town.ts'

const SAMPLE = path.join(import.meta.dirname, '../../../packages/places/sample/liechtenstein.osm.pbf')

let database: OpenDatabase
beforeAll(async () => {
  const app = await startTestApp()
  database = openDatabase(app.databaseUrl)
  await createPlaces(database.pool).importPlaces('Demo town', demoPlaces(80))
})
afterAll(() => database.close())

function start(...argv: string[]) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'places-cli.ts'), ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'error', DATABASE_URL: database.url, SECRET_KEY },
  })
  const output = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { child, ended: output.then(([[code], out, err]) => ({ code, out, err })) }
}

test('npm run places -- search --json writes one line of JSON per business and nothing else', async () => {
  const { code, out, err } = await start('search', '--query', 'bakery', '--json').ended
  const lines = out.split('\n')
  expect({ code, err, last: lines.pop() }).toEqual({ code: 0, err: '', last: '' })
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines)
    expect(Object.keys(JSON.parse(line))).toEqual(['place_id', 'name', 'address', 'website', 'phone'])
})

test('Ctrl-C ends npm run places -- import cleanly and keeps the previous data', async () => {
  const locked = await database.pool.connect()
  try {
    // Makes sure that the import can't finish first.
    await locked.query('begin; lock table places.region')
    const { child, ended } = start('import', SAMPLE, '--region', 'Demo town')
    await untilWaiting()
    child.kill('SIGINT')
    await locked.query('rollback')
    expect(await ended).toEqual({ code: 1, out: '', err: 'Stopped. Nothing was changed.\n' })
  } finally {
    locked.release()
  }
  const [region] = await createPlaces(database.pool).regions()
  expect(region).toMatchObject({ region: 'Demo town', source: 'demo' })
})

/** Waits until another session waits for the lock. */
async function untilWaiting(): Promise<void> {
  for (;;) {
    const { rowCount } = await database.pool.query(
      'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
    )
    if (rowCount) return
  }
}
