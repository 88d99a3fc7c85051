import type { Pool, PoolClient } from 'pg'
import { labelOf } from '../categories/dictionary.ts'
import type { Area } from '../gazetteer/area.ts'
import type { Value } from '../store/copy.ts'
import {
  activateRegion,
  addRegion,
  allowLongWork,
  analyzePartitions,
  attachPartitions,
  compareRegions,
  copyAreas,
  copyPlaces,
  copyTermCounts,
  createPartitions,
  createTermCounts,
  deleteRegion,
  findOrigin,
  findRegionId,
  hasOtherRegions,
  lockImports,
  type Origin,
  showShadowed,
  storeTerms,
  type TermCount,
} from '../store/import.store.ts'
import { refreshExtras, shadowTwins } from '../store/twins.store.ts'
import { LEVELS, TIER_SHARES } from '../text/tiers.ts'
import type { Listing } from './listing.ts'
import { termsOf, tierOf, twinKeys } from './terms.ts'

export interface RegionData {
  name: string
  origin: Origin
  dataAt: string | null
  importedAt: string
  isDemo: boolean
  elements: number
  listings: Iterable<{ listing: Listing; origin?: Origin }>
  areas: Iterable<Area>
  /** Called after each batch with the places written so far; throws to stop. */
  step?: (written: number) => void
}

const BATCH = 1000
const MAX_COUNTED_TERMS = 40_000

/** Puts a region's places in force in place of those that it had, all or nothing. */
export async function storeRegion(
  pool: Pool,
  data: RegionData,
): Promise<{ places: number; added: number; removed: number }> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
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
  await allowLongWork(client)
  await lockImports(client)
  const originId = await findOrigin(client, data.origin)
  const oldId = await findRegionId(client, data.name)
  const regionId = await addRegion(client, { ...data, originId })
  await createPartitions(client, regionId)
  await writePlaces(client, regionId, data)
  await copyAreas(client, regionId, data.areas)
  await attachPartitions(client, regionId)
  await analyzePartitions(client, regionId)
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

async function writePlaces(client: PoolClient, regionId: number, data: RegionData): Promise<void> {
  await createTermCounts(client)
  const counts = new TermCounts()
  const origins = new Map<string, number>()
  let batch: Value[][] = []
  let written = 0
  const write = async () => {
    await copyPlaces(client, regionId, batch)
    written += batch.length
    batch = []
    if (counts.size > MAX_COUNTED_TERMS) await copyTermCounts(client, counts.take())
    data.step?.(written)
  }
  for (const { listing, origin = data.origin } of data.listings) {
    const key = JSON.stringify(origin)
    const originId = origins.get(key) ?? (await findOrigin(client, origin))
    origins.set(key, originId)
    const { terms, counted, names } = termsOf(listing)
    const tier = tierOf(listing)
    counts.add(counted, names, Math.floor(tier / TIER_SHARES))
    batch.push(placeRow(regionId, originId, listing, { tier, terms }))
    if (batch.length === BATCH) await write()
  }
  await write()
  await copyTermCounts(client, counts.take())
  await storeTerms(client, regionId)
}

const MAX_CATEGORIES = 12

function placeRow(
  regionId: number,
  originId: number,
  listing: Listing,
  { tier, terms }: { tier: number; terms: number[] },
): Value[] {
  const { place_id, name, address, locality, region, country, website, phone, email, opening_hours } = listing
  const categories = [...new Set(listing.tags.map(labelOf))].slice(0, MAX_CATEGORIES)
  const twins = twinKeys(listing)
  return [
    regionId, originId, place_id, name, address, locality, region, country, website, phone, email, opening_hours,
    categories, listing.lat, listing.lon, listing.merged_ids, tier, terms, twins.site, twins.phone,
  ] // biome-ignore format: in the order of the columns
}

/** How often each term occurs on each level, of the places since the counts were last taken. */
class TermCounts {
  #counts = new Map<number, TermCount>()

  get size(): number {
    return this.#counts.size
  }

  add(terms: ReadonlyMap<number, string | null>, names: ReadonlySet<number>, level: number): void {
    for (const [term, word] of terms) this.#countOf(term, word, false).levels[level]!++
    for (const name of names) this.#countOf(name, null, true).levels[level]!++
  }

  #countOf(term: number, word: string | null, isName: boolean): TermCount {
    const known = this.#counts.get(term)
    if (known !== undefined) return known
    const count = { levels: new Array<number>(LEVELS).fill(0), word, isName }
    this.#counts.set(term, count)
    return count
  }

  take(): Map<number, TermCount> {
    const taken = this.#counts
    this.#counts = new Map()
    return taken
  }
}
