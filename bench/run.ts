import { join } from 'node:path'
import { ensureBuilt } from '../tools/build.mjs'

/** Each benchmark and the floor it measures. docs/performance.md says who waits for it. */
const benches: Record<string, { file: string; floor: string }> = {
  sending: {
    file: 'sending/run.ts',
    floor: 'one worker: 100 messages a second with 5 connections, 250 with 50',
  },
  pixel: { file: 'pixel.ts', floor: '1,000 requests a second; 10,000 at once without loss' },
  crawler: { file: 'crawler/run.ts', floor: 'twice the pages a second of Scrapy and Crawlee, 300 MB' },
  'places-search': {
    file: 'places-search.ts',
    floor: 'a million places, 20 searches at once: p50 40 ms, p99 200 ms',
  },
  'places-import': {
    file: 'places-import.ts',
    floor: "a country extract: 0.3 of osmium cat's speed, 700 MB",
  },
  'places-quality': { file: 'places-quality.ts', floor: 'recall and precision, as in quality.test.ts' },
  api: { file: 'api/run.ts', floor: '200 users: p99 150 ms' },
  inbox: {
    file: 'inbox.ts',
    floor: '50,000 conversations: list, counts 150 ms, search 300 ms, change of all 10 s',
  },
  growth: { file: 'growth.ts', floor: 'none: bytes a mail and an open, sent, moved and past retention' },
  million: { file: 'million.ts', floor: 'a million rows: no large table is read from end to end' },
  memory: { file: 'memory.ts', floor: 'second start 4 s; idle 300 MB without PostgreSQL' },
  'first-load': { file: 'first-load.ts', floor: 'JavaScript, gzipped: login 160 KB, other screens 300 KB' },
}

const [name = '', ...rest] = process.argv.slice(2)
const bench = benches[name]
if (bench) {
  ensureBuilt(['server'])
  process.argv.splice(2, process.argv.length, ...rest)
  await import(join(import.meta.dirname, bench.file))
} else {
  process.stderr.write('npm run bench -- <name> [arguments]\n')
  for (const [known, { floor }] of Object.entries(benches))
    process.stderr.write(`  ${known.padEnd(15)} ${floor}\n`)
  process.exitCode = 1
}
