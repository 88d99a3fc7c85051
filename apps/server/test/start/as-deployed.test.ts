import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { withClient } from '../empty-database.ts'
import { startProduct } from '../product-process.ts'
import { startAndEnd } from './ended-start.ts'
import { newFolder } from './folders-for-tests.ts'

const root = path.join(import.meta.dirname, '../../../..')
const compose = readFileSync(path.join(root, 'deploy/compose.yaml'), 'utf8')
const selfHosting = readFileSync(path.join(root, 'docs/self-hosting.md'), 'utf8')

/** An operator's .env, with a password that contains characters special to URLs, shells and YAML. */
const PASSWORD = `p@ss:/w#rd%2F?&'"\\ x`
const DOTENV: Record<string, string> = {
  POSTGRES_PASSWORD: PASSWORD,
  PUBLIC_URL: 'https://goldpan.test.example',
  MAIL_SMTP_URL: 'smtp://127.0.0.1:9',
  REPLY_DOMAIN: 'reply.test.example',
  OPERATOR_EMAIL: 'op@test.example',
  POSTAL_ADDRESS: 'Pans Ltd, 1 Main Street, Goldwater',
  SECRET_KEY: 'a secret of this test that is long enough',
}

/** The environment of a service of the compose file, interpolated as docker compose does. */
function readCompose(dotenv: Record<string, string>, service = 'web'): Record<string, string> {
  const shared = /environment: &settings\n((?: {4}.*\n)+)/.exec(compose)![1]!
  const own = new RegExp(`\\n {2}${service}:\\n(?: {4}.*\\n)+`).exec(compose)![0]
  const lines = [...`${shared}${own}`.matchAll(/^ {4,6}([A-Z][A-Z_]+): (.*)$/gm)]
  const named = Object.fromEntries(
    lines.map(([, name, value]) => [
      name!,
      value!.replace(/^"(.*)"$/, '$1').replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, key, kind, otherwise) => {
        if (!dotenv[key] && kind === '?') throw new Error(`${key}: ${otherwise}`)
        return dotenv[key] || otherwise
      }),
    ]),
  )
  // What the service names itself takes precedence over its env_file.
  return compose.includes('- path: ../.env\n') ? { ...dotenv, ...named } : named
}

/** Creates the database of the compose file's PostgreSQL on the tests' server. */
async function createDatabase(): Promise<string> {
  const server = new URL(inject('postgresUrl'))
  const name = `deployed_${randomUUID().slice(0, 8)}`
  await withClient(server.href, async (client) => {
    await client.query(`create role ${name} login password ${client.escapeLiteral(PASSWORD)}`)
    await client.query(`create database ${name} owner ${name}`)
  })
  return `postgres://${name}@${server.host}/${name}`
}

const STRIPE = {
  PAYMENT: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_BASIC: 'price_1',
  STRIPE_PRICE_PREMIUM: 'price_2',
}

test.each([
  ['web', 'no payments', {}],
  ['worker', 'no payments', {}],
  ['inbound', 'no payments', {}],
  ['web', 'Stripe', STRIPE],
])(
  'the role %s starts with the environment of the compose file and %s',
  async (role, _payment, more: Record<string, string>) => {
    const settings = readCompose({ ...DOTENV, ...more }, role)
    expect(settings).toMatchObject({ ROLES: role, PAYMENT: 'off', ...more })
    expect(settings.DATABASE_URL).toBe('postgres://goldpan@postgres/goldpan')
    const product = await startProduct({
      ...settings,
      NODE_ENV: 'production',
      BOT_CHECK: 'altcha',
      DATABASE_URL: await createDatabase(),
      DATA_DIR: newFolder(),
      PORT: '0',
      INBOUND_SMTP_PORT: '0',
      HOST: '127.0.0.1',
    })
    expect(await product.stop()).toBe(0)
  },
)

test('a wrong database password is refused with a sentence', async () => {
  const settings = { ...readCompose(DOTENV), DATABASE_URL: await createDatabase(), DATA_DIR: newFolder() }
  const { code, errors } = await startAndEnd({ ...settings, PGPASSWORD: 'another' })
  expect([code, errors]).toEqual([1, expect.stringContaining('The database refused the user or password')])
})

test.each(['SECRET_KEY', 'POSTGRES_PASSWORD', 'PUBLIC_URL'])(
  'the compose file asks for %s and starts nothing without it',
  (name) => {
    expect(() => readCompose({ ...DOTENV, [name]: '' })).toThrow(`${name}: set ${name}`)
  },
)

test('the settings of docs/self-hosting.md start unchanged, and without TRUST_PROXY the start says what is missing', async () => {
  const block = /## 2\. Settings\n[^#]*?```sh\n([^`]+)```/.exec(selfHosting)![1]!
  const pasted = Object.fromEntries(
    [...block.matchAll(/^([A-Z_]+)='([^'\n]*)'$/gm)].map(([, name, value]) => [name!, value!]),
  )
  expect(Object.keys(pasted)).toHaveLength(block.trim().split('\n').length)
  const here = {
    ...pasted,
    DATABASE_URL: await createDatabase(),
    PGPASSWORD: PASSWORD,
    DATA_DIR: newFolder(),
    PORT: '0',
    INBOUND_SMTP_PORT: '0',
    BOT_CHECK: 'altcha',
  }
  const product = await startProduct(here)
  expect(await product.stop()).toBe(0)
  const { code, errors } = await startAndEnd({ ...here, TRUST_PROXY: '' })
  expect([code, errors]).toEqual([1, expect.stringMatching(/^PUBLIC_URL is .* TRUST_PROXY .*\n$/)])
})
