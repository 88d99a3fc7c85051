import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PlaceSearch } from '@goldpan/places'
import type { Listing } from '@goldpan/places/import/listing'
import { storeRegion } from '@goldpan/places/import/store-region'
import { openDirectory } from './places/database.ts'
import { grow } from './places/grow.ts'
import { seeded } from './places/random.ts'
import { type RealPlaces, readRealPlaces } from './places/real-places.ts'
import { searches } from './places/searches.ts'

/**
 * `npm run bench -- places-search [folder] [size …]`: how long a search takes with 20 at once, in directories of 10,000,
 * 100,000 and 1,000,000 places grown out of the extracts of the folder. The limit beside it is a look-up of one place by
 * its id with 20 at once: what a question to PostgreSQL costs here at least.
 */
const AT_ONCE = 20
const SEARCHES = 3000
const WARM_UP = 2000
const SEED = 20_260_801

const given = process.argv.slice(2)
const folder =
  given.find((argument) => !/^\d+$/.test(argument)) ?? join(import.meta.dirname, '../packages/places/sample')
const sizes = given.filter((argument) => /^\d+$/.test(argument)).map(Number)
const newest = new Map(readdirSync(folder).filter((file) => file.endsWith('.osm.pbf')).sort().map((file) => [file.split('-')[0], join(folder, file)])) // biome-ignore format: one pass
const real = await readRealPlaces([...newest.values()])
console.log(`${real.listings.length} real places out of ${newest.size} extracts, grown with seed ${SEED}`)

for (const size of sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000]) await measure(real, size)

async function measure(from: RealPlaces, size: number): Promise<void> {
  const directory = await openDirectory()
  try {
    const { listings, areas } = grow(from, size, SEED)
    const kept: Listing[] = []
    const started = performance.now()
    await storeRegion(directory.pool, {
      name: 'grown',
      origin: { source: 'openstreetmap', licence: 'ODbL-1.0', attribution: '© OpenStreetMap contributors' },
      dataAt: null,
      importedAt: new Date().toISOString(),
      isDemo: false,
      elements: size,
      listings: sampled(listings, kept, Math.ceil(size / 5000)),
      areas: areas.values(),
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    const todo = searches(kept, [...areas.values()], seeded(SEED + size))
    const search = (asked: PlaceSearch) => directory.places.search(asked)
    await atOnce(WARM_UP, () => search(todo.next().value))
    const times = await atOnce(SEARCHES, () => search(todo.next().value))
    const ids = kept.map(({ place_id }) => place_id)
    const lookUps = await atOnce(SEARCHES, (n) =>
      directory.pool.query({
        name: 'one',
        text: 'select * from places.place where place_id = $1',
        values: [ids[n % ids.length]],
      }),
    )
    console.log(
      `${size.toLocaleString('en')} places (written in ${seconds} s): search ${shown(times)} · look-up by id ${shown(lookUps)}`,
    )
  } finally {
    await directory.close()
  }
}

function* sampled(
  listings: Iterable<Listing>,
  kept: Listing[],
  every: number,
): Generator<{ listing: Listing }> {
  let index = 0
  for (const listing of listings) {
    if (index++ % every === 0) kept.push(listing)
    yield { listing }
  }
}

/** Twenty at a time, each followed by the next as soon as it is answered. */
async function atOnce(count: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const run = async () => {
    while (next < count) {
      const n = next++
      const start = performance.now()
      await work(n)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
  return times
}

function shown(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`
}
