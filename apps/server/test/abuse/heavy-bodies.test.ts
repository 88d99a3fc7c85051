import { prospectRoutes } from '@goldpan/contract/prospects'
import { maxBytesOf } from '@goldpan/contract/route'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { everyRoute, type NamedRoute } from './contract-routes.ts'
import { filling, heavyBodies } from './heavy-bodies.ts'
import { sendBody, sendUnfinished } from './sent-bodies.ts'
import { startWatchedProduct } from './watched-product.ts'

/** Main-thread time that one request may take from others. */
const LONGEST_MS = 250
const SIXTEEN_MB = 16 * 1024 * 1024
const ID = '00000000-0000-4000-8000-000000000000'

const { app, alice, query, databaseUrl } = await startTestApp({ ports: { clock: systemClock } })
const product = await startWatchedProduct({ DATABASE_URL: databaseUrl })

const urlOf = ({ route }: NamedRoute) => product.url + route.path.replace(/:\w+/g, ID)

/** Sends a body. Returns a line if it blocked others for too long. */
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
  if (sent.session && status === 401) throw new Error(`${named.name}: the session is over`)
  const told = `${named.name}: ${kind} of ${sent.body.length} bytes answered ${status}, ${Math.round(longest)} ms`
  return longest > LONGEST_MS || status === 0 || status === 500 ? [told] : []
}

// First, before the process has used memory for anything else.
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
  expect((rss - before) / 2 ** 20).toBeLessThan(250)
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
    const session = await app.features.sessions.start(app.database.db, alice.id, 'test')
    waits.push(...(await findWait(named, 'objects', { body: filling('objects', SIXTEEN_MB), session })))
    if (!named.route.body) continue
    const size = Math.min(SIXTEEN_MB, maxBytesOf(named.route))
    for (const [kind, body] of heavyBodies(named.route, size))
      waits.push(...(await findWait(named, kind, { body, session })))
  }
  expect(waits).toEqual([])
}, 600_000)

const many = <One>(count: number, make: (n: number) => One) =>
  Array.from({ length: count }, (_, n) => make(n))

/** Like a search result. */
const foundBusiness = (n: number) => ({
  place_id: `osm:node/${100_000_000 + n}`,
  name: `Bäckerei Müller & Söhne ${n}`,
  address: `Hauptstraße ${n}, 80331 München, Germany`,
  website: `https://baeckerei-${n}.example/kontakt`,
  phone: `+49 89 ${1_000_000 + n}`,
  locality: 'München',
  category: 'bakery',
  lat: 48.137154,
  lon: 11.576124,
})

const HONEST: [string, NamedRoute['route'], number, unknown][] = [
  [
    '50,000 businesses',
    ...([tableRoutes.create, 200] as const),
    { name: 'All', query: 'bakery', businesses: many(50_000, foundBusiness) },
  ],
  [
    '50,000 entries in lines',
    ...([suppressionRoutes.add, 200] as const),
    { text: many(50_000, (n) => `ann${n}@some-company-${n}.example`).join('\n') },
  ],
  [
    '50,000 entries in one line',
    ...([suppressionRoutes.add, 200] as const),
    { text: many(50_000, (n) => `bob${n}@some-company-${n}.example`).join(', ') },
  ],
  ['four million commas', suppressionRoutes.add, 400, { text: `${','.repeat(3_999_990)}x` }],
  ['four million lines', suppressionRoutes.add, 400, { text: 'a\n'.repeat(1_999_990) }],
  [
    '50,000 ids',
    ...([prospectRoutes.changeStatus, 200] as const),
    { selection: { ids: many(50_000, () => crypto.randomUUID()) }, status: 'contacted' },
  ],
]

test.each(HONEST)(
  '%s are a request like any other and keep nobody waiting',
  async (kind, route, status, body) => {
    const session = await app.features.sessions.start(app.database.db, alice.id, 'test')
    const named = everyRoute.find((one) => one.route === route)!
    const bytes = Buffer.from(JSON.stringify(body))
    const answer = await sendBody(urlOf(named), {
      ...{ method: route.method, body: bytes, headers: { cookie: `${SESSION_COOKIE}=${session}` } },
    })
    const { longest } = await product.look()
    expect([kind, answer.status]).toEqual([kind, status])
    expect(longest).toBeLessThan(LONGEST_MS)
  },
)
