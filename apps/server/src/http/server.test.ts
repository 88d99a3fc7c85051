import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { createHttpServer } from './server.ts'

const { app, alice } = await startTestApp()

test('every response carries the browser’s security headers', async () => {
  for (const url of ['/', '/api/health', '/api/nothing', '/login']) {
    const { headers } = await app.server.inject(url)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(/script-src ([^;]+)/.exec(policy)?.[1]).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['strict-transport-security']).toBeUndefined()
  }
})

test('the content security policy names external sources only if they are configured', async () => {
  const stripe = {
    PAYMENT: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test',
    STRIPE_PUBLISHABLE_KEY: 'pk_test',
    STRIPE_WEBHOOK_SECRET: 'whsec',
    STRIPE_PRICE_BASIC: 'price_a',
    STRIPE_PRICE_PREMIUM: 'price_b',
  }
  const recaptcha = { BOT_CHECK: 'recaptcha', RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'secret' }
  const hostsWith = async (environment: Record<string, string>) => {
    const { app: configured } = await startTestApp({ environment })
    const { headers } = await configured.server.inject('/')
    const policy = String(headers['content-security-policy'])
    return [...new Set(policy.match(/(?<=https:\/\/)[^;\s/]+/g))].sort()
  }
  expect(await hostsWith({})).toEqual([])
  expect(await hostsWith(stripe)).toEqual([
    'api.stripe.com',
    'billing.stripe.com',
    'checkout.stripe.com',
    'js.stripe.com',
  ])
  expect(await hostsWith(recaptcha)).toEqual(['www.google.com', 'www.gstatic.com'])
  expect(await hostsWith({ MAP_TILES_URL: 'https://tiles.example/map.pmtiles' })).toEqual(['tiles.example'])
})

test('https responses have Strict-Transport-Security', async () => {
  const server = await createHttpServer({
    logger: pino({ level: 'silent' }),
    trustProxy: '',
    isHttps: () => true,
  } as Parameters<typeof createHttpServer>[0])
  const { headers } = await server.inject('/')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  await server.close()
})

test('cookies, tokens and passwords never reach the log, even when a request fails', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const server = await createHttpServer({
    logger: pino({ level: 'debug' }, stream),
    trustProxy: '',
    isHttps: () => false,
  } as Parameters<typeof createHttpServer>[0])
  server.post('/fails', () => {
    throw new Error('a fault of ours')
  })
  const { statusCode, body } = await server.inject({
    method: 'POST',
    url: '/fails?token=secret-in-the-address',
    headers: { cookie: 'goldpan_session=secret-cookie', authorization: 'Bearer secret-bearer' },
    payload: { password: 'secret-password' },
  })
  await server.close()
  expect(statusCode).toBe(500)
  expect(body).not.toContain('a fault of ours')
  expect(lines.join('')).toContain('a fault of ours')
  expect(lines.join('')).not.toContain('secret-')
})

test('there are no roles, only signed in and signed out: no response names one (SESS-14)', async () => {
  const { accountRoutes } = await import('@goldpan/contract/accounts')
  const { answer } = await alice.call(accountRoutes.refresh, { body: {} })
  expect(Object.keys(answer.user).sort()).toEqual([
    'email',
    'first_name',
    'id',
    'last_name',
    'subscription_plan',
  ])
})
