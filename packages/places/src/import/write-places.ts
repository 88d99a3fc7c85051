import { setImmediate } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { labelOf } from '../categories/dictionary.ts'
import type { Value } from '../store/copy.ts'
import { copyPlaces, findOrigin, type Origin } from '../store/import.store.ts'
import {
  copyTermCounts,
  createTermCounts,
  type TermCount,
  termCountChunks,
} from '../store/import-terms.store.ts'
import { LEVELS, TIER_SHARES } from '../text/tiers.ts'
import type { Listing } from './listing.ts'
import { termsOf, tierOf, twinKeys } from './terms.ts'

/** A listing with the source that it is of, where that is another than its region's. */
export interface Sourced {
  listing: Listing
  origin?: Origin
}

const BATCH = 500
const MAX_COUNTED_TERMS = 40_000
/** After so many places the process looks after what else waits: the database's answers, a signal to stop. */
const WITHOUT_A_PAUSE = 50

/** Counts of terms that are not written yet: of all places, or of those after the places whose counts are. */
export interface CountsLeft {
  counts: ReadonlyMap<number, TermCount>
  areAll: boolean
}

/** Writes the places of a region, while the database stores a batch putting the next one together. */
export async function writePlaces(
  client: PoolClient,
  regionId: number,
  {
    origin: usual,
    listings,
    step,
    after,
  }: {
    origin: Origin & { originId: number }
    listings: Iterable<Sourced>
    step: ((written: number) => void) | undefined
    /** What the connection does first. */
    after: Promise<void>
  },
): Promise<CountsLeft> {
  const counts = new TermCounts()
  const writing = new Writing(client, regionId, after)
  const origins = new Map([[originKey(usual), usual.originId]])
  let batch: Value[][] = []
  let taken = 0
  let areAll = true
  const writeCounts = async () => {
    if (areAll) await createTermCounts(client)
    areAll = false
    await copyTermCounts(client, termCountChunks(counts.take()))
  }
  try {
    for (const { listing, origin = usual } of listings) {
      const key = originKey(origin)
      if (!origins.has(key)) origins.set(key, await writing.afterwards(() => findOrigin(client, origin)))
      const { terms, counted, names } = termsOf(listing)
      const tier = tierOf(listing)
      counts.add(counted, names, Math.floor(tier / TIER_SHARES))
      batch.push(placeRow(regionId, origins.get(key)!, listing, { tier, terms }))
      if (++taken % WITHOUT_A_PAUSE === 0) await setImmediate()
      if (batch.length < BATCH) continue
      await writing.start(batch)
      batch = []
      if (counts.size > MAX_COUNTED_TERMS) await writing.afterwards(writeCounts)
      step?.(taken)
    }
    await writing.start(batch)
    await writing.afterwards(() => step?.(taken))
    return { counts: counts.take(), areAll }
  } finally {
    await writing.settled()
  }
}

function originKey({ source, licence, attribution }: Origin): string {
  return JSON.stringify([source, licence, attribution])
}

/** One batch at a time is on its way to the database. */
class Writing {
  readonly #client: PoolClient
  readonly #regionId: number
  #last: Promise<void>

  constructor(client: PoolClient, regionId: number, after: Promise<void>) {
    this.#client = client
    this.#regionId = regionId
    this.#last = after
    // Met when it is waited for; until then it must not count as unhandled.
    after.catch(() => undefined)
  }

  /** Waits for the batch before, not for this one. */
  async start(batch: readonly Value[][]): Promise<void> {
    await this.#last
    this.#last = copyPlaces(this.#client, this.#regionId, batch)
    this.#last.catch(() => undefined)
  }

  async afterwards<T>(work: () => T | Promise<T>): Promise<T> {
    await this.#last
    return work()
  }

  /** Waits whether or not it fails: the connection is free again then. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#last])
  }
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
