import { Writable } from 'node:stream'
import { accountRoutes } from '@goldpan/contract/accounts'
import { pathOf } from '@goldpan/contract/route'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createHttpServer } from '../../src/http/server.ts'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { countQueries } from '../count-queries.ts'
import { startTestApp } from '../harness.ts'
import { everyRoute, thingOf } from './contract-routes.ts'

const { app, alice, visitor, drain, mail } = await startTestApp()
const cookie = `${SESSION_COOKIE}=${await app.features.sessions.start(app.database.db, alice.id, 'test')}`
const ID = '00000000-0000-4000-8000-000000000000'

/** Webhooks carry the sender's signature and come from no browser. */
const SIGNED = new Set(['billing.webhook'])

test('no other website can make a browser call a route that changes something (SESS-21)', async () => {
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[]
  for (const { name, route, params } of everyRoute)
    for (const headers of route.method === 'GET' || SIGNED.has(name) ? [] : foreign) {
      const ids = Object.fromEntries(params.map((param) => [param, thingOf(route, param) && ID]))
      const url = pathOf(route.path, ids)
      const answer = await app.server.inject({ method: route.method, url, headers: { ...headers, cookie } })
      expect([name, answer.statusCode]).toEqual([name, 403])
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
})

test('no spelling of a path reaches files that are not meant to be served', async () => {
  const steps = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..\\', '..%5c', '....//', '%252e%252e%252f', '..;/']
  const targets = ['package.json', 'etc/passwd', 'data/secret.key', 'src/config.ts']
  const starts = ['/', '/assets/', '/files/signatures/', '/files/', '/t/o/', '/api/', '//', '/%00/']
  for (const start of starts)
    for (const step of steps)
      for (const target of targets) {
        const { body, statusCode } = await app.server.inject({ url: `${start}${step.repeat(6)}${target}` })
        expect(body).not.toMatch(/"workspaces"|root:x:|"dependencies"|DATABASE_URL/)
        expect(statusCode).toBeLessThan(500)
      }
})

test('nothing of a request ends up in the headers of its response', async () => {
  const line = 'x\r\nSet-Cookie: planted=1\r\n\r\n<script>alert(1)</script>'
  for (const url of [`/api/nothing/${encodeURIComponent(line)}`, `/login?next=${encodeURIComponent(line)}`]) {
    const { headers, body } = await app.server.inject({ url, headers: { host: 'evil.example' } })
    expect(headers['set-cookie']).toBeUndefined()
    expect(body).not.toContain('<script>alert(1)</script>')
    expect(JSON.stringify(headers)).not.toContain('evil.example')
  }
})

test('links in letters lead to this installation for any Host header', async () => {
  await app.server.inject({
    method: 'POST',
    url: accountRoutes.requestReset.path,
    payload: { email: alice.email },
    headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  })
  await drain()
  const letter = mail.accepted.at(-1)!.raw.toString().replace(/=\r\n/g, '')
  expect(letter).toContain('http://localhost:3000/')
  expect(letter).not.toContain('evil.example')
})

test('X-Forwarded-For is believed only from a configured proxy', async () => {
  const waits: number[] = []
  for (let n = 0; n < 12; n++) {
    const { statusCode } = await app.server.inject({
      method: 'POST',
      url: accountRoutes.login.path,
      remoteAddress: '192.0.2.7',
      headers: { 'x-forwarded-for': `198.51.100.${n}` },
      payload: { email: 'nobody@shop.example', password: 'wrong-wrong', recaptchaToken: 'ok' },
    })
    waits.push(statusCode)
  }
  expect(waits.filter((status) => status === 429)).toHaveLength(2)
})

test('no input can forge a log line', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(...String(chunk).split('\n').filter(Boolean))
      done()
    },
  })
  const server = await createHttpServer({
    logger: pino({ level: 'debug' }, stream),
    trustProxy: '',
    isHttps: () => false,
  } as Parameters<typeof createHttpServer>[0])
  const forged = '\n{"level":30,"msg":"admin logged in"}\r\n\u001b[2J\u2028'
  server.post('/fails/:id', (request) => {
    throw new Error(`failed at ${(request.params as { id: string }).id} ${String(request.body)}`)
  })
  await server.inject({
    method: 'POST',
    url: `/fails/${encodeURIComponent(forged)}`,
    payload: forged,
    headers: { 'content-type': 'text/plain', 'user-agent': encodeURIComponent(forged) },
  })
  await server.close()
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'request failed',
    'answered',
  ])
  expect(lines.join()).not.toContain('\u001b')
})

test.each([
  ['reset', accountRoutes.requestReset],
  ['confirmation', accountRoutes.requestConfirmation],
])('a %s request does the same work for addresses with and without an account (ACC-54)', async (_, route) => {
  const ask = (email: string) => visitor.call(route, { body: { email } })
  await ask('warm-up@shop.example')
  const known = await countQueries(() => ask(alice.email))
  const unknown = await countQueries(() => ask('nobody@shop.example'))
  expect(known).toBeGreaterThan(0)
  expect(known).toBe(unknown)
})

test('a login says openly that an address is unknown, so its timing reveals nothing more (ACC-51)', async () => {
  const login = (email: string) =>
    visitor.call(accountRoutes.login, { body: { email, password: 'wrong-wrong', recaptchaToken: 'ok' } })
  expect((await login('nobody2@shop.example')).refusal.code).toBe('accounts.unknown_email')
  expect((await login(alice.email)).refusal.code).toBe('accounts.wrong_password')
})

test('responses name no programs and versions behind them', async () => {
  for (const url of ['/', '/api/health', '/api/nothing', '/api/openapi.json']) {
    const { headers, body } = await app.server.inject(url)
    expect([headers.server, headers['x-powered-by']]).toEqual([undefined, undefined])
    expect(body).not.toMatch(/fastify|node_modules|postgres/i)
  }
})

test('a request that trickles in for minutes is aborted', () => {
  expect(app.server.server.requestTimeout).toBeGreaterThan(0)
  expect(app.server.server.requestTimeout).toBeLessThanOrEqual(300_000)
  expect(app.server.server.headersTimeout).toBeLessThanOrEqual(60_000)
})
