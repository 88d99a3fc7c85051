import type { PoolClient } from 'pg'
import { labelOf } from '../categories/dictionary.ts'
import { rankOf, termsOf, twinKeys } from '../search/terms.ts'
import {
  activateRegion,
  addRegion,
  attachPartition,
  beginImport,
  compareRegions,
  copyAreas,
  copyPlaces,
  countTerms,
  createPartitions,
  deleteRegion,
  findOrigin,
  findRegionId,
  hasOtherRegions,
  type NewPlace,
} from '../store/import.store.ts'
import { countStaged, readListings, type StagedListing } from '../store/staging.store.ts'
import { refreshExtras, shadowTwins, showShadowed } from '../store/twins.store.ts'
import { mergeDuplicates } from './duplicates.ts'
import type { Imported, Listing } from './listing.ts'

export interface NewRegion extends Imported {
  name: string
  importedAt: string
  isDemo: boolean
  /** Called after each batch. Throws to stop. */
  onWritten: (written: number, total: number) => void
}

/** Replaces the region with the staged listings in one transaction. */
export async function storeRegion(client: PoolClient, region: NewRegion) {
  try {
    await beginImport(client)
    const counts = await replaceRegion(client, region)
    await client.query('commit')
    return counts
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function replaceRegion(client: PoolClient, region: NewRegion) {
  const staged = await countStaged(client)
  if (!region.isDemo) await mergeDuplicates(client, region.name)
  const originId = await findOrigin(client, region.origin)
  const oldId = await findRegionId(client, region.name)
  const regionId = await addRegion(client, { ...region, originId })
  await createPartitions(client, regionId)
  await copyAreas(client, regionId, region.areas)
  await writePlaces(client, regionId, region)
  await countTerms(client, regionId)
  for (const table of ['area', 'place', 'term'] as const) await attachPartition(client, table, regionId)
  const counts = await compareRegions(client, oldId, regionId)
  // Only other regions can contain the same businesses.
  const hasOthers = await hasOtherRegions(client, [regionId, oldId])
  if (hasOthers) await shadowTwins(client, regionId, oldId)
  if (hasOthers && oldId !== null) await showShadowed(client, oldId)
  // Dropping the old partitions blocks searches until the commit.
  if (oldId !== null) await deleteRegion(client, oldId)
  await activateRegion(client, regionId, { ...region, places: counts.places })
  if (hasOthers) await refreshExtras(client)
  return { ...counts, staged }
}

async function writePlaces(client: PoolClient, regionId: number, { origin: usual, onWritten }: NewRegion) {
  const originIds = new Map<string, number>()
  const originIdOf = async ({ origin = usual }: StagedListing): Promise<number> => {
    const key = JSON.stringify(origin)
    const id = originIds.get(key) ?? (await findOrigin(client, origin))
    originIds.set(key, id)
    return id
  }
  const total = await countStaged(client)
  let written = 0
  for await (const batch of readListings(client)) {
    const rows: NewPlace[] = []
    for (const staged of batch) rows.push(newPlace(staged.listing, await originIdOf(staged)))
    await copyPlaces(client, regionId, rows)
    written += batch.length
    onWritten(written, total)
  }
}

const MAX_CATEGORIES = 12

function newPlace(listing: Listing, origin_id: number): NewPlace {
  const twins = twinKeys(listing)
  return {
    ...listing,
    origin_id,
    categories: [...new Set(listing.tags.map(labelOf))].slice(0, MAX_CATEGORIES),
    rank: rankOf(listing),
    terms: termsOf(listing),
    twin_site: twins.site,
    twin_phone: twins.phone,
  }
}
