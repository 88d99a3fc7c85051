import { tableRoutes } from '@goldpan/contract/tables'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const token = 'a-long-token-of-the-operator'
const { app, alice, query } = await startTestApp({ environment: { METRICS_TOKEN: token } })
const bearer = { authorization: `Bearer ${token}` }

beforeEach(() => query('delete from rate_limits'))

test('metrics count responses by route, connections, and waiting work of every queue', async () => {
  await alice.call(tableRoutes.list)
  await query(
    `insert into billing_events (id, type, received_at) values ('evt_1', 'invoice.paid', now() - interval '1 hour')`,
  )
  const { body, headers } = await app.server.inject({ url: '/metrics', headers: bearer })
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain(
    `goldpan_http_answer_seconds_count{method="GET",route="${tableRoutes.list.path}",status="200"} 1`,
  )
  expect(body).toContain('goldpan_queue_depth{queue="payment events",state="waiting"} 1')
  expect(body).toContain('goldpan_queue_depth{queue="sending",state="queued"} 0')
  expect(body).toMatch(/goldpan_database_connections\{state="total"\} [1-9]/)
  expect(body).toContain('process_cpu_seconds_total')
})

test('unknown paths are counted together, so that guesses can’t fill the memory', async () => {
  await app.server.inject('/api/guess-1')
  const { body } = await app.server.inject({ url: '/metrics', headers: bearer })
  expect(body).not.toContain('guess-1')
})

const PAGES = [
  '/operator',
  '/operator/accounts',
  `/operator/accounts/${alice.id}`,
  '/operator/jobs',
  '/operator/audit-log',
]

test.each([undefined, 'Bearer ', 'Bearer wrong', 'Basic !', `Digest ${token}`, token])(
  'nothing is shown without the token (%s)',
  async (authorization) => {
    for (const url of ['/metrics', ...PAGES]) {
      const answer = await app.server.inject({ url, headers: authorization ? { authorization } : {} })
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toContain('Basic')
      expect(answer.body).not.toContain('sending')
      expect(answer.body).not.toContain(alice.email)
    }
  },
)

test('a session opens none of it', async () => {
  for (const path of PAGES) expect(await alice.open(path)).toMatchObject({ status: 401 })
})

test('a source has 20 guesses of the token, then even the right one waits', async () => {
  const ask = (authorization: string, remoteAddress: string) =>
    app.server.inject({ url: '/operator/jobs', remoteAddress, headers: { authorization } })
  for (let guess = 0; guess < 20; guess++)
    expect((await ask(`Bearer guess-${guess}`, '192.0.2.1')).statusCode).toBe(401)
  const refused = await ask(`Bearer ${token}`, '192.0.2.1')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(`Bearer ${token}`, '192.0.2.2')).statusCode).toBe(200)
})

test('the right token counts as no guess, however often it is used', async () => {
  for (let n = 0; n < 25; n++)
    expect((await app.server.inject({ url: '/metrics', headers: bearer })).statusCode).toBe(200)
})

test('with a token of their own the pages no longer open with that of Prometheus', async () => {
  const own = 'a-token-of-32-characters-for-the-pages'
  const { app } = await startTestApp({ environment: { METRICS_TOKEN: token, OPERATOR_TOKEN: own } })
  const statusOf = async (url: string, given: string) =>
    (await app.server.inject({ url, headers: { authorization: `Bearer ${given}` } })).statusCode
  expect(await statusOf('/operator', token)).toBe(401)
  expect(await statusOf('/operator', own)).toBe(200)
  expect(await statusOf('/metrics', own)).toBe(401)
  expect(await statusOf('/metrics', token)).toBe(200)
})
