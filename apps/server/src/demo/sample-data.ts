import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Places, RegionSummary } from '@goldpan/places'
import { type Pool, withAdvisoryLock } from '../db/database.ts'
import { ROOT } from '../root.ts'
import { demoPlaces, demoTown } from './town/demo-town.ts'

const SAMPLE_FILE = join(ROOT, 'packages/places/sample/liechtenstein.osm.pbf')
const SAMPLE_REGION = 'Liechtenstein (sample)'
const DEMO_REGION = 'Demo town'

interface Options {
  port: number
  onProgress: (line: string) => void
}

/**
 * Fills an empty directory, so that the first search finds something: the demo town, and a real region. Of processes
 * that start at once, one imports while the others wait.
 */
export async function importSampleData(pool: Pool, places: Places, options: Options): Promise<void> {
  await withAdvisoryLock(pool, 'sample data', () => importMissing(places, options))
}

async function isSampleDataThere(places: Places, port: number): Promise<boolean> {
  const regions = await places.regions()
  return isSampleThere(regions) && (await isDemoCurrent(places, regions, port))
}

const isSampleThere = (regions: RegionSummary[]) =>
  regions.some(({ region }) => region === SAMPLE_REGION) || !existsSync(SAMPLE_FILE)

async function importMissing(places: Places, options: Options): Promise<void> {
  const regions = await places.regions()
  if (!(await isDemoCurrent(places, regions, options.port)))
    await places.importPlaces(DEMO_REGION, demoPlaces(options.port))
  if (isSampleThere(regions)) return
  options.onProgress('Importing the sample region, Liechtenstein (© OpenStreetMap contributors).')
  await places.importFile(SAMPLE_FILE, { region: SAMPLE_REGION })
}

/** True if the demo town is complete and its websites have this port. */
async function isDemoCurrent(places: Places, regions: RegionSummary[], port: number): Promise<boolean> {
  const held = regions.find(({ region }) => region === DEMO_REGION)
  if (held?.places !== demoTown.businesses.length) return false
  const open = demoTown.businesses.find(({ host }) => host !== null)
  if (!open) return true
  const { places: found } = await places.search({ query: open.name, location: demoTown.name, limit: 5 })
  return found.some(({ website }) => website === `http://${open.host}:${port}`)
}

/** Next to this file, both in the sources and in the bundle. */
const PROGRAM = new URL(`./sample-data-process${extname(import.meta.url)}`, import.meta.url)

/** Sent as a message, so that the database URL isn't visible in the process list. */
export interface SampleDataWork {
  databaseUrl: string
  port: number
}

/**
 * Imports missing sample data in a child process, because the memory of an import would stay with the server. The
 * child exits if its parent does.
 */
export async function importSampleDataInProcess(places: Places, work: SampleDataWork): Promise<void> {
  if (await isSampleDataThere(places, work.port)) return
  const child = fork(PROGRAM, { serialization: 'advanced' })
  let failure: Error | undefined
  child.on('message', (message) => {
    failure = message as Error
  })
  child.send(work)
  const [code, signal] = await once(child, 'exit')
  if (code === 0) return
  throw failure ?? new Error(`The import of the sample data ended with ${signal ?? code}`)
}
