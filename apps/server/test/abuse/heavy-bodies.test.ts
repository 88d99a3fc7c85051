import { maxBytesOf } from '@goldpan/contract/route'
import { expect, test } from 'vitest'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { startTestApp } from '../harness.ts'
import { everyRoute, type NamedRoute } from './contract-routes.ts'
import { heavyBodies } from './heavy-bodies.ts'
import { sendBody, sendUnfinished } from './sent-bodies.ts'
import { startWatchedProduct } from './watched-product.ts'

/** What everybody else may wait for one request. */
const LONGEST_MS = 250
const SIXTEEN_MB = 16 * 1024 * 1024
const ID = '00000000-0000-4000-8000-000000000000'

const { app, alice, query, databaseUrl } = await startTestApp()
const product = await startWatchedProduct({ DATABASE_URL: databaseUrl })

const urlOf = ({ route }: NamedRoute) => product.url + route.path.replace(/:\w+/g, ID)

test.each([false, true])(
  'no body on any route keeps others waiting (with a session: %s)',
  async (isSignedIn) => {
    const long: string[] = []
    for (const named of everyRoute) {
      const sizes = isSignedIn ? [SIXTEEN_MB, maxBytesOf(named.route)] : [SIXTEEN_MB]
      for (const size of new Set(sizes.map((bytes) => Math.min(bytes, SIXTEEN_MB))))
        for (const [kind, body] of heavyBodies(named.route, size)) {
          await query('delete from rate_limits')
          const cookie = isSignedIn ? await app.features.sessions.start(alice.id, 'test') : ''
          const { method } = named.route
          const { status } = await sendBody(urlOf(named), {
            ...{ method, body, headers: { cookie: `${SESSION_COOKIE}=${cookie}` } },
          })
          expect([named.name, kind, status], 'answered').not.toContain(500)
          const { longest } = await product.look()
          if (longest > LONGEST_MS)
            long.push(`${named.name}: ${kind} of ${body.length} bytes, ${Math.round(longest)} ms, ${status}`)
        }
    }
    expect(long).toEqual([])
  },
  600_000,
)
