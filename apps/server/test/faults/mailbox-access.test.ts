import { ownMailboxRoutes as routes } from '@goldpan/contract/own-mailboxes'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { startMicrosoftOAuth } from '../microsoft-oauth-server.ts'
import { createCaller } from './http-caller.ts'
import { startWeb, until } from './worker-process.ts'

const microsoft = await startMicrosoftOAuth()
afterAll(() => microsoft.close())
const environment = {
  MICROSOFT_OAUTH_CLIENT_ID: microsoft.clientId,
  MICROSOFT_OAUTH_CLIENT_SECRET: microsoft.clientSecret,
  MICROSOFT_OAUTH_URL: microsoft.url,
  MICROSOFT_API_URL: microsoft.url,
}
const { app, alice, query } = await startTestApp({ ports: { systemClock }, environment })
const cookie = await app.features.sessions.start(app.database.db, alice.id, 'test')

test('processes renew a mailbox’s access one at a time, and go on when the one that renews is killed (MBOX-16)', async () => {
  // Refuses a token that is spent twice, and whose access tokens are renewed at each use.
  microsoft.behaviour.isStrict = true
  microsoft.behaviour.lifetimeSeconds = 50
  const start = { params: { provider: 'microsoft' }, body: { reads: 'nothing' } } as const
  const callback = await microsoft.consent((await alice.call(routes.startSignIn, start)).answer.url)
  const { location } = await alice.open(callback.pathname + callback.search)
  const params = { id: location.split('connected=')[1]! }

  const run = () => startWeb({ DATABASE_URL: app.database.url, ...environment })
  const processes = await Promise.all([run(), run()])
  const [one, two] = processes.map(({ url }) => createCaller(() => url, cookie))
  const works = { sending: null, mailbox: { state: 'connected' } }
  const tests = [one!, two!, one!, two!, two!].map((caller) => caller.call(routes.test, { params }))
  for (const { answer } of await Promise.all(tests)) expect(answer).toMatchObject(works)

  microsoft.hang()
  const before = microsoft.countTokenCalls()
  const cut = one!.call(routes.test, { params }).catch(() => null)
  await until('it renews', () => microsoft.countTokenCalls() > before)
  await processes[0]!.kill()
  expect(await cut).toBeNull()
  expect(await query('select 1 from mailboxes where refreshing_until > now()')).toHaveLength(1)
  const waiting = two!.call(routes.test, { params })
  await query('update mailboxes set refreshing_until = now()')
  expect((await waiting).answer).toMatchObject(works)
  expect(await query('select refreshing_until from mailboxes')).toEqual([{ refreshing_until: null }])
  await processes[1]!.stop()
})
