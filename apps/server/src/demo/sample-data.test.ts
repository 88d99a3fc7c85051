import { createPlaces, type Places } from '@goldpan/places'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { importSampleData } from './sample-data.ts'

let app: TestApp
let processes: { database: OpenDatabase; places: Places }[]
let imported: string[]

beforeAll(async () => {
  app = await startTestApp()
  processes = [1, 2].map(() => {
    const database = openDatabase(app.databaseUrl)
    return { database, places: createPlaces(database.pool) }
  })
})
afterAll(() => Promise.all(processes.map(({ database }) => database.close())))

beforeEach(async () => {
  for (const { region } of await processes[0]!.places.regions())
    await processes[0]!.places.removeRegion(region)
  imported = []
})

/** Imports like a starting process; `importFile` may fail. */
function start(index: number, importFile = processes[index]!.places.importFile): Promise<void> {
  const { database, places } = processes[index]!
  const counted: Places = {
    ...places,
    importFile(path, options) {
      imported.push(`${index}: ${options?.region}`)
      return importFile(path, options)
    },
  }
  return importSampleData(database.pool, counted, { port: 80, onProgress: () => undefined })
}

test('two processes that start on an empty database import the sample region once', async () => {
  await Promise.all([start(0), start(1)])
  expect(imported).toHaveLength(1)
  const regions = await processes[0]!.places.regions()
  expect(regions.map(({ region }) => region)).toEqual(['Demo town', 'Liechtenstein (sample)'])
})

test('if the first process fails to import, the next one does it', async () => {
  let failures = 1
  const failing =
    (index: number): Places['importFile'] =>
    (...given) =>
      failures-- > 0
        ? Promise.reject(new Error('the disk is full'))
        : processes[index]!.places.importFile(...given)
  const outcomes = await Promise.allSettled([start(0, failing(0)), start(1, failing(1))])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(imported).toHaveLength(2)
  expect(await processes[0]!.places.regions()).toHaveLength(2)
})
