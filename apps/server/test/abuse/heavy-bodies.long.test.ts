import { prospectRoutes } from '@goldpan/contract/prospects'
import { maxBytesOf } from '@goldpan/contract/route'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { SIXTEEN_MB, startAttackedProduct } from './attacked-product.ts'
import { everyRoute, type NamedRoute } from './contract-routes.ts'
import { attackAsStranger, filling, heavyBodies } from './heavy-bodies.ts'
import { sendBody } from './sent-bodies.ts'

const server = await startAttackedProduct()
const { attack, urlOf } = server

test('16 MB of a stranger delay no other request by more than 250 ms, on any route', async () => {
  expect(await attackAsStranger(server, everyRoute)).toEqual([])
}, 600_000)

test('16 MB, and the largest body that a route takes, of a customer delay no other request by more than 250 ms, on any route', async () => {
  const waits: string[] = []
  for (const named of everyRoute) {
    const headers = await server.startSession()
    const sent = { url: urlOf(named), method: named.route.method, headers }
    waits.push(...(await attack({ what: named.name, ...sent, body: filling('objects', SIXTEEN_MB) })))
    if (!named.route.body) continue
    const size = Math.min(SIXTEEN_MB, maxBytesOf(named.route))
    for (const [kind, body] of heavyBodies(named.route, size))
      waits.push(...(await attack({ what: `${named.name}: ${kind}`, ...sent, body })))
  }
  expect(waits).toEqual([])
}, 600_000)

const many = <One>(count: number, make: (n: number) => One) =>
  Array.from({ length: count }, (_, n) => make(n))

/** As a search finds them. */
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
    const named = everyRoute.find((one) => one.route === route)!
    const headers = await server.startSession()
    const sent = { method: route.method, headers, body: Buffer.from(JSON.stringify(body)) }
    let answered = 0
    const waits = await server.findBlock(kind, async () => {
      answered = await sendBody(urlOf(named), sent)
    })
    expect([answered, waits]).toEqual([status, []])
  },
)
