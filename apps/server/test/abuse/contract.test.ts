import { pathOf, type Route } from '@goldpan/contract/route'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { startTestApp } from '../harness.ts'
import { accessOf, everyRoute, type NamedRoute } from './contract-routes.ts'
import { fittingValue, KNOWN_BODIES } from './contract-values.ts'
import { makeThings, paramsOf, QUERIES, readAll } from './things.ts'

const app = await startTestApp()
const { alice, bob } = app
const things = await makeThings(app, alice, 'alices')
const cookie = await app.app.features.sessions.start(app.app.database.db, alice.id, 'test')
const forUsers = everyRoute.filter((named) => accessOf(named) === 'user')
const withBody = everyRoute.filter(({ route }) => route.body && !route.upload)

interface Sent {
  method?: string
  payload?: string | undefined
  type?: string
  isSignedIn?: boolean
}

/** Sends a call without rate limits, which are tested elsewhere. */
async function call(named: NamedRoute, { method, payload, type, isSignedIn = true }: Sent = {}) {
  await app.query('delete from rate_limits')
  const query = new URLSearchParams(QUERIES[named.name])
  const answer = await app.app.server.inject({
    method: (method ?? named.route.method) as 'GET',
    url: `${pathOf(named.route.path, paramsOf(named, things))}?${query}`,
    ...(payload === undefined ? {} : { payload }),
    headers: {
      ...(payload === undefined ? {} : { 'content-type': type ?? 'application/json' }),
      ...(isSignedIn ? { cookie: `${SESSION_COOKIE}=${cookie}` } : {}),
    },
  })
  return { status: answer.statusCode, body: answer.body }
}

function expectRefused(what: string, { status, body }: { status: number; body: string }, statuses: number[]) {
  expect([what, statuses.includes(status) ? 'refused' : `${status} ${body}`]).toEqual([what, 'refused'])
  const { message, code } = JSON.parse(body) as { message: string; code: string }
  expect([what, message.length > 5, typeof code]).toEqual([what, true, 'string'])
  expect(body).not.toMatch(/\n\s+at |node_modules|ZodError/)
}

const bodyFor = ({ route, name }: NamedRoute, ids: string[]): unknown => {
  if (!route.body) return undefined
  const body = KNOWN_BODIES[name] ?? fittingValue(route.body, ids)
  if (body === undefined && !route.body.safeParse(undefined).success) throw new Error(`No body fits ${name}`)
  return body
}

test('without a session every user route returns 401 for any body', async () => {
  for (const named of forUsers) {
    const payload = named.route.body ? JSON.stringify(bodyFor(named, Object.values(things))) : undefined
    expectRefused(named.name, await call(named, { payload, isSignedIn: false }), [401])
    const forged = await app.app.server.inject({
      method: named.route.method,
      url: pathOf(named.route.path, paramsOf(named, things)),
      headers: { cookie: `${SESSION_COOKIE}=${'A'.repeat(43)}` },
    })
    expect([named.name, forged.statusCode]).toEqual([named.name, 401])
  }
})

/** Ids of businesses are public; Bob gets an empty list. So are names of providers. */
const PUBLIC_IDS = new Set(['prospects.listOfBusiness', 'ownMailboxes.startSignIn'])
/** Says 'too late' for every id that can't be undone, known or not. */
const NEVER_SAID = new Set(['review.undo'])
const owned = forUsers.filter(({ params, name }) => params.length > 0 && !PUBLIC_IDS.has(name))

test('Bob gets 404 for every id of Alice’s and changes nothing of hers (SESS-17)', async () => {
  const before = await readAll(alice, things)
  for (const named of owned) {
    await app.query('delete from rate_limits')
    const input = {
      params: paramsOf(named, things),
      query: QUERIES[named.name],
      body: bodyFor(named, Object.values(things)),
      ...(named.route.upload ? { file: new Blob(['A file']) } : {}),
    }
    const { status, refusal } = await bob.call(named.route, input as never)
    const wanted = NEVER_SAID.has(named.name) ? 410 : 404
    expect([named.name, status, typeof refusal.message]).toEqual([named.name, wanted, 'string'])
  }
  await app.drain()
  expect(await readAll(alice, things)).toEqual(before)
})

test('Alice finds the same ids, so the refusals to Bob mean something', async () => {
  for (const named of owned.filter(({ route }) => route.method === 'GET')) {
    const { status, body } = await call(named)
    expect([named.name, status === 404 ? body : 'found']).toEqual([named.name, 'found'])
  }
})

test('Bob cannot reach what is Alice’s through an id inside a body (SESS-17)', async () => {
  const bobs = await makeThings(app, bob, 'bobs')
  const before = await readAll(alice, things)
  const { place: _, ...hers } = things
  const ids = Object.values(hers)
  for (const named of withBody.filter((one) => accessOf(one) === 'user' && !ENDS_EVERYTHING.has(one.name))) {
    await app.query('delete from rate_limits')
    const body = withIds(bodyFor(named, ids), ids)
    await bob.call(named.route, { params: paramsOf(named, bobs), query: {}, body } as never)
  }
  await app.drain()
  expect(await readAll(alice, things)).toEqual(before)
  const leaks = Object.entries(await readAll(bob, bobs)).filter(([, text]) => text.includes('alices'))
  expect(leaks.map(([name]) => name)).toEqual([])
})

const ENDS_EVERYTHING = new Set(['accounts.deleteAccount', 'organizations.remove'])

/** Replaces every id by Alice's ids in turn. */
function withIds(value: unknown, ids: string[]): unknown {
  let next = 0
  return JSON.parse(JSON.stringify(value ?? {}), (_, part) =>
    typeof part === 'string' && z.uuid().safeParse(part).success ? ids[next++ % ids.length] : part,
  )
}

test('a method that a path does not have is refused with a message', async () => {
  const known = new Set(everyRoute.map(({ route }) => `${route.method} ${route.path}`))
  for (const named of everyRoute.filter(({ route }) => route.path.startsWith('/api/')))
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      if (!known.has(`${method} ${named.route.path}`))
        expectRefused(
          `${method} ${named.name}`,
          await call(named, { method }),
          OTHERS.has(named.name) ? REFUSED : [404, 405],
        )
})

/** '/api/organizations/active' also matches the route of one organization. */
const OTHERS = new Set(
  everyRoute
    .filter(({ route }) => everyRoute.some((other) => other.route !== route && matches(other.route, route)))
    .map(({ name }) => name),
)
const REFUSED = [400, 401, 404, 405, 409, 415]

function matches(wide: Route, narrow: Route): boolean {
  const pattern = new RegExp(`^${wide.path.replace(/:\w+/g, '[^/]+')}$`)
  return wide.path !== narrow.path && pattern.test(narrow.path)
}

test.each([
  ['null', 'null'],
  ['a number', '7'],
  ['a text', '"text"'],
  ['a list', '[1, 2]'],
  ['text that is no JSON', '{"a": '],
  ['a body nested 5,000 deep', `${'['.repeat(5000)}${']'.repeat(5000)}`],
])('%s for a body is refused with a readable message by every route', async (_, payload) => {
  for (const named of withBody) {
    const isBroken = payload.startsWith('{')
    const value = isBroken ? undefined : (JSON.parse(payload) as unknown)
    if (!isBroken && named.route.body!.safeParse(value ?? undefined).success) continue
    expectRefused(named.name, await call(named, { payload }), [400, 401, 404])
  }
})

test('a missing field or one of a wrong type is refused with 400', async () => {
  for (const named of withBody) {
    const body = bodyFor(named, Object.values(things))
    if (!body || typeof body !== 'object') continue
    for (const key of Object.keys(body)) {
      const { [key]: _, ...without } = body as Record<string, unknown>
      for (const wrong of [without, { ...body, [key]: { odd: true } }]) {
        if (named.route.body!.safeParse(wrong).success) continue
        expectRefused(`${named.name} ${key}`, await call(named, { payload: JSON.stringify(wrong) }), [400])
      }
    }
  }
})

test('a body over its limit is refused with 413, and no limit is above 64 MB', async () => {
  for (const named of everyRoute.filter(({ route }) => route.method !== 'GET')) {
    const limit = named.route.upload
      ? named.route.upload.maxBytes + 64 * 1024
      : (named.route.maxBytes ?? 1024 * 1024)
    expect(limit).toBeLessThanOrEqual(64 * 1024 * 1024)
    // The announced length suffices for a refusal.
    const answer = await app.app.server.inject({
      method: named.route.method,
      url: pathOf(named.route.path, paramsOf(named, things)),
      headers: {
        cookie: `${SESSION_COOKIE}=${cookie}`,
        'content-length': String(limit + 1),
        'content-type': 'application/json',
      },
      payload: '{}',
    })
    expectRefused(named.name, { status: answer.statusCode, body: answer.body }, [413, 415])
  }
})

test.each([
  'application/xml',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
])('a body as %s is refused where JSON is wanted', async (type) => {
  for (const named of withBody) {
    if (named.route.body!.safeParse(undefined).success) continue
    expectRefused(named.name, await call(named, { payload: '{"a":1}', type }), [400, 415])
  }
})

test('unknown fields are ignored, so neither an owner nor a plan can be injected', async () => {
  const table = everyRoute.find(({ name }) => name === 'tables.create')!
  const shop = { place_id: 'own:extra', name: 'Extra', address: 'Main Street', website: null, phone: null }
  const body = {
    name: 'Extra',
    query: 'extra',
    owner_id: bob.id,
    id: things.table,
    subscription_plan: 'premium',
    businesses: [{ ...shop, owner_id: bob.id, table_id: things.table }],
  }
  const made = await call(table, { payload: JSON.stringify(body) })
  expect(made.status).toBe(200)
  const { id } = JSON.parse(made.body) as { id: string }
  expect(id).not.toBe(things.table)
  expect(await app.query('select owner_id from business_tables where id = $1', [id])).toEqual([
    { owner_id: alice.id },
  ])
})
