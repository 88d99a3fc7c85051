import type { ClientBase, Pool, PoolClient } from 'pg'
import type { Area } from '../gazetteer/area.ts'
import { begun } from '../store/copy.ts'
import {
  activateRegion,
  addRegion,
  areaChunks,
  attachPartitions,
  beginImport,
  compareRegions,
  copyAreas,
  copyTermCounts,
  createTables,
  deleteRegion,
  findOrigin,
  findRegionId,
  hasOtherRegions,
  type Origin,
  showShadowed,
  storeTerms,
} from '../store/import.store.ts'
import { refreshExtras, shadowTwins } from '../store/twins.store.ts'
import { type Sourced, writePlaces } from './write-places.ts'

export interface RegionData {
  name: string
  origin: Origin
  dataAt: string | null
  importedAt: string
  isDemo: boolean
  elements: number
  /** Or what answers them, asked when the tables are ready: until then they may still be in the making. */
  listings: Iterable<Sourced> | ((client: ClientBase) => Promise<Iterable<Sourced>>)
  /** Asked for after the listings. */
  areas: Iterable<Area>
  /** Called after each batch with the places written so far; throws to stop. */
  step?: (written: number) => void
}

/** Puts a region's places in force in place of those that it had, all or nothing. */
export async function storeRegion(
  pool: Pool,
  data: RegionData,
): Promise<{ places: number; added: number; removed: number }> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await beginImport(client)
    const counts = await replaceRegion(client, data)
    await client.query('commit')
    return counts
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    // A connection that failed in the middle of a COPY can't be used again.
    client.release(failure)
  }
}

async function replaceRegion(client: PoolClient, data: RegionData) {
  const originId = await findOrigin(client, data.origin)
  const oldId = await findRegionId(client, data.name)
  const regionId = await addRegion(client, { ...data, originId })
  await createTables(client, regionId)
  const { listings } = data
  await writeRegion(client, regionId, {
    ...data,
    listings: typeof listings === 'function' ? await listings(client) : listings,
  })
  const counts = await compareRegions(client, oldId, regionId)
  // Only another region's places can be the same as one of these, or have stood in for one.
  const hasOthers = await hasOtherRegions(client, [regionId, oldId])
  if (hasOthers) await shadowTwins(client, regionId, oldId)
  if (hasOthers && oldId !== null) await showShadowed(client, oldId)
  // From here on searches wait for the end of the transaction: dropping needs the tables for itself.
  if (oldId !== null) await deleteRegion(client, oldId)
  await activateRegion(client, regionId, { name: data.name, places: counts.places, elements: data.elements })
  if (hasOthers) await refreshExtras(client)
  return counts
}

async function writeRegion(
  client: PoolClient,
  regionId: number,
  data: RegionData & { listings: Iterable<Sourced> },
): Promise<void> {
  const counts = await writePlaces(client, regionId, data)
  // The database puts the places in order, and meanwhile the rest is put together here.
  const indexed = attachPartitions(client, regionId, ['place'])
  const [terms, areas] = await whileWaiting(
    indexed,
    () => [begun(counts), begun(areaChunks(regionId, data.areas))] as const,
  )
  await copyTermCounts(client, terms)
  await storeTerms(client, regionId)
  await copyAreas(client, regionId, areas)
  await attachPartitions(client, regionId, ['term', 'area'])
}

/** What the work answers, once the other is done too: a connection has one statement at a time. */
async function whileWaiting<T>(other: Promise<void>, work: () => T): Promise<T> {
  other.catch(() => undefined)
  try {
    return work()
  } finally {
    await other
  }
}
