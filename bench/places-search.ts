import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openGrownDirectory } from './places/grown-directory.ts'
import { seeded } from './places/random.ts'
import { readRealPlaces } from './places/real-places.ts'
import { searches } from './places/searches.ts'

/**
 * `npm run bench -- places-search [folder] [size] [--regions <n>] [--keep <folder>]`: search time with 20 concurrent
 * searches, in a directory of a million places generated from the folder's extracts or the sample. `--regions` splits
 * it into several regions. `--keep` keeps the directory for the next run.
 */
const AT_ONCE = 20
const WARM_UP = 2000
const SEARCHES = 3000
const SEED = 20_260_801
const FLOOR = { p50: 40, p99: 200 }

const { values: given, positionals } = parseArgs({
  options: { keep: { type: 'string' }, regions: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const isSize = (argument: string) => /^\d+$/.test(argument)
const folder =
  positionals.find((argument) => !isSize(argument)) ?? join(import.meta.dirname, '../packages/places/sample')
const size = Number(positionals.find(isSize) ?? 1_000_000)

const extracts = readdirSync(folder).filter((file) => file.endsWith('.osm.pbf'))
const directory = await openGrownDirectory(() => readRealPlaces(extracts.map((file) => join(folder, file))), {
  size,
  regions: Number(given.regions),
  seed: SEED,
  keep: given.keep,
})
try {
  const { listings, areas, places } = directory
  const todo = searches(listings, areas, seeded(SEED + size))
  const byKind = new Map<string, number[]>()
  const searchOnce = async (): Promise<number> => {
    const { kind, search } = todo.next().value
    const start = performance.now()
    await places.search(search)
    const ms = performance.now() - start
    byKind.set(kind, [...(byKind.get(kind) ?? []), ms])
    return ms
  }
  await runAtOnce(WARM_UP, searchOnce)
  byKind.clear()
  const times = await runAtOnce(SEARCHES, searchOnce)
  const [p50, p99] = [at(times, 0.5), at(times, 0.99)]
  console.log(
    `${size.toLocaleString('en')} places: p50 ${p50.toFixed(1)} ms (floor ${FLOOR.p50}), p99 ${p99.toFixed(1)} ms (floor ${FLOOR.p99})`,
  )
  for (const [kind, list] of byKind)
    console.log(
      `  ${kind.padEnd(24)} p50 ${at(list, 0.5).toFixed(1)} ms, p99 ${at(list, 0.99).toFixed(1)} ms`,
    )
  if (p50 > FLOOR.p50 || p99 > FLOOR.p99) process.exitCode = 1
} finally {
  await directory.close()
}

/** Starts the next search as soon as one ends. */
async function runAtOnce(count: number, work: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  let started = 0
  const run = async () => {
    while (started++ < count) times.push(await work())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
  return times
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!
}
