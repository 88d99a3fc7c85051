import { accountRoutes } from '@goldpan/contract/accounts'
import { homeRoutes } from '@goldpan/contract/home'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { SESSION_COOKIE } from '../../http/session-gate.ts'

const { app, alice, bob, clock } = await startTestApp()

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** Sends a request as a browser with a session of Alice. */
const ask = (token: string, method: 'GET' | 'POST', url: string) =>
  app.server.inject({ method, url, cookies: { [SESSION_COOKIE]: token } })

test('a user sees their sessions in plain words, with the current browser marked', async () => {
  await app.features.sessions.start(app.database.db, alice.id, FIREFOX)
  clock.advance(3600_000)
  const phone = await app.features.sessions.start(app.database.db, alice.id, IPHONE)
  const { answer } = await alice.call(accountRoutes.listSessions)
  expect(answer.map(({ device, is_current }) => [device, is_current])).toEqual([
    ['An unknown browser', true],
    ['Safari on an iPhone', false],
    ['Firefox on Linux', false],
  ])
  const seen = await ask(phone, 'GET', accountRoutes.listSessions.path)
  expect(seen.body).not.toMatch(/token|hash|Mozilla/)
  expect(seen.json().filter(({ is_current }: { is_current: boolean }) => is_current)).toMatchObject([
    { device: 'Safari on an iPhone', started_at: clock.now().toISOString() },
  ])
})

test('logging out the others ends them at once and keeps this session, and Bob’s', async () => {
  const [lost, kept] = [
    await app.features.sessions.start(app.database.db, alice.id, FIREFOX),
    await app.features.sessions.start(app.database.db, alice.id, IPHONE),
  ]
  const ended = await ask(kept, 'POST', accountRoutes.endOtherSessions.path)
  expect(ended.json()).toEqual({ message: 'The other browsers are logged out' })
  expect((await ask(lost, 'GET', accountRoutes.getProfile.path)).statusCode).toBe(401)
  expect((await ask(kept, 'GET', accountRoutes.getProfile.path)).statusCode).toBe(200)
  expect((await ask(kept, 'GET', accountRoutes.listSessions.path)).json()).toHaveLength(1)
  expect((await bob.call(accountRoutes.listSessions)).answer).toHaveLength(1)
})

test('an expired session is not listed', async () => {
  const old = await app.features.sessions.start(app.database.db, bob.id, FIREFOX)
  clock.advance(31 * 86_400_000)
  const now = await app.features.sessions.start(app.database.db, bob.id, IPHONE)
  expect((await ask(now, 'GET', accountRoutes.listSessions.path)).json()).toHaveLength(1)
  expect((await ask(old, 'GET', accountRoutes.listSessions.path)).statusCode).toBe(401)
})

test('a polling screen is refused as soon as its session has ended', async () => {
  const [lost, kept] = [
    await app.features.sessions.start(app.database.db, alice.id, FIREFOX),
    await app.features.sessions.start(app.database.db, alice.id, IPHONE),
  ]
  const poll = async (token: string) => (await ask(token, 'GET', homeRoutes.running.path)).statusCode
  expect(await Promise.all([lost, kept, 'made up'].map(poll))).toEqual([200, 200, 401])
  await ask(kept, 'POST', accountRoutes.endOtherSessions.path)
  expect(await Promise.all([lost, kept].map(poll))).toEqual([401, 200])
})

test('both tokens of a renewed session work during the overlap', async () => {
  const { start, renew, findUser } = app.features.sessions
  const before = await start(app.database.db, alice.id, FIREFOX)
  clock.advance(25 * 3600_000)
  const { token: after } = (await renew(before))!
  expect(after).not.toBe(before)
  const both = await Promise.all([before, after!].map(findUser))
  expect(both.map((user) => user?.id)).toEqual([alice.id, alice.id])
  clock.advance(3600_000)
  expect(await findUser(before)).toBe(null)
  expect(await findUser(after!)).toBe(null)
})
