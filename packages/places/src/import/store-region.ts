import type { ClientBase, Pool, PoolClient } from 'pg'
import type { Area } from '../gazetteer/area.ts'
import { begun } from '../store/copy.ts'
import {
  activateRegion,
  addRegion,
  attachPartitions,
  beginImport,
  compareRegions,
  copyAreas,
  createTables,
  deleteRegion,
  findOrigin,
  findRegionId,
  hasOtherRegions,
  type Origin,
  showShadowed,
} from '../store/import.store.ts'
import {
  copyTermCounts,
  copyTerms,
  sumUpTerms,
  termChunks,
  termCountChunks,
} from '../store/import-terms.store.ts'
import { refreshExtras, shadowTwins } from '../store/twins.store.ts'
import { type CountsLeft, type Sourced, writePlaces } from './write-places.ts'

export interface RegionContents {
  listings: Iterable<Sourced>
  areas: Iterable<Area>
  elements: number
}

export interface RegionData {
  name: string
  origin: Origin
  dataAt: string | null
  importedAt: string
  isDemo: boolean
  /** Asked for when the tables are ready: until then it may still be in the making. */
  contents: (client: ClientBase) => RegionContents | Promise<RegionContents>
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
  const contents = await data.contents(client)
  await writeRegion(client, { regionId, originId }, data, contents)
  const counts = await compareRegions(client, oldId, regionId)
  // Only another region's places can be the same as one of these, or have stood in for one.
  const hasOthers = await hasOtherRegions(client, [regionId, oldId])
  if (hasOthers) await shadowTwins(client, regionId, oldId)
  if (hasOthers && oldId !== null) await showShadowed(client, oldId)
  // From here on searches wait for the end of the transaction: dropping needs the tables for itself.
  if (oldId !== null) await deleteRegion(client, oldId)
  await activateRegion(client, regionId, {
    name: data.name,
    places: counts.places,
    elements: contents.elements,
  })
  if (hasOthers) await refreshExtras(client)
  return counts
}

async function writeRegion(
  client: PoolClient,
  { regionId, originId }: { regionId: number; originId: number },
  { origin, step }: RegionData,
  { listings, areas }: RegionContents,
): Promise<void> {
  // The database puts in order what it has, and meanwhile what comes next is put together here.
  const stored = storeAreas(client, regionId, areas)
  const left = await writePlaces(client, regionId, {
    origin: { ...origin, originId },
    listings,
    step,
    after: stored,
  })
  await storeTerms(client, regionId, left, attachPartitions(client, regionId, ['place']))
  await attachPartitions(client, regionId, ['term'])
}

/** As much as can be is put together while the database is still at something else. */
async function storeTerms(
  client: PoolClient,
  regionId: number,
  { counts, areAll }: CountsLeft,
  meanwhile: Promise<void>,
): Promise<void> {
  const rows = areAll ? termChunks(regionId, counts) : termCountChunks(counts)
  const chunks = await whileWaiting(meanwhile, () => begun(rows))
  if (areAll) return copyTerms(client, regionId, chunks)
  await copyTermCounts(client, chunks)
  await sumUpTerms(client, regionId)
}

async function storeAreas(client: PoolClient, regionId: number, areas: Iterable<Area>): Promise<void> {
  await copyAreas(client, regionId, areas)
  await attachPartitions(client, regionId, ['area'])
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
