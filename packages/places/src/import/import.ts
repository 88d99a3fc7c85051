import { basename } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import type { ImportOptions, ImportSummary, PlaceInput } from '../place.ts'
import { createStaging } from '../store/staging.store.ts'
import { importDemo } from './import-demo.ts'
import { importOsm } from './import-osm.ts'
import { importOverture } from './import-overture.ts'
import type { Imported } from './listing.ts'
import { Progress } from './progress.ts'
import { storeRegion } from './store-region.ts'

interface ImportRequest {
  region: string
  now: Date
  progress: Progress
  isDemo: boolean
}

export async function importFile(
  pool: Pool,
  path: string,
  now: Date,
  { region = regionOfFile(path), onProgress, signal }: ImportOptions,
): Promise<ImportSummary> {
  const source = /\.(?:geo)?parquet$/i.test(path) ? importOverture : importOsm
  const request = { region, now, progress: new Progress(onProgress, signal), isDemo: false }
  return runImport(pool, request, (client) => source(client, path, request))
}

export async function importPlaces(
  pool: Pool,
  places: AsyncIterable<PlaceInput> | Iterable<PlaceInput>,
  { region, now }: { region: string; now: Date },
): Promise<ImportSummary> {
  const request = { region, now, progress: new Progress(), isDemo: true }
  return runImport(pool, request, (client) => importDemo(client, places))
}

/** Stages a source, then replaces the region with it, all or nothing. */
async function runImport(
  pool: Pool,
  { region, now, progress, isDemo }: ImportRequest,
  stageAll: (client: PoolClient) => Promise<Imported>,
): Promise<ImportSummary> {
  const client = await pool.connect()
  try {
    await createStaging(client)
    const imported = await stageAll(client)
    const { origin, elements } = imported
    const { staged, ...counts } = await storeRegion(client, {
      ...imported,
      name: region,
      importedAt: now.toISOString(),
      isDemo,
      onWritten: (written, total) => {
        const { fraction } = imported
        progress.report('writing', fraction + (1 - fraction) * (written / total), written)
      },
    })
    const merged = staged - counts.places
    return { region, source: origin.source, ...counts, merged, elements, elapsed_ms: progress.elapsedMs() }
  } finally {
    // Closes the connection, and with it the temporary tables.
    client.release(true)
  }
}

/** 'liechtenstein-2024-03-04.osm.pbf' and 'liechtenstein-latest.osm.pbf' are both region liechtenstein. */
function regionOfFile(path: string): string {
  const name = basename(path).replace(/\.(?:osm\.pbf|pbf|parquet|geoparquet)$/i, '')
  return name.replace(/[-_](?:latest|\d{6,8}|\d{4}-\d{2}-\d{2})$/i, '') || name
}
