import { performance } from 'node:perf_hooks'
import { accountRoutes } from '@goldpan/contract/accounts'
import { billingRoutes } from '@goldpan/contract/billing'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { pathOf } from '@goldpan/contract/route'
import { expect } from 'vitest'
import type { OwnerId } from '../../src/db/owner.ts'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { startTestApp } from '../harness.ts'
import { accessOf, everyRoute, isOpenEnded, type NamedRoute } from './contract-routes.ts'
import { fittingValue, KNOWN_BODIES } from './contract-values.ts'
import { makeThings, paramsOf, QUERIES } from './things.ts'

const CALLS = 60
/** Each may have six concurrent requests. */
const MEMBERS = 20
const MAX_WAIT_MS = 1000

/** An action that causes an event each time. */
const BODIES: Record<string, unknown> = {
  ...KNOWN_BODIES,
  'billing.actOnPayPage': { action: 'keep_subscription' },
}

/** Reads first and deletes last, so that each route finds its object. */
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
export const forUsers: NamedRoute[] = everyRoute
  .filter((named) => accessOf(named) === 'user' && !isOpenEnded(named))
  .toSorted((a, b) => ORDER.indexOf(a.route.method) - ORDER.indexOf(b.route.method))

/** Gives Alice one of everything, and an organization with members if asked for. Bob is the stranger. */
export async function startCrowd(kind: 'account' | 'organization') {
  const app = await startTestApp()
  const { alice, bob, query } = app
  const { sessions } = app.app.features
  const page = await openPortal()
  const organization = kind === 'organization' ? await openOrganization() : null
  const callers = organization ? organization.members : [alice.id]
  const things = { ...(await makeThings(app, alice, 'alices')), page }

  /** Opens the portal of a subscription. */
  async function openPortal(): Promise<string> {
    await query("update users set subscription_plan = 'free' where id = $1", [alice.id])
    const { plans } = (await alice.call(billingRoutes.getBilling)).answer
    const priceId = plans.find(({ id }) => id === 'premium')!.price_id!
    const checkout = await alice.call(billingRoutes.createCheckout, { body: { priceId } })
    const paid = { params: { pageId: checkout.answer.sessionId }, body: { action: 'pay' as const } }
    expect((await alice.call(billingRoutes.actOnPayPage, paid)).answer.status).toBe('paid')
    await app.drain()
    return (await alice.call(billingRoutes.openPortal)).answer.url.split('/').at(-1)!
  }

  async function openOrganization() {
    const { id } = (await alice.call(organizationRoutes.create, { body: { name: 'Pans' } })).answer
    await alice.call(organizationRoutes.switchTo, { body: { id } })
    const members: OwnerId[] = []
    for (let n = 0; n < MEMBERS; n++) {
      const member = await app.createCustomer(`Member-${n}`)
      await query('insert into organization_members values ($1, $2, $3, now())', [id, member.id, 'admin'])
      members.push(member.id)
    }
    return { id, members }
  }

  async function startSession(person: OwnerId): Promise<string> {
    const { db } = app.app.database
    const token = await sessions.start(db, person, 'test')
    if (organization) await sessions.workFor(person, token, organization.id)
    return `${SESSION_COOKIE}=${token}`
  }

  /** Prepares 60 calls. Each route gets separate sessions, because logging out is a route too. */
  async function prepare(named: NamedRoute) {
    const { name, route } = named
    const cookies = await Promise.all(callers.map(startSession))
    const url = `${pathOf(route.path, paramsOf(named, things))}?${new URLSearchParams(QUERIES[name])}`
    const body = route.body && (BODIES[name] ?? fittingValue(route.body, Object.values(things)))
    return () =>
      Array.from({ length: CALLS }, (_, n) =>
        app.app.server.inject({
          method: route.method,
          url,
          headers: { cookie: cookies[n % cookies.length]! },
          ...(body === undefined || route.upload ? {} : { payload: body as object }),
        }),
      )
  }

  /**
   * Returns the longest time in ms that Bob waited for his profile while the calls ran. Leaves out the time in which
   * this process was busy: it depends on the machine, not on locks.
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

  /** Returns a line for each route that made Bob wait for a second or was unavailable itself. */
  return async (routes: NamedRoute[]): Promise<string[]> => {
    const faults: string[] = []
    for (const named of routes) {
      await query('delete from rate_limits')
      const call = await prepare(named)
      const calls = Promise.all(call())
      const waited = await measureWaits(calls)
      if (waited >= MAX_WAIT_MS) faults.push(`${named.name}: Bob waited ${Math.round(waited)} ms`)
      const unavailable = (await calls).filter(({ body }) => body.includes('server.unavailable')).length
      if (unavailable > 0) faults.push(`${named.name}: ${unavailable} unavailable`)
    }
    return faults
  }
}
