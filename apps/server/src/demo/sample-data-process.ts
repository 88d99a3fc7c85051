import { once } from 'node:events'
import { createPlaces } from '@goldpan/places'
import { openDatabase } from '../db/database.ts'
import type { SampleDataWork } from './sample-data.ts'
import { importSampleData } from './sample-data.ts'

// Nobody waits for the result if the parent is gone.
const giveUp = () => process.exit(1)
process.on('disconnect', giveUp)
const [work] = (await once(process, 'message')) as [SampleDataWork]

const database = openDatabase(work.databaseUrl, { max: 4 })
try {
  await importSampleData(database.pool, createPlaces(database.pool), {
    port: work.port,
    onProgress: (line) => void process.stderr.write(`${line}\n`),
  })
} catch (error) {
  process.exitCode = 1
  process.send?.(error)
} finally {
  await database.close()
  process.off('disconnect', giveUp)
  process.disconnect()
}
