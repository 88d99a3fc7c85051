import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { tableRoutes } from '@goldpan/contract/tables'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { sized } from './size.ts'
import { ageHeartbeats, startWorker, until } from './worker-process.ts'

const BUSINESSES = sized(24, 300)
const KILLS = sized(2, 30)
/** Low enough that work is left for the last kill. */
const BETWEEN_KILLS = 4

const { alice, app, query } = await startTestApp({ ports: { systemClock } })

/** A website per business on its own loopback address, with a short delay. */
async function startWebsites(): Promise<{ hosts: string[]; visits: () => number }> {
  let visits = 0
  const server = createServer((request, response) => {
    const host = request.headers.host?.split(':')[0] ?? ''
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    visits += 1
    const address = `info@shop${host.replaceAll('.', '-')}.net`
    setTimeout(() => {
      response.setHeader('content-type', 'text/html')
      response.end(`<html><h1>Shop</h1><p>Write to <a href="mailto:${address}">${address}</a></p></html>`)
    }, 150)
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  afterAll(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    hosts: Array.from(
      { length: BUSINESSES },
      (_, n) => `127.0.${1 + Math.floor(n / 200)}.${(n % 200) + 1}:${port}`,
    ),
    visits: () => visits,
  }
}

test(
  'workers killed while gathering process each business once (GATHER-12)',
  async () => {
    const { hosts, visits } = await startWebsites()
    const businesses = hosts.map((host, n) => ({
      place_id: `osm:node/${n}`,
      name: `Shop ${n}`,
      address: 'Main Street',
      phone: null,
      website: `http://${host}/`,
    }))
    const table = await alice.call(tableRoutes.create, { body: { name: 'Shops', query: 'shop', businesses } })
    const body = {
      businessTableId: table.answer.id,
      businessIds: businesses.map(({ place_id }) => place_id),
    }
    const { answer: started } = await alice.call(gatheringRoutes.start, { body })
    const worker = () =>
      startWorker({
        DATABASE_URL: app.database.url,
        CRAWL_ALLOW_PRIVATE: hosts.join(','),
        CRAWL_CONCURRENCY: '4',
      })
    for (let kill = 0; kill < KILLS; kill++) {
      const process = await worker()
      const goal = visits() + BETWEEN_KILLS
      await until('the worker is in the middle of gathering', () => visits() >= goal)
      await process.kill()
      await ageHeartbeats(query)
    }
    const last = await worker()
    const statusOf = async () =>
      (await alice.call(gatheringRoutes.status, { params: { jobId: started.job_id } })).answer
    await until('the job is completed', async () => (await statusOf()).status === 'completed')
    await last.kill()

    expect(await statusOf()).toMatchObject({
      progress: { total: BUSINESSES, processed: BUSINESSES, prospects_found: BUSINESSES },
      result: { businesses_processed: BUSINESSES, businesses_with_contacts: BUSINESSES },
    })
    const found = await query('select place_id, email from prospects where owner_id = $1', [alice.id])
    expect(found).toHaveLength(BUSINESSES)
    expect(new Set(found.map(({ place_id }) => place_id)).size).toBe(BUSINESSES)
  },
  sized(600_000, 900_000),
)
