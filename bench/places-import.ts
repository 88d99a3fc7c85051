import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { PbfFile } from '@goldpan/places/osm/pbf-file'
import { openDirectory } from './places/database.ts'
import { writeRepeatedPbf } from './places/repeat-pbf.ts'

/**
 * `npm run bench -- places-import [file.osm.pbf | folder] …`: elements per second of a whole import, for a new region
 * and replacing one, beside `osmium cat` to OPL of the same file (medians of alternating rounds), and the import's
 * peak memory. Needs osmium-tool (`apt-get install osmium-tool`). Default: the sample, and twenty copies of it side
 * by side.
 */
const ROUNDS = 3
const FLOOR = { ofOsmium: 0.3, peakMb: 700 }
const REGION = 'bench'
const worker = join(import.meta.dirname, 'places/import-worker.ts')
const given = process.argv.slice(2)
const files = given.flatMap((path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((file) => file.endsWith('.osm.pbf'))
        .map((file) => join(path, file))
    : [path],
)
if (files.length === 0)
  files.push(join(import.meta.dirname, '../packages/places/sample/liechtenstein.osm.pbf'))
const repeated = await writeRepeatedPbf(files.toSorted((a, b) => statSync(b).size - statSync(a).size)[0]!, 20)
const directory = await openDirectory()
try {
  for (const file of [...files, repeated]) await compare(file)
} finally {
  await directory.close()
  rmSync(dirname(repeated), { recursive: true })
}

async function compare(file: string): Promise<void> {
  const elements = await countElements(file)
  const times = {
    osmium: [] as number[],
    first: [] as number[],
    again: [] as number[],
  }
  let peakMb = 0
  for (let round = 0; round < ROUNDS; round++) {
    times.osmium.push(await timeOsmium(file))
    await directory.places.removeRegion(REGION)
    for (const what of ['first', 'again'] as const) {
      const run = await runWorker(file)
      times[what].push(run.ms)
      peakMb = Math.max(peakMb, run.peakMb)
    }
  }
  const rate = (list: number[]) => elements / (median(list) / 1000)
  const osmium = rate(times.osmium)
  const shown = (list: number[]) => `${Math.round(rate(list) / 1000).toLocaleString('en')} k elements/s (${(rate(list) / osmium).toFixed(2)} of osmium)` // biome-ignore format: one text
  console.log(`${basename(file)}: ${elements.toLocaleString('en')} elements, ${(statSync(file).size / 1e6).toFixed(1)} MB
  osmium cat to OPL ${Math.round(osmium / 1000).toLocaleString('en')} k elements/s
  whole import      ${shown(times.first)} (floor ${FLOOR.ofOsmium}), peak memory ${peakMb} MB (floor ${FLOOR.peakMb})
  in place of one   ${shown(times.again)}`)
  // The floor is for a country; with a small extract, starting the process and creating tables dominate.
  const isCountry = elements > 1_000_000
  if (isCountry && (rate(times.first) < FLOOR.ofOsmium * osmium || peakMb > FLOOR.peakMb))
    process.exitCode = 1
}

async function countElements(path: string): Promise<number> {
  const file = await PbfFile.open(path)
  let count = 0
  for (const kind of ['node', 'way', 'relation'] as const)
    for await (const { block } of file.blocks(kind, await file.rangeOf(kind), new Set()))
      count += block.nodes.ids.length + block.ways.length + block.relations.length
  await file.close()
  return count
}

/** Writes to a pipe, because disk speed isn't compared. */
async function timeOsmium(file: string): Promise<number> {
  const start = performance.now()
  const osmium = spawn('osmium', ['cat', file, '-f', 'opl', '-o', '-'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(osmium, 'close')
  for await (const _ of Readable.from(osmium.stdout));
  const [code] = await closed
  if (code !== 0) throw new Error(`osmium ended with ${code}`)
  return performance.now() - start
}

/** Runs in its own process, so that only its memory counts. */
async function runWorker(file: string): Promise<{ ms: number; peakMb: number }> {
  const child = fork(worker, [file, directory.url, REGION])
  let answer: { ms: number; peakMb: number } | undefined
  child.on('message', (message) => {
    answer = message as typeof answer
  })
  const [code, signal] = await once(child, 'exit')
  if (answer === undefined) throw new Error(`The import of ${file} ended with ${signal ?? code}`)
  return answer
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
}
