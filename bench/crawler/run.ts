import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measure, median, type Run } from './measure.ts'

/**
 * Websites of eight pages, served on this machine 30 ms after each request, read by this engine, by Scrapy (Debian's
 * python3-scrapy), by Crawlee's CheerioCrawler and by undici with htmlparser2 and nothing else: the limit. Peers look
 * for a plain pattern only. Then two processes of this engine against one.
 *
 *   npm run bench -- crawler [--sites 400] [--rounds 1] [--at-once 32] [--only goldpan,limit]
 */
const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '32' },
    only: { type: 'string', default: 'goldpan,scrapy,crawlee,limit,processes' },
  },
})
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
  limit: () => measure(process.execPath, [join(here, 'with-bare-parser.ts'), ...job]),
}

/** Installed once in a folder of its own: it is no part of the product. */
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

async function runAll(): Promise<Map<string, number>> {
  const perCpuSecond = new Map<string, number>()
  row('', 'pages', 'pages/s', 'sites/s', 'CPU ms/page', 'peak MB', 'addresses')
  for (const [name, run] of Object.entries(contestants)) {
    if (!wanted.has(name)) continue
    const runs: Run[] = []
    for (let round = 0; round < Number(values.rounds); round++) {
      await served()
      const figures = await run()
      runs.push({ ...figures, pages: await served() })
    }
    const of = (figure: (run: Run) => number): number => median(runs.map(figure))
    const cpuMs = of(({ cpuSeconds, pages }) => (cpuSeconds * 1000) / pages)
    perCpuSecond.set(name, 1000 / cpuMs)
    row(
      name,
      of(({ pages }) => pages),
      of(({ pages, seconds }) => pages / seconds).toFixed(0),
      of(({ seconds }) => sites / seconds).toFixed(1),
      cpuMs.toFixed(2),
      of(({ peakMb }) => peakMb).toFixed(0),
      runs[0]!.output.trim(),
    )
  }
  return perCpuSecond
}

/** Few sites at once, as a worker beside an application reads them: the rest is waiting, which a second process shares. */
async function compareProcesses(): Promise<void> {
  const AT_ONCE = '4'
  const half = Math.ceil(sites / 4)
  const one = (first: number): Promise<Omit<Run, 'pages'>> =>
    measure(process.execPath, [join(here, 'with-goldpan.ts'), port, String(first), String(half), AT_ONCE])
  const single = await one(0)
  const started = performance.now()
  await Promise.all([one(0), one(half)])
  const double = (performance.now() - started) / 1000
  const times = (2 * half) / double / (half / single.seconds)
  console.log(
    `two processes: ${((2 * half) / double).toFixed(1)} sites/s, one: ${(half / single.seconds).toFixed(1)} sites/s, ${times.toFixed(2)}×`,
  )
}

try {
  const speed = await runAll()
  const own = speed.get('goldpan')
  for (const [name, other] of speed)
    if (own && name !== 'goldpan')
      console.log(`pages a CPU second, goldpan against ${name}: ${(own / other).toFixed(2)}×`)
  if (wanted.has('processes')) await compareProcesses()
} finally {
  server.kill()
}
