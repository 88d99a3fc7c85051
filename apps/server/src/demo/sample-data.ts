import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Places } from '@goldpan/places'
import { demoPlaces } from './town/demo-town.ts'

const SAMPLE_FILE = join(import.meta.dirname, '../../../../packages/places/sample/liechtenstein.osm.pbf')
const SAMPLE_REGION = 'Liechtenstein (sample)'
const DEMO_REGION = 'Demo town'

/** Fills an empty directory, so that the first search finds something: the demo town, and a real region to look at. */
export async function importSampleData(
  places: Places,
  options: { port: number; onProgress: (line: string) => void },
): Promise<void> {
  const regions = (await places.regions()).map(({ region }) => region)
  await places.importPlaces(DEMO_REGION, demoPlaces(options.port))
  if (regions.includes(SAMPLE_REGION) || !existsSync(SAMPLE_FILE)) return
  options.onProgress('Importing the sample region, Liechtenstein (© OpenStreetMap contributors).')
  await places.importFile(SAMPLE_FILE, { region: SAMPLE_REGION })
}
