import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { tableRoutes } from '@goldpan/contract/tables'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { startWorker, until } from './worker-process.ts'

const { alice, app } = await startTestApp({ ports: { systemClock } })

/** One host for each loopback address; records requests with their times. */
async function startWebsites(pageMs: number) {
  const requests: { host: string; url: string; at: number }[] = []
  const server = createServer((request, response) => {
    const host = request.headers.host?.split(':')[0] ?? ''
    requests.push({ host, url: request.url ?? '', at: performance.now() })
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    const more = ['contact', 'about', 'team', 'imprint'].map((name) => `<a href="/${name}">${name}</a>`)
    setTimeout(() => {
      response.setHeader('content-type', 'text/html')
      response.end(
        `<html><h1>Shop</h1><p>info@shop${host.replaceAll('.', '-')}.net ${more.join(' ')}</p></html>`,
      )
    }, pageMs)
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, requests }
}

async function startJob(websites: string[]) {
  const businesses = websites.map((website, n) => ({
    place_id: `osm:node/${n}`,
    name: `Shop ${n}`,
    address: 'Main Street',
    phone: null,
    website,
  }))
  const table = await alice.call(tableRoutes.create, { body: { name: 'Shops', query: 'shop', businesses } })
  const businessIds = businesses.map(({ place_id }) => place_id)
  const body = { businessTableId: table.answer.id, businessIds }
  return (await alice.call(gatheringRoutes.start, { body })).answer.job_id
}

const statusOf = async (jobId: string) =>
  (await alice.call(gatheringRoutes.status, { params: { jobId } })).answer

test('two workers together keep the spacing at a host that several businesses share, and read the others meanwhile', async () => {
  const { port, requests } = await startWebsites(10)
  const shared = Array.from({ length: 6 }, (_, n) => `http://127.0.2.1:${port}/shop-${n}`)
  const others = Array.from({ length: 4 }, (_, n) => `http://127.0.2.${n + 2}:${port}/`)
  const hosts = [1, 2, 3, 4, 5].map((n) => `127.0.2.${n}:${port}`)
  const environment = {
    DATABASE_URL: app.database.url,
    CRAWL_ALLOW_PRIVATE: hosts.join(','),
    CRAWL_CONCURRENCY: '2',
  }
  const jobId = await startJob([...shared, ...others])
  const workers = await Promise.all([startWorker(environment), startWorker(environment)])
  await until('the job is completed', async () => (await statusOf(jobId)).status === 'completed')
  await Promise.all(workers.map((worker) => worker.kill()))

  const at = (host: string) =>
    requests.filter((request) => request.host === host).map((request) => request.at)
  const busy = at('127.0.2.1')
  const spacingMs = 750
  expect(busy.length).toBeGreaterThan(6)
  // A delayed request makes the next one look too early, so the spacing is measured from the most punctual.
  const starts = busy.slice(0, busy.length / 2).map((arrived, n) => arrived - n * spacingMs)
  expect(busy.at(-1)!).toBeGreaterThan(Math.min(...starts) + (busy.length - 1) * spacingMs - 300)
  for (const host of ['127.0.2.2', '127.0.2.3', '127.0.2.4', '127.0.2.5'])
    expect([host, at(host)[0]! < busy.at(-1)!]).toEqual([host, true])
  expect((await statusOf(jobId)).progress).toMatchObject({ total: 10, processed: 10 })
}, 120_000)

test('no worker requests a page later than 2 s after a cancel (GATHER-28)', async () => {
  const { port, requests } = await startWebsites(100)
  const hosts = Array.from({ length: 6 }, (_, n) => `127.0.3.${n + 1}:${port}`)
  const environment = {
    DATABASE_URL: app.database.url,
    CRAWL_ALLOW_PRIVATE: hosts.join(','),
    CRAWL_CONCURRENCY: '4',
  }
  const jobId = await startJob(hosts.map((host) => `http://${host}/`))
  const worker = await startWorker(environment)
  await until('websites are being read', () => requests.length > 8)
  await alice.call(gatheringRoutes.cancel, { params: { jobId } })
  const cancelledAt = performance.now()
  await new Promise((resolve) => setTimeout(resolve, 4000))
  await worker.kill()
  expect(requests.filter(({ at }) => at > cancelledAt + 2000)).toEqual([])
  const { status, progress } = await statusOf(jobId)
  expect([status, progress.processed < progress.total]).toEqual(['cancelled', true])
}, 120_000)
