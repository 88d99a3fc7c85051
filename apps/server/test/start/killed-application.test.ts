import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startBundledPostgres } from '../../src/db/bundled/bundled-postgres.ts'
import { launch } from '../../src/db/bundled/server.ts'
import { findBinaries, prepareServerFiles } from '../../src/db/bundled/server-files.ts'
import { newFolder, query, visit } from './folders-for-tests.ts'

test('after kill -9 the next start succeeds and has every committed row', async () => {
  const folder = newFolder()
  const { application, url } = await startApplication(folder)
  await query(url, 'CREATE TABLE kept (id int)', 'INSERT INTO kept SELECT generate_series(1, 1000)')
  application.kill('SIGKILL')
  await once(application, 'exit')

  expect(await visit({ dataDir: folder }, 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 1000 }])
})

test('Ctrl-C in a terminal keeps the database up until the application has stopped', async () => {
  const folder = newFolder()
  const { application } = await startApplication(folder)
  process.kill(-application.pid!, 'SIGINT')
  expect(await once(application, 'exit')).toEqual([0, null])

  expect(await visit({ dataDir: folder }, 'SELECT word FROM last_words')).toEqual([
    { word: 'written while stopping' },
  ])
})

test('a second application on the same folder is refused with a sentence, and the first keeps running (F9)', async () => {
  const folder = newFolder()
  const first = await startBundledPostgres({ dataDir: folder, durable: false })
  onTestFinished(() => first.stop())

  await expect(startBundledPostgres({ dataDir: folder })).rejects.toThrow(
    `Another Goldpan is running on the data folder ${folder}`,
  )
  expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a PostgreSQL that outlived its application is stopped and its data are taken over', async () => {
  const folder = newFolder()
  await visit({ dataDir: folder }, 'CREATE TABLE kept (id int)', 'INSERT INTO kept VALUES (1)')
  const files = prepareServerFiles(folder, findBinaries(), true)
  const leftOver = await launch({ files, durable: true, log: () => {} })

  expect(await visit({ dataDir: folder }, 'SELECT id FROM kept')).toEqual([{ id: 1 }])
  await leftOver.ended
})

test('a killed PostgreSQL is restarted at the same address', async () => {
  const folder = newFolder()
  const { promise: noticed, resolve } = Promise.withResolvers<void>()
  const postgres = await startBundledPostgres({
    dataDir: folder,
    log: (line) => line.includes('ended unexpectedly') && resolve(),
  })
  onTestFinished(() => postgres.stop())
  await query(postgres.url, 'CREATE TABLE kept (id int)', 'INSERT INTO kept VALUES (1)')
  const record = readFileSync(path.join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')
  process.kill(Number.parseInt(record, 10), 'SIGKILL')
  await noticed

  const readAgain = () => query(postgres.url, 'SELECT id FROM kept')
  await expect.poll(readAgain).toEqual([{ id: 1 }])
})

/** A separate process group, as a terminal creates it. */
async function startApplication(folder: string): Promise<{ application: ChildProcess; url: string }> {
  const script = path.join(import.meta.dirname, 'application-for-tests.ts')
  const application = spawn(process.execPath, [script, folder, path.join(folder, 'journal')], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void application.kill('SIGKILL'))
  for await (const url of createInterface({ input: application.stdout! })) return { application, url }
  throw new Error('the application ended before it was ready')
}
