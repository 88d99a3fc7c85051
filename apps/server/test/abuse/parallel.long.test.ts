import { performance } from 'node:perf_hooks'
import { accountRoutes } from '@goldpan/contract/accounts'
import { billingRoutes } from '@goldpan/contract/billing'
import { pathOf } from '@goldpan/contract/route'
import { expect, test } from 'vitest'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { startTestApp } from '../harness.ts'
import { accessOf, everyRoute, type NamedRoute } from './contract-routes.ts'
import { fittingValue, KNOWN_BODIES } from './contract-values.ts'
import { makeThings, paramsOf, QUERIES } from './things.ts'

const CALLS = 60
const MAX_WAIT_MS = 1000

const app = await startTestApp()
const { alice, bob } = app
const things = { ...(await makeThings(app, alice, 'alices')), page: await openPortal() }
/** A button that emits an event on each press. */
const BODIES: Record<string, unknown> = {
  ...KNOWN_BODIES,
  'billing.actOnPayPage': { action: 'keep_subscription' },
}

/** Opens the portal of a subscriber. */
async function openPortal(): Promise<string> {
  await app.query("update users set subscription_plan = 'free' where id = $1", [alice.id])
  const { plans } = (await alice.call(billingRoutes.getBilling)).answer
  const priceId = plans.find(({ id }) => id === 'premium')!.price_id!
  const checkout = await alice.call(billingRoutes.createCheckout, { body: { priceId } })
  const paid = { params: { pageId: checkout.answer.sessionId }, body: { action: 'pay' as const } }
  expect((await alice.call(billingRoutes.actOnPayPage, paid)).answer.status).toBe('paid')
  await app.drain()
  return (await alice.call(billingRoutes.openPortal)).answer.url.split('/').at(-1)!
}

/** Reads first and deletes last, so that each route finds its data. */
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const forUsers = everyRoute
  .filter((named) => accessOf(named) === 'user')
  .toSorted((a, b) => ORDER.indexOf(a.route.method) - ORDER.indexOf(b.route.method))

/** Prepares a call as Alice, with a session per route because one logs out. */
async function prepare(named: NamedRoute) {
  const { name, route } = named
  const cookie = `${SESSION_COOKIE}=${await app.app.features.sessions.start(app.app.database.db, alice.id, 'test')}`
  const url = `${pathOf(route.path, paramsOf(named, things))}?${new URLSearchParams(QUERIES[name])}`
  const body = route.body && (BODIES[name] ?? fittingValue(route.body, Object.values(things)))
  return () =>
    app.app.server.inject({
      ...{ method: route.method, url, headers: { cookie } },
      ...(body === undefined || route.upload ? {} : { payload: body as object }),
    })
}

/**
 * Returns how long Bob waited at most for his profile while the calls ran. Excludes time in which this process was
 * busy, which depends on the machine.
 */
async function measureWaits(running: Promise<unknown>): Promise<number> {
  let isRunning = true
  void running.finally(() => {
    isRunning = false
  })
  let longest = 0
  while (isRunning) {
    const before = performance.eventLoopUtilization()
    const { status } = await bob.call(accountRoutes.getProfile)
    expect(status).toBe(200)
    longest = Math.max(longest, performance.eventLoopUtilization(before).idle)
  }
  return longest
}

test('60 calls of any route at once by one account leave the others their answers within a second', async () => {
  const slow: [string, number][] = []
  for (const named of forUsers) {
    await app.query('delete from rate_limits')
    const call = await prepare(named)
    const calls = Promise.all(Array.from({ length: CALLS }, call))
    const waited = await measureWaits(calls)
    if (waited >= MAX_WAIT_MS) slow.push([named.name, Math.round(waited)])
    const unavailable = (await calls).filter(({ body }) => body.includes('server.unavailable'))
    expect([named.name, unavailable.length]).toEqual([named.name, 0])
  }
  expect(slow).toEqual([])
}, 600_000)
