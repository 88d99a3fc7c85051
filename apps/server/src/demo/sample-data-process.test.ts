import { createPlaces } from '@goldpan/places'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { importSampleDataInProcess } from './sample-data.ts'

const app = await startTestApp()
const places = createPlaces(app.app.database.pool)

test('the first start imports the sample data in a child process, the next start runs none', async () => {
  await importSampleDataInProcess(places, { databaseUrl: app.databaseUrl, port: 80 })
  const regions = await places.regions()
  expect(regions.map(({ region }) => region)).toEqual(['Demo town', 'Liechtenstein (sample)'])
  await importSampleDataInProcess(places, { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', port: 80 })
})

test('if that process fails the start says why', async () => {
  const work = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', port: 81 }
  await expect(importSampleDataInProcess(places, work)).rejects.toThrow('ECONNREFUSED')
})
