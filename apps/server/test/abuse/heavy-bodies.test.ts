import { maxBytesOf } from '@goldpan/contract/route'
import { expect, test } from 'vitest'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { startTestApp } from '../harness.ts'
import { everyRoute, type NamedRoute } from './contract-routes.ts'
import { filling, heavyBodies } from './heavy-bodies.ts'
import { sendBody, sendUnfinished } from './sent-bodies.ts'
import { startWatchedProduct } from './watched-product.ts'

/** What everybody else may wait for one request, in processor time of the server's main thread. */
const LONGEST_MS = 250
const SIXTEEN_MB = 16 * 1024 * 1024
const ID = '00000000-0000-4000-8000-000000000000'

const { app, alice, query, databaseUrl } = await startTestApp()
const product = await startWatchedProduct({ DATABASE_URL: databaseUrl })

const urlOf = ({ route }: NamedRoute) => product.url + route.path.replace(/:\w+/g, ID)

/** Sends it and answers in a line what it cost the others if that was too long. */
async function findWait(
  named: NamedRoute,
  kind: string,
  sent: { body: Buffer; isChunked?: boolean; session?: string },
): Promise<string[]> {
  await query('delete from rate_limits')
  const { status } = await sendBody(urlOf(named), {
    ...{ method: named.route.method, ...sent },
    headers: sent.session ? { cookie: `${SESSION_COOKIE}=${sent.session}` } : {},
  })
  const { longest } = await product.look()
  const told = `${named.name}: ${kind} of ${sent.body.length} bytes answered ${status}, ${Math.round(longest)} ms`
  return longest > LONGEST_MS || status === 0 || status === 500 ? [told] : []
}

// First, while the process has used no memory for anything else.
test('unfinished bodies of strangers are not held in memory', async () => {
  const { rss: before } = await product.look()
  const body = filling('zeros', SIXTEEN_MB - 1024 * 1024)
  const asking = await Promise.all(
    Array.from({ length: 60 }, () =>
      sendUnfinished(`${product.url}/api/business/tables`, { method: 'POST', length: SIXTEEN_MB, body }),
    ),
  )
  const { rss } = await product.look()
  for (const one of asking) one.destroy()
  expect((rss - before) / 2 ** 20).toBeLessThan(100)
}, 120_000)

test('16 MB of a stranger keep nobody waiting, on any route', async () => {
  const waits: string[] = []
  for (const named of everyRoute)
    for (const isChunked of [false, true])
      waits.push(...(await findWait(named, 'objects', { body: filling('objects', SIXTEEN_MB), isChunked })))
  expect(waits).toEqual([])
}, 300_000)

test('16 MB, and the largest body that a route takes, of a customer keep nobody waiting, on any route', async () => {
  const waits: string[] = []
  for (const named of everyRoute) {
    const session = await app.features.sessions.start(alice.id, 'test')
    waits.push(...(await findWait(named, 'objects', { body: filling('objects', SIXTEEN_MB), session })))
    if (!named.route.body) continue
    const size = Math.min(SIXTEEN_MB, maxBytesOf(named.route))
    for (const [kind, body] of heavyBodies(named.route, size))
      waits.push(...(await findWait(named, kind, { body, session })))
  }
  expect(waits).toEqual([])
}, 600_000)
