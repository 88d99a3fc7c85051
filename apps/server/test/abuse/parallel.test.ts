import { accountRoutes } from '@goldpan/contract/accounts'
import { campaignRoutes } from '@goldpan/contract/campaigns'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { pathOf, type Route } from '@goldpan/contract/route'
import { searchRoutes } from '@goldpan/contract/search'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { tableRoutes } from '@goldpan/contract/tables'
import { trackingRoutes } from '@goldpan/contract/tracking'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { startTestApp } from '../harness.ts'
import { startSend, writeCampaign } from '../written-campaign.ts'

const SESSIONS = 60
const MAX_WAIT_MS = 1000

const { app, alice, bob, query, createCustomer, databaseUrl, mail, drain } = await startTestApp()
const organization = (await alice.call(organizationRoutes.create, { body: { name: 'Pans' } })).answer.id
await alice.call(organizationRoutes.switchTo, { body: { id: organization } })
const shop = { place_id: 'own:1', name: 'Shop', address: 'Town', website: null, phone: null }
const table = await alice.call(tableRoutes.create, {
  body: { name: 'Shops', query: 'shops', businesses: [shop] },
})
const campaign = await alice.call(campaignRoutes.create, {
  body: { name: 'Spring', marketing_copy: 'Ovens' },
})

const members = await Promise.all(Array.from({ length: 20 }, (_, n) => createCustomer(`Member-${n}`)))
for (const { id } of members)
  await query("insert into organization_members values ($1, $2, 'admin', now())", [organization, id])
const cookies = await Promise.all(
  Array.from({ length: SESSIONS }, async (_, n) => {
    const { db } = app.database
    const token = await app.features.sessions.start(db, members[n % members.length]!.id, 'test')
    await app.features.sessions.workFor(members[n % members.length]!.id, token, organization)
    return `${SESSION_COOKIE}=${token}`
  }),
)

const advisory = (name: string) => `select pg_advisory_xact_lock(hashtextextended('${name}', 0))`

interface Locked {
  lock: string
  route: Route
  params?: Record<string, string>
  body: object
}

const LOCKED: [string, Locked][] = [
  [
    'the payer’s ledger',
    { lock: advisory(`ledger:${alice.id}`), route: searchRoutes.search, body: { query: 'bakery' } },
  ],
  [
    'the signatures',
    {
      lock: advisory(`signatures:${organization}`),
      route: signatureRoutes.create,
      body: { name: 'Hi', content: 'Hi' },
    },
  ],
  [
    'the return address',
    {
      lock: advisory(`return-address:${organization}`),
      route: signatureRoutes.updateReturnAddress,
      body: { emailId: 'pans-and-sons' },
    },
  ],
  [
    'a table',
    {
      lock: `select 1 from business_tables where id = '${table.answer.id}' for update`,
      route: tableRoutes.addBusiness,
      params: { tableId: table.answer.id },
      body: { ...shop, place_id: 'own:2' },
    },
  ],
  [
    'a campaign',
    {
      lock: `select 1 from campaigns where id = '${campaign.answer.id}' for update`,
      route: campaignRoutes.update,
      params: { id: campaign.answer.id },
      body: { name: 'Summer' },
    },
  ],
]

test.each(LOCKED)(
  '60 sessions of an organization that wait for %s leave others a response within a second',
  async (_what, { lock, route, params = {}, body }) => {
    const url = pathOf(route.path, params)
    await expectRoomForOthers(lock, (n) => ({
      method: route.method,
      url,
      headers: { cookie: cookies[n]! },
      payload: body,
    }))
  },
)

test('60 calls of a visitor that wait for a lock leave others a response within a second', async () => {
  const { emails } = await writeCampaign(bob, 1)
  await startSend(bob, (await bob.call(campaignRoutes.list)).answer[0]!.id)
  await drain()
  const message = mail.accepted.findLast(({ envelope }) => envelope.to === emails[0])!.raw.toString()
  const oneClick = /^List-Unsubscribe: <http:\/\/localhost:3000([^>]+)>/m.exec(message)![1]!
  const token = /\/unsubscribe\?token=3D([\w-]+)/.exec(message.replace(/=\r\n/g, ''))![1]!
  await expectRoomForOthers(`lock table suppressions in exclusive mode`, (n) =>
    n % 2
      ? { method: 'POST', url: oneClick }
      : { method: 'POST', url: trackingRoutes.unsubscribe.path, payload: { token } },
  )
})

/** Holds the lock until Bob has his responses: a stall of the machine prolongs one, waiting for the others all. */
async function expectRoomForOthers(lock: string, request: (n: number) => InjectOptions): Promise<void> {
  await query('delete from rate_limits')
  const holder = new pg.Client(databaseUrl)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query(lock)
  const calls = Array.from({ length: SESSIONS }, (_, n) => app.server.inject(request(n)))
  await expect.poll(() => countWaiting(holder)).toBeGreaterThan(0)

  const waits: number[] = []
  for (let call = 0; call < 5; call++) {
    const start = performance.now()
    expect((await bob.call(accountRoutes.getProfile)).status).toBe(200)
    waits.push(performance.now() - start)
  }

  await holder.query('rollback')
  const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(Math.min(...waits)).toBeLessThan(MAX_WAIT_MS)
}

async function countWaiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}
