import type { Pool } from 'pg'
import type { ImportOptions, ImportSummary, PlaceInput, PlaceSearch, Places } from './place.ts'
import { listRegions, removeRegion } from './store/places.store.ts'

export { CorruptFile } from './pbf/corrupt-file.ts'
export type * from './place.ts'
export { BadCursor } from './search/cursor.ts'

/** The directory of places in a database that has the migrations of this package. */
export function createPlaces(pool: Pool, options: { now?: () => Date } = {}): Places {
  const now = options.now ?? (() => new Date())
  let searcher: ReturnType<typeof openSearcher> | undefined

  // Readers of place data are large, and only processes that import need them.
  async function importFile(
    path: string,
    { region, onProgress, signal }: ImportOptions = {},
  ): Promise<ImportSummary> {
    const { Progress } = await import('./import/progress.ts')
    const { importOsm, regionOfFile } = await import('./import/import-osm.ts')
    const { optimizeLate } = await import('./import/late-optimizer.ts')
    // After them: with other flags Node compiles its own modules anew.
    optimizeLate()
    const request = {
      region: region ?? regionOfFile(path),
      now: now(),
      progress: new Progress(onProgress, signal),
    }
    if (!/\.(?:geo)?parquet$/i.test(path)) return importOsm(pool, path, request)
    const { importOverture } = await import('./import/import-overture.ts')
    return importOverture(pool, path, request)
  }

  async function importPlaces(
    region: string,
    places: AsyncIterable<PlaceInput> | Iterable<PlaceInput>,
  ): Promise<ImportSummary> {
    const { Progress } = await import('./import/progress.ts')
    const { importDemo } = await import('./import/import-demo.ts')
    return importDemo(pool, places, { region, now: now(), progress: new Progress() })
  }

  return {
    importFile,
    importPlaces,
    regions: () => listRegions(pool),
    removeRegion: (region) => removeRegion(pool, region),
    async search(search) {
      searcher ??= openSearcher(pool)
      return (await searcher)(search)
    },
  }
}

/** What searches need is large too, and processes that import do without it. */
async function openSearcher(pool: Pool) {
  const { searchPlaces } = await import('./search/search.ts')
  const { Vocabulary } = await import('./search/vocabulary.ts')
  const { Pipelines } = await import('./store/pipelines.ts')
  const vocabulary = new Vocabulary(new Pipelines(pool))
  return (search: PlaceSearch) => searchPlaces(vocabulary, search)
}
