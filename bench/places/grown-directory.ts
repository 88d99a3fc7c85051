import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Area } from '@goldpan/places/gazetteer/area'
import { stage } from '@goldpan/places/import/duplicates'
import type { Listing } from '@goldpan/places/import/listing'
import { storeRegion } from '@goldpan/places/import/store-region'
import { createStaging } from '@goldpan/places/store/staging.store'
import { openDirectory } from './database.ts'
import { grow } from './grow.ts'
import type { RealPlaces } from './real-places.ts'

/** A sample of places to search for. */
interface Asked {
  listings: Listing[]
  areas: Area[]
}

const SAMPLED = 5000
const BATCH = 1000

/** A directory of `size` places in regions of equal size, or the one an earlier run left in `keep`. */
export async function openGrownDirectory(
  real: () => Promise<RealPlaces>,
  { size, regions, seed, keep }: { size: number; regions: number; seed: number; keep: string | undefined },
) {
  const folder =
    keep === undefined ? undefined : join(keep, regions === 1 ? String(size) : `${size}-${regions}`)
  const record = folder && join(folder, 'asked.json')
  const directory = await openDirectory(folder)
  if (record !== undefined && existsSync(record))
    return { ...directory, ...(JSON.parse(readFileSync(record, 'utf8')) as Asked) }
  const places = await real()
  const asked: Asked = { listings: [], areas: [] }
  const started = performance.now()
  for (let region = 0; region < regions; region++) await growRegion(directory.pool, places, region)
  console.log(
    `${size.toLocaleString('en')} places written in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
  if (record !== undefined) writeFileSync(record, JSON.stringify(asked))
  return { ...directory, ...asked }

  async function growRegion(pool: typeof directory.pool, from: RealPlaces, region: number): Promise<void> {
    const count = Math.floor(size / regions)
    const { listings, areas } = grow(from, count, seed + region)
    const client = await pool.connect()
    try {
      await createStaging(client)
      let batch: { listing: Listing }[] = []
      for (const listing of sampled(ofRegion(listings, region), asked.listings, Math.ceil(size / SAMPLED))) {
        batch.push({ listing })
        if (batch.length < BATCH) continue
        await stage(client, batch)
        batch = []
      }
      await stage(client, batch)
      await storeRegion(client, {
        name: `grown ${region + 1}`,
        origin: { source: 'openstreetmap', licence: 'ODbL-1.0', attribution: '© OpenStreetMap contributors' },
        dataAt: null,
        importedAt: new Date().toISOString(),
        isDemo: false,
        elements: count,
        areas: areas.values(),
        fraction: 0,
        onWritten: () => undefined,
      })
    } finally {
      client.release(true)
    }
    for (const area of areas.values()) asked.areas.push(area)
  }
}

/** Ids differ between regions. */
function* ofRegion(listings: Iterable<Listing>, region: number): Generator<Listing> {
  for (const listing of listings) yield { ...listing, place_id: `${listing.place_id}/${region}` }
}

function* sampled(listings: Iterable<Listing>, kept: Listing[], every: number): Generator<Listing> {
  let index = 0
  for (const listing of listings) {
    if (index++ % every === 0) kept.push(listing)
    yield listing
  }
}
