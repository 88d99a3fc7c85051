import { accountRoutes } from '@goldpan/contract/accounts'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { hashPassword } from '../../src/features/accounts/passwords.ts'
import { SESSION_OVERLAP_MS, SESSION_ROTATION_MS } from '../../src/features/accounts/sessions.rules.ts'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { startTestApp } from '../harness.ts'

const { app, alice, clock, query } = await startTestApp()
const PASSWORD = 'sieve-and-gravel'
await query('update users set password_hash = $1 where id = $2', [await hashPassword(PASSWORD), alice.id])

async function call(route: { method: string; path: string }, cookie: string | null, payload: object = {}) {
  const answer = await app.server.inject({
    method: route.method as 'GET',
    url: route.path,
    ...(route.method === 'GET' ? {} : { payload }),
    headers: cookie === null ? {} : { cookie: `${SESSION_COOKIE}=${cookie}` },
  })
  const set = answer.cookies.find(({ name }) => name === SESSION_COOKIE)
  return { status: answer.statusCode, cookie: set?.value ?? null }
}

const login = (cookie: string | null) =>
  call(accountRoutes.login, cookie, { email: alice.email, password: PASSWORD, recaptchaToken: 'ok' })
const read = async (cookie: string) => (await call(tableRoutes.list, cookie)).status
const refresh = (cookie: string) => call(accountRoutes.refresh, cookie)

/** A session due for a new token. */
async function oldSession(): Promise<string> {
  const { cookie } = await login(null)
  clock.advance(SESSION_ROTATION_MS + 1000)
  return cookie!
}

test('a login never uses a token that was planted in the browser before', async () => {
  const planted = 'planted-by-somebody-else-planted-by-somebody'
  const { status, cookie } = await login(planted)
  expect(status).toBe(200)
  expect(cookie).not.toBe(planted)
  expect(await read(planted)).toBe(401)
  expect(await read(cookie!)).toBe(200)
})

test('each login starts a separate session, and logging out of one leaves the other', async () => {
  const [one, two] = [await login(null), await login(null)]
  expect(one.cookie).not.toBe(two.cookie)
  await call(accountRoutes.logout, one.cookie)
  expect([await read(one.cookie!), await read(two.cookie!)]).toEqual([401, 200])
})

test('an hourly refresh replaces the token, and requests in flight with the old one still succeed', async () => {
  const old = await oldSession()
  const { cookie: renewed } = await refresh(old)
  expect(renewed).not.toBe(old)
  expect([await read(renewed!), await read(old)]).toEqual([200, 200])
  expect((await refresh(renewed!)).cookie, 'not replaced again').toBe(renewed)
})

test('using a stolen token after the owner’s refresh ends the session for both', async () => {
  const stolen = await oldSession()
  const { cookie: owners } = await refresh(stolen)
  expect(await read(owners!)).toBe(200)
  clock.advance(SESSION_OVERLAP_MS + 1000)
  expect(await read(stolen)).toBe(401)
  expect(await read(owners!), 'the owner has to log in again').toBe(401)
})

test('a thief who refreshes first is logged out as soon as the owner comes back', async () => {
  const owners = await oldSession()
  const { cookie: thiefs } = await refresh(owners)
  expect(await read(thiefs!)).toBe(200)
  clock.advance(SESSION_OVERLAP_MS + 1000)
  expect((await refresh(owners)).status).toBe(401)
  expect(await read(thiefs!)).toBe(401)
})

test('two tabs that refresh at the same moment both stay signed in', async () => {
  const old = await oldSession()
  const [one, two] = await Promise.all([refresh(old), refresh(old)])
  expect([one.status, two.status]).toEqual([200, 200])
  // The browser keeps the cookie that it got.
  const given = [one.cookie, two.cookie].filter((cookie) => cookie !== null && cookie !== old)
  expect(given).toHaveLength(1)
  clock.advance(10 * SESSION_OVERLAP_MS)
  expect(await read(given[0]!)).toBe(200)
})

test('a lost response to a refresh locks nobody out', async () => {
  const old = await oldSession()
  const { cookie: lost } = await refresh(old)
  clock.advance(10 * SESSION_OVERLAP_MS)
  const { status, cookie: next } = await refresh(old)
  expect(status).toBe(200)
  expect(next).not.toBe(old)
  expect([await read(next!), await read(lost!)]).toEqual([200, 401])
})

test('logging out ends the session with either of its tokens', async () => {
  const old = await oldSession()
  const { cookie: renewed } = await refresh(old)
  await call(accountRoutes.logout, old)
  expect([await read(old), await read(renewed!)]).toEqual([401, 401])
})

test('the token is stored nowhere: only its hash is', async () => {
  const { cookie } = await login(null)
  const rows = await query('select * from sessions')
  expect(JSON.stringify(rows)).not.toContain(cookie)
})
