import { accountRoutes } from '@goldpan/contract/accounts'
import { campaignRoutes } from '@goldpan/contract/campaigns'
import { mailingListRoutes } from '@goldpan/contract/mailing-list'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { maxBytesOf, type Route } from '@goldpan/contract/route'
import { allRoutes } from '@goldpan/contract/routes'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { SESSION_COOKIE } from './session-gate.ts'

const { app, alice } = await startTestApp()
const routes = Object.values(allRoutes).flatMap((feature) => Object.values(feature as Record<string, Route>))

const sendBroken = (url: string, headers: Record<string, string> = {}) =>
  app.server.inject({
    method: 'POST',
    url,
    payload: '{"broken":',
    headers: { 'content-type': 'application/json', ...headers },
  })

test('the session is checked before the body', async () => {
  const cookie = `${SESSION_COOKIE}=${await app.features.sessions.start(app.database.db, alice.id, 'test')}`
  const statuses = [
    await sendBroken(tableRoutes.create.path),
    await sendBroken(tableRoutes.create.path, { cookie, origin: 'https://evil.example' }),
    await sendBroken('/api/nothing/here'),
    await sendBroken(tableRoutes.create.path, { cookie }),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([401, 403, 404, 400])
})

test('a body that is not JSON counts towards its route’s limit', async () => {
  const { path, limit } = mailingListRoutes.subscribe
  const statuses: number[] = []
  for (let n = 0; n <= limit.points; n++) statuses.push((await sendBroken(path)).statusCode)
  expect(statuses).toEqual([...Array(limit.points).fill(400), 429])
})

test('public routes accept small bodies and have a limit, except those that need a secret link', () => {
  const open = routes.filter(({ access, body }) => access === 'public' && body)
  expect(open.length).toBeGreaterThan(8)
  for (const route of open) expect([route.path, maxBytesOf(route)]).toEqual([route.path, 64 * 1024])
  const unlimited = open.filter(({ limit }) => !limit).map(({ path }) => path)
  expect(unlimited).toEqual(['/api/auth/refresh'])
})

test('a response reports at most twenty issues', async () => {
  const businesses = Array(1000).fill({ name: '', address: 1 }) as never[]
  const { status, refusal } = await alice.call(tableRoutes.create, {
    body: { name: 'Bakeries', query: 'bakery', businesses },
  })
  expect(status).toBe(400)
  expect(refusal.issues).toHaveLength(20)
})

test('a list that is too long is refused with a message about the list', async () => {
  const businesses = Array(50_001).fill({}) as never[]
  const { refusal } = await alice.call(tableRoutes.create, {
    body: { name: 'Bakeries', query: 'bakery', businesses },
  })
  expect(refusal.message).toBe('A table holds at most 50,000 businesses')
  expect(refusal.issues).toHaveLength(1)
})

test('a malformed id matches nothing, in paths and bodies', async () => {
  for (const id of ['nonsense', "1'; --", 'null', '0'.repeat(36)]) {
    const campaign = await alice.call(campaignRoutes.get, { params: { id }, query: {} })
    expect([campaign.status, campaign.refusal.code]).toEqual([404, 'campaigns.not_found'])
    const signature = await alice.call(signatureRoutes.get, { params: { id } })
    expect(signature.status).toBe(404)
  }
})

test('responses to an account are not cached', async () => {
  const answers = [
    await alice.call(tableRoutes.list),
    await alice.call(accountRoutes.getProfile),
    await alice.call(accountRoutes.listSessions),
  ]
  expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(Array(3).fill('no-store'))
})

test('a mistyped parameter is refused by name and selects nothing', async () => {
  const cookie = `${SESSION_COOKIE}=${await app.features.sessions.start(app.database.db, alice.id, 'test')}`
  const url = `${prospectRoutes.list.path}?stauts=new`
  const answer = await app.server.inject({ url, headers: { cookie } })
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining('“stauts”')])
})
