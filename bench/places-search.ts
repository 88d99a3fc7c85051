import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PlaceSearch } from '@goldpan/places'
import { openGrownDirectory } from './places/grown-directory.ts'
import { createMeter } from './places/meter.ts'
import { seeded } from './places/random.ts'
import { readRealPlaces } from './places/real-places.ts'
import { type AskedSearch, searches } from './places/searches.ts'

/**
 * `npm run bench -- places-search [folder] [size …] [--regions <n>] [--keep <folder>] [--costs]`: how long a search takes
 * with 20 at once, in directories of 10,000, 100,000 and 1,000,000 places grown out of the extracts of the folder. The
 * limit beside it is a look-up of one place by its id with 20 at once: what a question to PostgreSQL costs here at least.
 * The first 3,000 follow on 2,000 that warm up; the next 3,000 show what it takes when more is in memory.
 * `--regions` says how many regions the places are in, one unless told otherwise. `--keep` keeps the directories, so that
 * the next run with that folder begins at once. `--costs` says of each kind of search how much of our and of PostgreSQL's
 * processor time it takes, which does not depend on what else the machine does.
 */
const AT_ONCE = 20
const SEARCHES = 3000
const WARM_UP = 2000
const SEED = 20_260_801
const FIRST = 'asked for first'
const AGAIN = 'asked for again'

const { values: given, positionals } = parseArgs({
  options: {
    keep: { type: 'string' },
    costs: { type: 'boolean' },
    regions: { type: 'string', default: '1' },
  },
  allowPositionals: true,
})
const folder =
  positionals.find((argument) => !/^\d+$/.test(argument)) ??
  join(import.meta.dirname, '../packages/places/sample')
const sizes = positionals.filter((argument) => /^\d+$/.test(argument)).map(Number)
const newest = new Map(readdirSync(folder).filter((file) => file.endsWith('.osm.pbf')).sort().map((file) => [file.split('-')[0], join(folder, file)])) // biome-ignore format: one pass

for (const size of sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000]) await measure(size)

async function readReal() {
  const real = await readRealPlaces([...newest.values()])
  console.log(`${real.listings.length} real places out of ${newest.size} extracts, grown with seed ${SEED}`)
  return real
}

async function measure(size: number): Promise<void> {
  const directory = await openGrownDirectory(readReal, {
    size,
    regions: Number(given.regions),
    seed: SEED,
    keep: given.keep,
  })
  try {
    const { listings, areas } = directory
    const todo = searches(listings, areas, seeded(SEED + size))
    const search = (asked: PlaceSearch) => directory.places.search(asked)
    const known = new Set<string>()
    const isNew = (asked: PlaceSearch) => {
      const before = known.size
      return known.add(JSON.stringify(asked)).size > before
    }
    await atOnce(WARM_UP, () => {
      const { search: asked } = todo.next().value
      isNew(asked)
      return search(asked)
    })
    const round = async () => {
      const byKind = new Map<string, number[]>()
      const times = await atOnce(SEARCHES, async () => {
        const start = performance.now()
        const { kind, search: asked } = todo.next().value
        await search(asked)
        const took = performance.now() - start
        for (const name of [kind, isNew(asked) ? FIRST : AGAIN])
          byKind.set(name, [...(byKind.get(name) ?? []), took])
      })
      return { times, byKind }
    }
    const { times, byKind } = await round()
    const later = await round()
    const ids = listings.map(({ place_id }) => place_id)
    const lookUps = await atOnce(SEARCHES, (n) =>
      directory.pool.query({
        name: 'one',
        text: 'select * from places.place where place_id = $1',
        values: [ids[n % ids.length]],
      }),
    )
    console.log(
      `${size.toLocaleString('en')} places: search ${shown(times)} · look-up by id ${shown(lookUps)}`,
    )
    for (const [kind, list] of byKind)
      console.log(`  ${kind.padEnd(24)} ${shown(list)}, ${list.length} of them`)
    console.log(`  the next ${SEARCHES}: ${shown(later.times)}`)
    for (const [kind, list] of later.byKind) console.log(`  ${kind.padEnd(24)} ${shown(list)}`)
    if (given.costs) await measureCosts(directory, todo)
  } finally {
    await directory.close()
  }
}

/** Of a hundred searches of each kind, one after the other. */
async function measureCosts(
  directory: Awaited<ReturnType<typeof openGrownDirectory>>,
  todo: Generator<AskedSearch, never>,
): Promise<void> {
  const meter = await createMeter(directory.pool, directory.postmaster)
  const byKind = new Map<string, PlaceSearch[]>()
  for (let n = 0; n < SEARCHES; n++) {
    const { kind, search } = todo.next().value
    byKind.set(kind, [...(byKind.get(kind) ?? []), search])
  }
  for (const [kind, list] of byKind) {
    const asked = list.slice(0, 100)
    const cost = await meter.measure(asked.length, async () => {
      for (const search of asked) await directory.places.search(search)
    })
    console.log(
      `  ${kind.padEnd(24)} ours ${cost.ownMs.toFixed(2)} ms · PostgreSQL ${cost.databaseMs.toFixed(2)} ms · ${cost.queries.toFixed(2)} queries`,
    )
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
