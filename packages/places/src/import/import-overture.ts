import type { PoolClient } from 'pg'
import { AddressAreas } from '../gazetteer/address-areas.ts'
import { readOverturePlace } from '../overture/overture-row.ts'
import { readParquet } from '../overture/parquet-file.ts'
import { stage } from './duplicates.ts'
import type { Imported } from './listing.ts'
import { overtureListing, overtureOrigin } from './overture-listing.ts'
import type { Progress } from './progress.ts'

const OVERTURE = {
  source: 'overture',
  licence: 'CDLA-Permissive-2.0',
  attribution: 'Overture Maps Foundation',
}
const COLUMNS = [
  'id', 'geometry', 'bbox', 'names', 'categories', 'taxonomy', 'basic_category', 'websites', 'phones', 'emails', 'brand',
  'addresses', 'sources', 'operating_status',
] // biome-ignore format: one list

const READING = 0.5

/** Stages the businesses of an Overture Places `.parquet` file. */
export async function importOverture(
  client: PoolClient,
  path: string,
  { progress }: { progress: Progress },
): Promise<Imported> {
  const areas = new AddressAreas()
  let elements = 0
  let found = 0
  for await (const { rows, done, total } of readParquet(path, COLUMNS)) {
    const listings = rows.flatMap((row) => {
      const place = readOverturePlace(row)
      const listing = place && overtureListing(place, areas)
      return listing === undefined ? [] : [{ listing, origin: overtureOrigin(place!) }]
    })
    await stage(client, listings)
    elements = done
    found += listings.length
    progress.report('reading', (done / total) * READING, found)
  }
  return { origin: OVERTURE, dataAt: null, elements, areas: areas.areas(), fraction: READING }
}
