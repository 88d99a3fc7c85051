import { accountRoutes } from '@goldpan/contract/accounts'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const lines: Record<string, unknown>[] = []
const token = 'a-long-token-of-the-operator'
const { app, alice, visitor, clock, query } = await startTestApp({
  environment: { METRICS_TOKEN: token },
  log: (line) => lines.push(line),
})
beforeEach(() => void lines.splice(0))
const login = (email: string) =>
  visitor.call(accountRoutes.login, { body: { email, password: 'wrong-wrong', recaptchaToken: 'ok' } })
const read = async (url: string) =>
  (await app.server.inject({ url, headers: { authorization: `Bearer ${token}` } })).body

test('refused logins are logged with reason, account and network, without the address', async () => {
  await login(alice.email)
  await login('nobody@shop.example')
  expect(lines.filter(({ msg }) => msg === 'login refused')).toMatchObject([
    { reason: 'wrong password', person: alice.id, network: '127.0.0.0/24', request_id: expect.any(String) },
    { reason: 'unknown address', network: '127.0.0.0/24' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/nobody@|customer\.example|wrong-wrong|127\.0\.0\.1/)
})

test('the operator sees refused logins of the last day by reason', async () => {
  for (let n = 0; n < 12; n++) await login('tried@shop.example')
  const metrics = await read('/metrics')
  expect(metrics).toContain('goldpan_refused_logins{reason="unknown address"} 11')
  expect(metrics).toContain('goldpan_refused_logins{reason="too many tries"} 2')
  expect(await read('/operator')).toMatch(/>wrong password<\/th><td [^>]*>1<\/td>/)
  expect(lines.filter(({ msg, level }) => msg === 'login refused' && level === 40)).toHaveLength(2)
  clock.advance(25 * 3600_000)
  expect(await read('/operator')).not.toContain('wrong password')
})

test('counts of refused logins are deleted after 90 days', async () => {
  clock.advance(91 * 86_400_000)
  await login(alice.email)
  expect(await query('select logins from refused_logins')).toEqual([{ logins: 1 }])
})
