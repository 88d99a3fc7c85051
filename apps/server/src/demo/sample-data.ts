import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Places, RegionSummary } from '@goldpan/places'
import type { Pool } from 'pg'
import { inTurn } from '../db/in-turn.ts'
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
 * Fills an empty directory, so that the first search finds something: the demo town, and a real region to look at. Of
 * processes that start at the same time one does it, and the others find it done.
 */
export async function importSampleData(pool: Pool, places: Places, options: Options): Promise<void> {
  await inTurn(pool, 'sample data', () => importMissing(places, options))
}

/** Whether the directory holds all of it, as it is now. */
export async function isSampleDataThere(places: Places, port: number): Promise<boolean> {
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

/** Whether the demo town stands as it is now, its websites at this port. */
async function isDemoCurrent(places: Places, regions: RegionSummary[], port: number): Promise<boolean> {
  const held = regions.find(({ region }) => region === DEMO_REGION)
  if (held?.places !== demoTown.businesses.length) return false
  const open = demoTown.businesses.find(({ host }) => host !== null)
  if (!open) return true
  const { places: found } = await places.search({ query: open.name, location: demoTown.name, limit: 5 })
  return found.some(({ website }) => website === `http://${open.host}:${port}`)
}
