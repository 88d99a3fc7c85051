import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const token = 'a-long-token-of-the-operator'
const { app, alice, query } = await startTestApp({ environment: { METRICS_TOKEN: token } })
const bearer = { authorization: `Bearer ${token}` }

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

test('the operator’s page shows the queues, with the token as a password', async () => {
  const authorization = `Basic ${Buffer.from(`operator:${token}`).toString('base64')}`
  const { body, statusCode } = await app.server.inject({ url: '/operator', headers: { authorization } })
  expect(statusCode).toBe(200)
  expect(body).toContain('<th scope="row">sending</th><td>queued</td><td>0</td>')
})

test.each([undefined, 'Bearer ', 'Bearer wrong', 'Basic !', `Digest ${token}`, token])(
  'nothing is shown without the token (%s)',
  async (authorization) => {
    for (const url of ['/metrics', '/operator']) {
      const answer = await app.server.inject({ url, headers: authorization ? { authorization } : {} })
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toContain('Basic')
      expect(answer.body).not.toContain('sending')
    }
  },
)
