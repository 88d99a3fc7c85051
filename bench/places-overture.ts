import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import {
  encodeOverture,
  type OvertureRow,
  type ParquetOptions,
} from '../packages/places/test/parquet-writer.ts'
import { openDirectory } from './places/database.ts'
import { madeUpWord, seeded } from './places/random.ts'

/**
 * `npm run bench -- places-overture [file.parquet] …`: rows per second and peak memory of reading Overture's Parquet
 * files here and with hyparquet, row group by row group, and of the whole import. Without a file three of made-up
 * places are read: in row groups of the usual size, in one row group, and in one with a page a column.
 */
const ROUNDS = 3
const worker = join(import.meta.dirname, 'places/overture-worker.ts')
const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
const given = process.argv.slice(2)
const directory = await openDirectory()
try {
  for (const path of given.length > 0 ? given : writeFiles()) await compare(path)
} finally {
  await directory.close()
  rmSync(folder, { recursive: true, force: true })
}

function* writeFiles(): Generator<string> {
  const files: [string, number, ParquetOptions][] = [
    ['100,000 places in row groups of 50,000', 100_000, { rowGroupSize: 50_000 }],
    ['200,000 places in one row group', 200_000, { rowGroupSize: 200_000 }],
    ['200,000 places, one page a column', 200_000, { rowGroupSize: 200_000, pageSize: 2 ** 30 }],
  ]
  for (const [name, count, options] of files) {
    const path = join(folder, `${name}.parquet`)
    writeFileSync(path, encodeOverture(madeUpPlaces(count), { codec: 'ZSTD', ...options }))
    yield path
  }
}

function madeUpPlaces(count: number): OvertureRow[] {
  const random = seeded(7)
  const towns = Array.from({ length: 2000 }, () => madeUpWord(random, 3))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  return Array.from({ length: count }, (_, index) => {
    const name = `${madeUpWord(random, 3)} ${madeUpWord(random, 2)}`
    return {
      id: `08f29a54${index.toString(16).padStart(24, '0')}`,
      lat: 25 + random() * 24,
      lon: -124 + random() * 57,
      name,
      category: pick(['bakery', 'hotel', 'dentist', 'divorce_and_family_law', 'shoe_store']),
      websites:
        random() < 0.7 ? [`https://www.${name.replace(' ', '').toLowerCase()}.example/home`] : undefined,
      phones: random() < 0.8 ? [`+1212${String(index).padStart(7, '0')}`] : undefined,
      address: { freeform: `${index % 999} ${madeUpWord(random, 2)} Street`, locality: pick(towns), postcode: String(10_000 + (index % 5000)), region: pick(['IL', 'NY', 'CA']), country: 'US' }, // biome-ignore format: one address
    }
  })
}

async function compare(path: string): Promise<void> {
  const runs = { goldpan: [] as Run[], hyparquet: [] as Run[], import: [] as Run[] }
  for (let round = 0; round < ROUNDS; round++)
    for (const what of ['goldpan', 'hyparquet', 'import'] as const)
      if (what !== 'import' || round === 0) runs[what].push(await runWorker(what, path))
  const shown = (list: readonly Run[]) => {
    const { ms } = list.toSorted((a, b) => a.ms - b.ms)[Math.floor(list.length / 2)]!
    return `${(ms / 1000).toFixed(1)} s, peak memory ${Math.max(...list.map(({ peakMb }) => peakMb))} MB`
  }
  console.log(`${basename(path)}, ${(statSync(path).size / 1e6).toFixed(1)} MB
  reading, here        ${shown(runs.goldpan)}
  reading, hyparquet   ${shown(runs.hyparquet)}
  whole import         ${shown(runs.import)}`)
}

interface Run {
  ms: number
  peakMb: number
}

/** In a process of its own, so that no other's memory counts. */
async function runWorker(what: string, path: string): Promise<Run> {
  // As package.json starts the command.
  const child = fork(worker, [what, path, directory.url], {
    env: { ...process.env, MALLOC_MMAP_THRESHOLD_: '262144' },
    execArgv: [
      '--min-semi-space-size=8',
      '--max-semi-space-size=8',
      '--max-old-space-size=2000',
      '--initial-old-space-size=64',
    ],
  })
  const [answer] = await once(child, 'message')
  await once(child, 'exit')
  return answer as Run
}
