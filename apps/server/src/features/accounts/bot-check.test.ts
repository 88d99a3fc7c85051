import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountRoutes } from '@goldpan/contract/accounts'
import { mailingListRoutes } from '@goldpan/contract/mailing-list'
import type { Challenge } from 'altcha-lib'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createAltchaBotCheck } from '../../providers/bot-check/altcha.ts'
import { createRecaptchaBotCheck } from '../../providers/bot-check/recaptcha.ts'
import { systemClock } from '../../providers/clock/system.ts'

const botCheck = createAltchaBotCheck({ systemClock, secret: 'a secret of this test' })
const { visitor } = await startTestApp({ ports: { botCheck, systemClock } })

/** Stands in for Google: accepts 'good' and records requests. */
const requests: URLSearchParams[] = []
const google = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const form = new URLSearchParams(body)
  requests.push(form)
  if (form.get('response') === 'broken') response.statusCode = 500
  response.end(JSON.stringify({ success: form.get('response') === 'good', 'error-codes': [] }))
})
await new Promise<void>((ready) => google.listen(0, '127.0.0.1', ready))
afterAll(() => google.close())
const recaptcha = createRecaptchaBotCheck({
  systemClock,
  siteKey: 'site-key',
  secret: 'google-secret',
  verifyUrl: `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`,
})
const { visitor: atGoogle } = await startTestApp({ ports: { botCheck: recaptcha } })

async function solve(): Promise<string> {
  const { answer } = await visitor.call(accountRoutes.botCheckChallenge)
  const challenge = answer as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

const login = (recaptchaToken: string, via = visitor) =>
  via.call(accountRoutes.login, {
    body: { email: 'nobody@shop.example', password: 'sieve-and-gravel', recaptchaToken },
  })

test('ALTCHA is the default and contacts no third party (ACC-59)', async () => {
  const { answer } = await visitor.call(accountRoutes.botCheckSettings)
  expect(answer).toEqual({ provider: 'altcha', site_key: null })
})

test('without a solved check a login reveals nothing, not even that an account is unknown (ACC-52)', async () => {
  for (const token of ['x', Buffer.from('{"challenge":{},"solution":{}}').toString('base64')]) {
    const { status, refusal } = await login(token)
    expect([status, refusal.message]).toEqual([400, 'Please complete the reCAPTCHA verification'])
  }
  expect((await login(await solve())).refusal.message).toContain('no account')
})

test('a solved check works once, even in concurrent requests, and not in another form later (ACC-60)', async () => {
  const token = await solve()
  const answers = await Promise.all(Array.from({ length: 5 }, () => login(token)))
  expect(answers.filter(({ refusal }) => refusal.message.includes('no account'))).toHaveLength(1)
  const { status } = await visitor.call(mailingListRoutes.subscribe, {
    body: { email: 'a@shop.example', name: null, companyName: null, recaptchaToken: token },
  })
  expect(status).toBe(400)
})

test('a forged or changed challenge is refused (ACC-60)', async () => {
  const foreign = createAltchaBotCheck({ systemClock, secret: 'another secret' })
  const challenge = (await foreign.createChallenge()) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  expect((await login(token)).status).toBe(400)
})

test('with its keys, Google’s check gets token, secret and source, and the field keeps its name (ACC-58, ACC-59)', async () => {
  expect((await atGoogle.call(accountRoutes.botCheckSettings)).answer).toEqual({
    provider: 'recaptcha',
    site_key: 'site-key',
  })
  expect((await login('bad', atGoogle)).status).toBe(400)
  expect((await login('good', atGoogle)).refusal.message).toContain('no account')
  expect((await login('good', atGoogle)).status).toBe(400)
  expect(Object.fromEntries(requests[1]!)).toEqual({
    secret: 'google-secret',
    response: 'good',
    remoteip: '127.0.0.1',
  })
})

test('nobody gets in while Google is unreachable', async () => {
  expect((await login('broken', atGoogle)).status).toBeGreaterThanOrEqual(500)
})
