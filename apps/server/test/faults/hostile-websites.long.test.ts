import { gatheringRoutes } from '@goldpan/contract/gathering'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import { type CrawlReport, createCrawler, defaultLimits, noSpacing } from '@goldpan/crawler'
import { afterAll, expect, test } from 'vitest'
import { serveSites } from '../../../../packages/crawler/test/site-server.ts'
import { startTestApp } from '../harness.ts'
import { honestSites, hostileSites, hostOf, sitesOf } from './hostile-websites.ts'

const HONEST = 12
/** Of the whole process, including the hostile servers. */
const MEMORY_CAP_BYTES = 400_000_000
const limits = defaultLimits

const canary = await serveSites({})
const hostile = hostileSites(canary.port)
const honest = honestSites(HONEST)
const server = await serveSites({ ...sitesOf(hostile), ...honest })
afterAll(() => Promise.all([server.close(), canary.close()]))

/** The first lookup returns a public address, later ones this machine. */
let lookups = 0
const rebinding = 'www.changes-its-mind.com'
const crawler = createCrawler({
  limits,
  spacing: noSpacing,
  connectTo: (host) => (host === rebinding ? undefined : server.connectTo()),
  dns: async () => (lookups++ === 0 ? ['93.184.215.14'] : ['127.0.0.1']),
})
afterAll(() => crawler.close())

interface Cost {
  pages: number
  bytes: number
  ms: number
}
const costs = new Map<string, Cost>()
const measured = {
  ...crawler,
  async findContacts(...args: Parameters<typeof crawler.findContacts>): Promise<CrawlReport> {
    const from = performance.now()
    const report = await crawler.findContacts(...args)
    const bytes = report.pages.reduce((sum, visit) => sum + visit.bytes, 0)
    const cost = { bytes, pages: report.pages.length, ms: Math.round(performance.now() - from) }
    costs.set(args[0].website ?? '', cost)
    return report
  },
}
const { alice, drain } = await startTestApp({
  ports: { crawler: measured },
  environment: { CRAWL_CONCURRENCY: '40' },
})

let peak = 0
const watching = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 20)
afterAll(() => clearInterval(watching))

test('hostile websites stay within their budget, and the rest of the job is unaffected', async () => {
  const names = [...Object.keys(hostile), 'changes-its-mind']
  const hosts = [...names.map(hostOf), ...Object.keys(honest)]
  const businesses = hosts.map((host, n) => ({
    place_id: `osm:node/${n}`,
    name: host,
    address: 'Main Street',
    phone: null,
    website: host === rebinding ? `http://${host}:${canary.port}/` : `http://${host}/`,
  }))
  const table = await alice.call(tableRoutes.create, { body: { name: 'All', query: 'all', businesses } })
  const businessIds = businesses.map(({ place_id }) => place_id)
  const before = process.memoryUsage.rss()
  const { answer } = await alice.call(gatheringRoutes.start, {
    body: { businessTableId: table.answer.id, businessIds },
  })
  await drain()

  const job = (await alice.call(gatheringRoutes.status, { params: { jobId: answer.job_id } })).answer
  expect([job.status, job.progress.processed]).toEqual(['completed', hosts.length])
  for (const [website, { pages, bytes }] of costs) {
    expect([website, pages <= limits.pages + 2]).toEqual([website, true])
    expect([website, bytes <= limits.bytes]).toEqual([website, true])
  }
  const found = new Set((await alice.call(prospectRoutes.list)).answer.map(({ email }) => email))
  const readable = Object.keys(hostile).filter((name) => hostile[name]!.isReadable)
  const expected = [...readable.map((name) => `info@${name}.com`), ...Object.keys(honest).map(infoAt)]
  expect(
    expected.filter((email) => !found.has(email)),
    'readable websites are read',
  ).toEqual([])
  expect(canary.requests, 'no private address was requested').toEqual([])
  expect(peak - before, 'memory').toBeLessThan(MEMORY_CAP_BYTES)
  printCosts(peak - before)
}, 600_000)

const infoAt = (host: string) => `info@${host.replace(/^www\./, '')}`

function printCosts(growth: number): void {
  for (const [website, { pages, bytes, ms }] of costs)
    process.stdout.write(
      `${website}  ${pages} pages, ${(bytes / 1e6).toFixed(2)} MB, ${(ms / 1000).toFixed(1)} s\n`,
    )
  process.stdout.write(`memory grew by ${(growth / 1e6).toFixed(0)} MB at most\n`)
}
