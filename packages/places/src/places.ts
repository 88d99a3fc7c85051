import type { Pool } from 'pg'
import type { Places } from './place.ts'
import { createSearch } from './search/search.ts'
import { listRegions, removeRegion } from './store/regions.store.ts'

export { CorruptFile } from './corrupt-file.ts'
export type * from './place.ts'
export { BadCursor } from './search/cursor.ts'

interface Options {
  now?: () => Date
  /** For imports, which use temporary tables, if `pool` is behind a pooler. */
  sessions?: Pool
}

/** The directory of places, in a database with this package's migrations. */
export function createPlaces(pool: Pool, { now = () => new Date(), sessions = pool }: Options = {}): Places {
  return {
    // Loaded on demand, because most processes only search.
    async importFile(path, options = {}) {
      const { importFile } = await import('./import/import.ts')
      return importFile(sessions, path, now(), options)
    },
    async importPlaces(region, places) {
      const { importPlaces } = await import('./import/import.ts')
      return importPlaces(sessions, places, { region, now: now() })
    },
    regions: () => listRegions(pool),
    removeRegion: (region) => removeRegion(sessions, region),
    search: createSearch(pool),
  }
}
