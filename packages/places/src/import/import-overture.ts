import type { Pool } from 'pg'
import { AddressAreas } from '../gazetteer/address-areas.ts'
import { readOverturePlace } from '../overture/overture-row.ts'
import { readParquet } from '../overture/parquet-file.ts'
import type { ImportSummary } from '../place.ts'
import type { Origin } from '../store/import.store.ts'
import { currentIds } from '../store/places.store.ts'
import { Fingerprints } from './duplicates.ts'
import type { Listing } from './listing.ts'
import { MergedListings } from './merged-listings.ts'
import { overtureListing, overtureOrigin } from './overture-listing.ts'
import type { Progress } from './progress.ts'
import { Spool } from './spool.ts'
import { storeRegion } from './store-region.ts'

const OVERTURE: Origin = {
  source: 'overture',
  licence: 'CDLA-Permissive-2.0',
  attribution: 'Overture Maps Foundation',
}
const COLUMNS = ['id', 'geometry', 'bbox', 'names', 'categories', 'taxonomy', 'basic_category', 'websites', 'phones', 'emails', 'brand', 'addresses', 'sources', 'operating_status'] // biome-ignore format: one list
const READING = 0.5

export async function importOverture(
  pool: Pool,
  path: string,
  { region, now, progress }: { region: string; now: Date; progress: Progress },
): Promise<ImportSummary> {
  const listings = new Spool<{ listing: Listing; origin: Origin }>()
  const areas = new AddressAreas()
  const fingerprints = new Fingerprints()
  const merging = new MergedListings(listings)
  try {
    let elements = 0
    for await (const { rows, done, total } of readParquet(path, COLUMNS)) {
      for (const row of rows) takeRow(row, areas, listings, fingerprints)
      elements = done
      progress.report('reading', (done / total) * READING, listings.length)
    }
    const found = listings.length
    const counts = await storeRegion(pool, {
      name: region,
      origin: OVERTURE,
      dataAt: null,
      importedAt: now.toISOString(),
      isDemo: false,
      contents: async (client) => ({
        listings: await merging.merged(fingerprints.groups(), (ids) => currentIds(client, region, ids)),
        areas: areas.areas(),
        elements,
      }),
      step: (written) => progress.report('writing', READING + ((1 - READING) * written) / found, written),
    })
    const merged = found - counts.places
    return { region, source: OVERTURE.source, ...counts, merged, elements, elapsed_ms: progress.elapsedMs() }
  } finally {
    listings.close()
    merging.close()
    fingerprints.close()
    areas.close()
  }
}

function takeRow(
  row: Record<string, unknown>,
  areas: AddressAreas,
  listings: Spool<{ listing: Listing; origin: Origin }>,
  fingerprints: Fingerprints,
): void {
  const place = readOverturePlace(row)
  const listing = place && overtureListing(place, areas)
  if (place === undefined || listing === undefined) return
  listings.push({ listing, origin: overtureOrigin(place) })
  fingerprints.add(listing)
}
