import { accountRoutes } from '@goldpan/contract/accounts'
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { whileUserIsLocked } from '../../../test/while-locked.ts'
import { SESSION_COOKIE } from '../../http/session-gate.ts'
import { ATTEMPTS_PER_ADDRESS } from './login.ts'
import { hashPassword } from './passwords.ts'

const testApp = await startTestApp()
const { app, createCustomer, drain, mail, query, visitor } = testApp
const password = 'sieve-and-gravel-7'
const password_hash = await hashPassword(password)

let last = 0
let ada: Customer
beforeEach(async () => {
  last += 1
  ada = await createCustomer(`Ada${last}`)
  await query('update users set password_hash = $2 where id = $1', [ada.id, password_hash])
})

const HOME = '192.0.2.1'
const STRANGER = '198.51.100.7'

interface Browser {
  source: string
  device?: string | undefined
  session?: string
}

async function send(path: string, method: 'POST' | 'PUT', payload: object, browser: Browser) {
  const { source, device, session } = browser
  const answer = await app.server.inject({
    method,
    url: path,
    payload,
    remoteAddress: source,
    cookies: {
      ...(device ? { goldpan_device: device } : {}),
      ...(session ? { [SESSION_COOKIE]: session } : {}),
    },
  })
  const set = answer.cookies.find(({ name }) => name === 'goldpan_device')
  return { status: answer.statusCode, headers: answer.headers, cookie: set, device: set?.value }
}

const logIn = (given: string, browser: Browser, email = ada.email) =>
  send(accountRoutes.login.path, 'POST', { email, password: given, recaptchaToken: 'ok' }, browser)
const prove = (given: string, browser: Browser) =>
  send(accountRoutes.provePassword.path, 'POST', { password: given }, browser)

async function guess(times: number, browser: Browser) {
  for (let n = 0; n < times; n++) await logIn(`guess-${n}`, browser)
}
/** Uses up the address's limit, as guesses from very many sources would. */
async function useUpAddress(email = ada.email) {
  for (let n = 0; n <= ATTEMPTS_PER_ADDRESS.points; n++)
    await app.features.limits.take('login-address', email, ATTEMPTS_PER_ADDRESS)
}

test('guessing is blocked after ten attempts, without locking out the owner elsewhere (ACC-53)', async () => {
  await guess(10, { source: STRANGER })
  const refused = await logIn(password, { source: STRANGER })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await logIn(password, { source: HOME })).status).toBe(200)
  expect((await logIn(password, { source: STRANGER })).status, 'still').toBe(429)
})

test('a known browser is affected neither by strangers on its network nor by the address’s limit', async () => {
  const { device } = await logIn(password, { source: HOME })
  await guess(10, { source: HOME })
  expect((await logIn(password, { source: HOME })).status).toBe(429)
  expect((await logIn(password, { source: HOME, device })).status).toBe(200)
  await useUpAddress()
  expect((await logIn(password, { source: '203.0.113.9' })).status).toBe(429)
  expect((await logIn(password, { source: '203.0.113.9', device })).status).toBe(200)
})

test('a known browser has ten separate attempts', async () => {
  const { device } = await logIn(password, { source: HOME })
  await guess(10, { source: HOME, device })
  expect((await logIn(password, { source: '203.0.113.9', device })).status).toBe(429)
  expect((await logIn(password, { source: HOME })).status).toBe(200)
})

test('the address’s limit counts wrong passwords from everywhere, for known and unknown addresses', async () => {
  for (const email of [ada.email, `nobody${last}@shop.example`]) {
    await useUpAddress(email)
    expect((await logIn('guess', { source: HOME }, email)).status).toBe(429)
  }
})

test('a device cookie is long-lived, HttpOnly, and valid only for its account and password', async () => {
  const first = await logIn(password, { source: HOME })
  expect(first.cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api', maxAge: 365 * 86_400 })
  const again = await logIn(password, { source: HOME, device: first.device })
  expect(again.device, 'the same browser').toBe(first.device)

  const eve = await createCustomer(`Eve${last}`)
  await query('update users set password_hash = $2 where id = $1', [eve.id, password_hash])
  const { device: eves } = await logIn(password, { source: STRANGER }, eve.email)
  await useUpAddress()
  const [id, proof] = first.device!.split('.')
  for (const device of [eves, `${id}.${proof}x`, `x.${proof}`, `${id}`, '.', 'x'])
    expect((await logIn(password, { source: HOME, device })).status).toBe(429)

  await query('update users set password_hash = $2 where id = $1', [
    ada.id,
    await hashPassword('gravel-and-sieve-9'),
  ])
  expect((await logIn('gravel-and-sieve-9', { source: HOME, device: first.device })).status).toBe(429)
})

test('proving and changing the password count with logins and keep the browser known', async () => {
  const session = await app.features.sessions.start(app.database.db, ada.id, 'test')
  await guess(10, { source: STRANGER })
  expect((await prove(password, { source: STRANGER, session })).status).toBe(429)
  const proved = await prove(password, { source: HOME, session })
  expect(proved.status).toBe(200)
  await useUpAddress()
  expect((await prove(password, { source: HOME, session })).status).toBe(429)
  const changed = await send(
    accountRoutes.changePassword.path,
    'PUT',
    { current_password: password, password: 'gravel-and-sieve-9' },
    { source: HOME, session, device: proved.device },
  )
  expect(changed.status).toBe(200)
  expect((await logIn('gravel-and-sieve-9', { source: HOME, device: proved.device })).status).toBe(429)
  expect((await logIn('gravel-and-sieve-9', { source: HOME, device: changed.device })).status).toBe(200)
})

test('a locked-out user gets in with a new password', async () => {
  await useUpAddress()
  await visitor.call(accountRoutes.requestReset, { body: { email: ada.email } })
  await drain()
  const letter = mail.accepted.findLast(({ envelope }) => envelope.to === ada.email)
  const { text = '' } = await PostalMime.parse(letter!.raw)
  const accessToken = new URL(/http:\S+/.exec(text)![0]).searchParams.get('token')!
  const { device } = await send(
    accountRoutes.updatePassword.path,
    'POST',
    { password: 'gravel-and-sieve-9', accessToken },
    { source: HOME },
  )
  expect((await logIn('gravel-and-sieve-9', { source: HOME })).status).toBe(429)
  expect((await logIn('gravel-and-sieve-9', { source: HOME, device })).status).toBe(200)
})

test('a password changed during its check opens no session', async () => {
  const { status } = await whileUserIsLocked(testApp, ada.id, {
    call: () => logIn(password, { source: HOME }),
    change: "update users set password_hash = 'another' where id = $1",
  })
  expect(status).toBe(401)
})
