import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'

test('every setting has a default', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    isLocal: true,
    isDemo: true,
    roles: ['web', 'worker', 'inbound'],
    botCheck: 'altcha',
    inboundSmtpPort: 2525,
  })
})

test('a secret may be in a file, as Docker and Kubernetes mount them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'goldpan-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'key')
  writeFileSync(file, 'a-key-of-32-characters-or-more-x\n')
  expect(readConfig({ SECRET_KEY_FILE: file }).secretKey).toBe('a-key-of-32-characters-or-more-x')
  expect(() => readConfig({ SECRET_KEY_FILE: file, SECRET_KEY: 'b' })).toThrow(
    'Both SECRET_KEY and SECRET_KEY_FILE are set. Keep one of them. Nothing was started.',
  )
  expect(() => readConfig({ SECRET_KEY_FILE: join(folder, 'none') })).toThrow(/can't be read \(ENOENT\)/)
  // Only secrets have a _FILE form.
  expect(readConfig({ HOST_FILE: file }).host).toBe('127.0.0.1')
})

test('the start fails with Stripe but without the prices of basic and premium, and names them (CONF-01)', () => {
  const start = (environment: Record<string, string>) => () =>
    readConfig({ STRIPE_SECRET_KEY: 'sk_test_1', ...environment })
  expect(start({})).toThrow(
    'Missing required environment variables: STRIPE_PRICE_BASIC, STRIPE_PRICE_PREMIUM',
  )
  expect(start({ STRIPE_PRICE_BASIC: 'price_1' })).toThrow(
    'Missing required environment variables: STRIPE_PRICE_PREMIUM',
  )
  const prices = { STRIPE_PRICE_BASIC: 'price_1', STRIPE_PRICE_PREMIUM: 'price_2' }
  expect(start(prices)).toThrow(
    'Missing required environment variables: STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET',
  )
  const keys = { STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(start({ ...prices, ...keys })().payment).toBe('stripe')
})

test('in production behind https the test checkout must be chosen explicitly', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://goldpan.example',
    TRUST_PROXY: '127.0.0.1',
  }
  expect(() => readConfig(production)).toThrow('PAYMENT=embedded')
  expect(readConfig({ ...production, PAYMENT: 'embedded' }).payment).toBe('embedded')
  expect(readConfig({ ...production, PAYMENT: 'off' }).payment).toBe('off')
  expect(readConfig({ NODE_ENV: 'production' }).payment).toBe('embedded')
})

test('in production behind https TRUST_PROXY is required and takes only addresses and networks', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://goldpan.example', PAYMENT: 'embedded' }
  expect(() => readConfig(production)).toThrow(/TRUST_PROXY \(127\.0\.0\.1 if.*Nothing was started/)
  expect(readConfig({ ...production, ROLES: 'worker' }).trustProxy).toBe('')
  for (const TRUST_PROXY of ['127.0.0.1', '10.0.0.0/8, ::1', 'loopback', 'fd00::/8', '10.0.0.0/255.0.0.0'])
    expect(readConfig({ ...production, TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY)
  for (const TRUST_PROXY of ['nginx', 'true', '10.0.0.0/8/8', '127.0.0.1,', '*'])
    expect(() => readConfig({ ...production, TRUST_PROXY }), TRUST_PROXY).toThrow('The setting TRUST_PROXY')
})

test('price ids and the reply domain are settings (CONF-02)', () => {
  const config = readConfig({
    STRIPE_PRICE_BASIC: 'price_1',
    STRIPE_PRICE_PREMIUM: 'price_2',
    REPLY_DOMAIN: 'Reply.Shop.Example',
  })
  expect(config).toMatchObject({
    priceBasic: 'price_1',
    pricePremium: 'price_2',
    replyDomain: 'reply.shop.example',
  })
})

test('the plan ’test’ can only be set by configuration (CONF-03)', () => {
  expect(readConfig({ DEFAULT_PLAN: 'test' }).defaultPlan).toBe('test')
  expect(readConfig({}).defaultPlan).toBe('free')
})

test('ALLOWED_HOSTS takes host names, optionally with a port', () => {
  expect(readConfig({ ALLOWED_HOSTS: 'Old.example, goldpan.internal:8443,' }).allowedHosts).toEqual([
    'old.example',
    'goldpan.internal:8443',
  ])
  for (const wrong of ['https://old.example', 'old.example/path', '*.example', 'a b'])
    expect(() => readConfig({ ALLOWED_HOSTS: wrong })).toThrow('host names separated by commas')
})

test('the bot check can only be turned off on this machine', () => {
  expect(readConfig({ BOT_CHECK: 'off', PUBLIC_URL: 'http://127.0.0.1:8080' }).botCheck).toBe('off')
  expect(() => readConfig({ BOT_CHECK: 'off', PUBLIC_URL: 'https://goldpan.example' })).toThrow(
    'BOT_CHECK=off is for tests on this machine',
  )
})

test('a client of Google or Microsoft needs both its id and its secret', () => {
  for (const name of ['GOOGLE', 'MICROSOFT']) {
    const [id, secret] = [`${name}_OAUTH_CLIENT_ID`, `${name}_OAUTH_CLIENT_SECRET`]
    expect(() => readConfig({ [id]: 'x' })).toThrow(`Missing required environment variables: ${secret}`)
    expect(() => readConfig({ [secret]: 'x' })).toThrow(`Missing required environment variables: ${id}`)
    expect(() => readConfig({ [id]: 'x', [secret]: 'x' })).not.toThrow()
  }
})

test('addresses of Google and Microsoft by http are for this machine only (MBOX-57)', () => {
  const names = ['GOOGLE_OAUTH_URL', 'GOOGLE_API_URL', 'MICROSOFT_OAUTH_URL', 'MICROSOFT_API_URL']
  const allowed = [
    'http://127.0.0.1:8080',
    'http://localhost:1/mail/',
    'http://[::1]:8080',
    'https://proxy.example',
  ]
  const refused = [
    'http://proxy.example',
    'http://10.0.0.1',
    'http://127.0.0.1.proxy.example',
    'http://localhost.proxy.example',
    'http://127.0.0.1@proxy.example',
    'https://name:word@proxy.example',
    'https://proxy.example?key=1',
    'ftp://127.0.0.1',
    'proxy.example',
  ]
  for (const name of names) {
    for (const url of allowed) expect(() => readConfig({ [name]: url }), url).not.toThrow()
    for (const url of refused)
      expect(() => readConfig({ [name]: url }), url).toThrow(
        `The setting ${name} is '${url}', but it must be an https address (http is for this machine only, such as http://127.0.0.1:8080). Nothing was started.`,
      )
  }
  expect(readConfig({ GOOGLE_OAUTH_URL: 'http://localhost:1/mail/' }).googleOauthUrl).toBe(
    'http://localhost:1/mail',
  )
  expect(readConfig({})).toMatchObject({
    googleOauthUrl: null,
    googleApiUrl: 'https://gmail.googleapis.com',
    microsoftOauthUrl: 'https://login.microsoftonline.com',
    microsoftApiUrl: 'https://graph.microsoft.com',
  })
})

test('an invalid value stops the start with a sentence that names the setting', () => {
  expect(() => readConfig({ PORT: 'eighty' })).toThrow(
    "The setting PORT is 'eighty', but it must be a whole number from 0 to 65535.",
  )
  expect(() => readConfig({ ROLES: 'web,wroker' })).toThrow("names 'wroker'")
  expect(() => readConfig({ PUBLIC_URL: 'goldpan.example' })).toThrow('PUBLIC_URL')
  expect(() => readConfig({ BOT_CHECK: 'maybe' })).toThrow('one of altcha, recaptcha, off')
  expect(() => readConfig({ BOT_CHECK: 'recaptcha' })).toThrow(
    'Missing required environment variables: RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET',
  )
})

test('production has no demo unless DEMO is on', () => {
  expect(readConfig({ NODE_ENV: 'production' }).isDemo).toBe(false)
  expect(readConfig({ NODE_ENV: 'production', DEMO: 'on' }).isDemo).toBe(true)
})

test('a short token for the operator’s pages is refused', () => {
  expect(() => readConfig({ OPERATOR_TOKEN: 'short' })).toThrow(/OPERATOR_TOKEN has 5 characters/)
})
