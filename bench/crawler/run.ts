import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measure, median, type Run } from './measure.ts'

/**
 * Crawls websites of eight pages on this machine, delayed by 30 ms, with our crawler, Scrapy (Debian's
 * python3-scrapy) and Crawlee's CheerioCrawler. The peers only search for the pattern of an address.
 * npm run bench -- crawler [--sites 400] [--rounds 1] [--at-once 32] [--only goldpan,scrapy]
 */
const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '32' },
    only: { type: 'string', default: 'goldpan,scrapy,crawlee' },
  },
})
const MIN_TIMES = 2
const MAX_MB = 300
const sites = Number(values.sites)
const wanted = new Set(values.only.split(','))
const here = import.meta.dirname

const server = spawn(process.execPath, [join(here, 'serve.ts'), String(sites)], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const port = await new Promise<string>((resolve) =>
  server.stdout.once('data', (data) => resolve(String(data).trim())),
)
const served = async (): Promise<number> =>
  Number(await (await fetch(`http://127.0.0.1:${port}/-/served`)).text())

const job = [port, '0', String(sites), values['at-once']]
const contestants: Record<string, () => Promise<Omit<Run, 'pages'>>> = {
  goldpan: () => measure(process.execPath, [join(here, 'with-goldpan.ts'), ...job]),
  scrapy: () => measure('/usr/bin/python3', [join(here, 'with_scrapy.py'), ...job]),
  crawlee: () => measure(process.execPath, [join(here, 'with-crawlee.mjs'), ...job, crawleeFolder()]),
}

/** Installed once in a folder of its own, outside of the product. */
function crawleeFolder(): string {
  const folder = join(tmpdir(), 'goldpan-bench-crawlee')
  if (existsSync(join(folder, 'node_modules/@crawlee/cheerio'))) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '@crawlee/cheerio@3'], { cwd: folder })
  return folder
}

const row = (...cells: (string | number)[]): void =>
  console.log(
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(22) : String(cell).padStart(13))).join(''),
  )

interface Figures {
  pagesPerSecond: number
  peakMb: number
}

async function runAll(): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>()
  row('', 'pages', 'pages/s', 'sites/s', 'CPU ms/page', 'peak MB', 'addresses')
  for (const [name, run] of Object.entries(contestants)) {
    if (!wanted.has(name)) continue
    const runs: Run[] = []
    for (let round = 0; round < Number(values.rounds); round++) {
      await served()
      const measured = await run()
      runs.push({ ...measured, pages: await served() })
    }
    const of = (figure: (run: Run) => number): number => median(runs.map(figure))
    const cpuMs = of(({ cpuSeconds, pages }) => (cpuSeconds * 1000) / pages)
    const pagesPerSecond = of(({ pages, seconds }) => pages / seconds)
    const peakMb = of((run) => run.peakMb)
    figures.set(name, { pagesPerSecond, peakMb })
    row(
      name,
      of(({ pages }) => pages),
      pagesPerSecond.toFixed(0),
      of(({ seconds }) => sites / seconds).toFixed(1),
      cpuMs.toFixed(2),
      peakMb.toFixed(0),
      runs[0]!.output.trim(),
    )
  }
  return figures
}

try {
  const { goldpan, ...peers } = Object.fromEntries(await runAll())
  for (const [name, peer] of Object.entries(peers)) {
    if (!goldpan) break
    const times = goldpan.pagesPerSecond / peer.pagesPerSecond
    console.log(`goldpan against ${name}: ${times.toFixed(2)} times the pages a second (floor ${MIN_TIMES})`)
    if (times < MIN_TIMES) process.exitCode = 1
  }
  if (goldpan && goldpan.peakMb > MAX_MB) process.exitCode = 1
} finally {
  server.kill()
}
