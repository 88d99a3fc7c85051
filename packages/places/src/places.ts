import type { Pool } from 'pg'
import { importDemo } from './import/import-demo.ts'
import { importOsm, regionOfFile } from './import/import-osm.ts'
import { importOverture } from './import/import-overture.ts'
import { Progress } from './import/progress.ts'
import type { ImportOptions, ImportSummary, PlaceInput, Places } from './place.ts'
import { searchPlaces } from './search/search.ts'
import { listRegions, removeRegion } from './store/places.store.ts'

export { CorruptFile } from './pbf/corrupt-file.ts'
export type * from './place.ts'
export { BadCursor } from './search/cursor.ts'

/** The directory of places in a database that has the migrations of this package. */
export function createPlaces(pool: Pool, options: { now?: () => Date } = {}): Places {
  const now = options.now ?? (() => new Date())

  async function importFile(
    path: string,
    { region, onProgress, signal }: ImportOptions = {},
  ): Promise<ImportSummary> {
    const request = {
      region: region ?? regionOfFile(path),
      now: now(),
      progress: new Progress(onProgress, signal),
    }
    return /\.(?:geo)?parquet$/i.test(path)
      ? importOverture(pool, path, request)
      : importOsm(pool, path, request)
  }

  async function importPlaces(
    region: string,
    places: AsyncIterable<PlaceInput> | Iterable<PlaceInput>,
  ): Promise<ImportSummary> {
    return importDemo(pool, places, { region, now: now(), progress: new Progress() })
  }

  return {
    importFile,
    importPlaces,
    regions: () => listRegions(pool),
    removeRegion: (region) => removeRegion(pool, region),
    search: (search) => searchPlaces(pool, search),
  }
}
