import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { accountRoutes } from '@goldpan/contract/accounts'
import { beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'

// Uses the real outbox, so that there is a mailbox.
const local = await startTestApp({ ports: { mail: undefined } })
const reachable = await startTestApp({
  ports: { mail: undefined },
  environment: {
    BOT_CHECK: 'altcha',
    PUBLIC_URL: 'https://goldpan.example',
    ALLOWED_HOSTS: 'old.example,10.1.2.3:3000',
  },
})
beforeAll(async () => {
  for (const { app } of [local, reachable]) await app.server.listen({ port: 0, host: '127.0.0.1' })
})

interface Asked {
  path: string
  method?: 'GET' | 'POST'
  body?: object
  headers?: Record<string, string>
}

/** Requests over node:http, because fetch doesn't allow another Host header. */
async function ask({ app }: TestApp, host: string, { path, method = 'GET', body, headers = {} }: Asked) {
  const { port } = app.server.server.address() as AddressInfo
  const payload = body && JSON.stringify(body)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { host, ...(payload ? { 'content-type': 'application/json' } : {}), ...headers },
      },
      resolve,
    )
      .on('error', reject)
      .end(payload)
  })
  return { status: answer.statusCode, body: await text(answer) }
}

const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status

test('a website whose name points to this machine gets no response and reads no mail', async () => {
  const host = 'evil.example:3000'
  const headers = { origin: `http://${host}` }
  const body = { email: local.alice.email }
  const reset = { path: accountRoutes.requestReset.path, method: 'POST', body, headers } as const
  expect(await ask(local, host, reset)).toEqual({
    status: 403,
    body: expect.stringContaining('request.unknown_host'),
  })
  const paths = ['/', '/login', '/api/mailbox', '/api/bot-check', '/api/openapi.json', '/crawler', '/metrics']
  for (const path of [...paths, '/t/o/x.gif', '/api/nothing', '/_dev/letters'])
    expect([path, await statusOf(local, host, { path })]).toEqual([path, 403])
  expect((await ask(local, host, { path: '/api/health' })).body).toContain('up')
  expect((await ask(local, host, { path: '/api/health/ready' })).body).toContain('migrations')
})

test('the mailbox answers to the names of this machine', async () => {
  for (const host of ['localhost', 'localhost:3000', 'LOCALHOST:5173', '127.0.0.1:3000', '[::1]:3000'])
    expect([host, await statusOf(local, host, { path: '/api/mailbox' })]).toEqual([host, 200])
  for (const host of ['10.0.0.7:3000', 'localhost.evil.example', '127.0.0.1.evil.example', 'x.localhost'])
    expect([host, await statusOf(local, host, { path: '/api/mailbox' })]).toEqual([host, 403])
})

test.each([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'via',
  'x-real-ip',
  'cf-connecting-ip',
])('the mailbox refuses requests through a proxy or tunnel: %s', async (name) => {
  const headers = { [name]: '127.0.0.1' }
  expect(await statusOf(local, 'localhost:3000', { path: '/api/mailbox', headers })).toBe(404)
  expect(await statusOf(local, 'localhost:3000', { path: '/api/bot-check', headers })).toBe(200)
})

test('the start-up token opens the mailbox through a proxy too', async () => {
  for (const [at, host] of [
    [local, 'localhost:3000'],
    [reachable, 'goldpan.example'],
  ] as const) {
    const proxied = { 'x-forwarded-for': '198.51.100.7' }
    const open = (token: string) =>
      statusOf(at, host, { path: '/api/mailbox', headers: { ...proxied, 'x-goldpan-token': token } })
    expect(await open(at.app.localToken)).toBe(200)
    expect(await open('x'.repeat(at.app.localToken.length))).toBe(404)
  }
})

test('an installation with a public address answers only to its own names', async () => {
  for (const host of [
    'goldpan.example',
    'GOLDPAN.example:443',
    'goldpan.example.',
    'old.example',
    '10.1.2.3',
  ])
    expect([host, await statusOf(reachable, host, { path: '/api/bot-check' })]).toEqual([host, 200])
  for (const host of ['localhost:3000', '127.0.0.1:3000', 'evil.example', 'x.goldpan.example'])
    expect([host, await statusOf(reachable, host, { path: '/api/bot-check' })]).toEqual([host, 403])
  expect(await statusOf(reachable, 'goldpan.example', { path: '/api/mailbox' })).toBe(404)
})

test('pages of our own origins may change something for any Host', async () => {
  const logout = (at: TestApp, host: string, origin: string) =>
    statusOf(at, host, { path: accountRoutes.logout.path, method: 'POST', headers: { origin } })
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect([origin, await logout(local, 'localhost:3000', origin)]).toEqual([origin, 200])
  for (const origin of ['http://localhost:4000', 'https://localhost:3000', 'http://bakery.localhost:3000'])
    expect([origin, await logout(local, 'localhost:4000', origin)]).toEqual([origin, 403])
  for (const origin of ['https://goldpan.example', 'https://old.example', 'https://10.1.2.3:3000'])
    expect([origin, await logout(reachable, 'goldpan.example', origin)]).toEqual([origin, 200])
  for (const origin of ['http://goldpan.example', 'https://10.1.2.3', 'http://localhost:3000'])
    expect([origin, await logout(reachable, 'old.example', origin)]).toEqual([origin, 403])
})
