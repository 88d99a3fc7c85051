import { homeRoutes } from '@goldpan/contract/home'
import { type OAuthProvider, ownMailboxRoutes as routes } from '@goldpan/contract/own-mailboxes'
import PostalMime from 'postal-mime'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { refusal, startGmailServer } from '../../../test/gmail-server.ts'
import { startGoogleOAuth } from '../../../test/google-oauth-server.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { startMicrosoftOAuth } from '../../../test/microsoft-oauth-server.ts'
import { type MailboxCredentials, MailboxFailed } from '../../providers/mailboxes/port.ts'
import { testMailboxesJob } from './connection-tests.ts'

const MINUTE_MS = 60_000
const google = await startGoogleOAuth()
const microsoft = await startMicrosoftOAuth()
const gmail = await startGmailServer({ tokenOf: google.isValid })
afterAll(() => Promise.all([google.close(), microsoft.close(), gmail.close()]))

const environment = {
  GOOGLE_OAUTH_CLIENT_ID: google.clientId,
  GOOGLE_OAUTH_CLIENT_SECRET: google.clientSecret,
  GOOGLE_OAUTH_URL: google.url,
  GOOGLE_API_URL: gmail.url,
  MICROSOFT_OAUTH_CLIENT_ID: microsoft.clientId,
  MICROSOFT_OAUTH_CLIENT_SECRET: microsoft.clientSecret,
  MICROSOFT_OAUTH_URL: microsoft.url,
  MICROSOFT_API_URL: microsoft.url,
}
const first = await startTestApp({ environment })
/** Another process of the installation. */
const second = await startTestApp({ environment, databaseUrl: first.databaseUrl })
const { app, alice, bob, clock, drain, mail, query } = first

let accounts = 0
beforeEach(() => {
  clock.set('2026-03-02T14:05:00.000Z')
  second.clock.set('2026-03-02T14:05:00.000Z')
  gmail.failAll(null)
})

async function connect(provider: OAuthProvider = 'google', mailbox_id?: string) {
  const server = provider === 'google' ? google : microsoft
  if (!mailbox_id) server.behaviour.account = `sam${++accounts}@gmail.example`
  const { answer } = await alice.call(routes.startSignIn, {
    params: { provider },
    body: mailbox_id ? { mailbox_id } : {},
  })
  const callback = await server.consent(answer.url)
  const { location } = await alice.open(callback.pathname + callback.search)
  return { id: location.split('connected=')[1]!, address: server.behaviour.account }
}

const use = (id: string, { app }: TestApp = first) =>
  app.features.mailboxAccess.use(alice.id, id, async (credentials) => credentials)
const tokenOf = (credentials: MailboxCredentials) =>
  credentials.kind === 'password' ? '' : credentials.access_token
const read = async (id: string) => (await alice.call(routes.get, { params: { id } })).answer

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof MailboxFailed)) throw error ?? new Error('it worked')
  return error.failure.kind
}

/** Subjects of letters to Alice that name the address. */
async function lettersAbout(address: string): Promise<string[]> {
  await drain()
  const letters = await Promise.all(
    mail.accepted
      .filter(({ envelope }) => envelope.to === alice.email)
      .map(({ raw }) => PostalMime.parse(raw)),
  )
  return letters.map(({ subject = '' }) => subject).filter((subject) => subject.includes(address))
}

async function later(minutes: number): Promise<void> {
  clock.set(new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString())
  await app.ports.jobs.enqueue(app.database.db, testMailboxesJob, {})
  await drain()
}

test('many users of a mailbox renew its access once, and again when it is about to expire (MBOX-16)', async () => {
  const { id } = await connect()
  const before = google.countTokenCalls()
  const tokens = await Promise.all(Array.from({ length: 10 }, () => use(id).then(tokenOf)))
  expect(new Set(tokens).size).toBe(1)
  expect(google.countTokenCalls() - before).toBe(1)
  clock.set(new Date(clock.now().getTime() + 58 * MINUTE_MS).toISOString())
  await use(id)
  expect(google.countTokenCalls() - before).toBe(1)
  clock.set(new Date(clock.now().getTime() + 1.5 * MINUTE_MS).toISOString())
  await use(id)
  expect(google.countTokenCalls() - before).toBe(2)
})

test('two processes never spend the same refresh token (MBOX-16)', async () => {
  microsoft.behaviour.isStrict = true
  const { id } = await connect('microsoft')
  const before = microsoft.countTokenCalls()
  const uses = [first, second, first, second, second].map((process) => use(id, process).then(tokenOf))
  for (const token of await Promise.all(uses)) expect(microsoft.isValid(token)).not.toBeNull()
  expect(microsoft.countTokenCalls() - before).toBe(2)
  expect((await read(id)).state).toBe('connected')
})

test('whoever finds another process renewing waits, until that one is done or its lease has ended (MBOX-16)', async () => {
  const { id } = await connect()
  const until = new Date(clock.now().getTime() + 5000).toISOString()
  await query('update mailboxes set refreshing_until = $2 where id = $1', [id, until])
  const before = google.countTokenCalls()
  let isDone = false
  const waiting = use(id).then((access) => {
    isDone = true
    return access
  })
  await expect.poll(() => query('select 1 from mailboxes where id = $1', [id])).toHaveLength(1)
  expect([isDone, google.countTokenCalls() - before]).toEqual([false, 0])
  clock.set(new Date(clock.now().getTime() + 5001).toISOString())
  await waiting
  expect(google.countTokenCalls() - before).toBe(1)
  expect(await query('select refreshing_until from mailboxes where id = $1', [id])).toEqual([
    { refreshing_until: null },
  ])
})

test('a refusal of a token that was replaced meanwhile is no failure (MBOX-16)', async () => {
  const { id } = await connect('microsoft')
  const { refresh_token } = microsoft.grant(microsoft.behaviour.account, [
    'Mail.Send',
    'Mail.Read',
    'User.Read',
  ])
  microsoft.next(async (response) => {
    const sealed = await app.ports.vault.seal('sender-mailbox', refresh_token)
    await query('update mailboxes set sealed_secret = $2 where id = $1', [id, sealed])
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: 'invalid_grant', error_description: 'AADSTS70008: expired' }))
  })
  expect(microsoft.isValid(tokenOf(await use(id)))).not.toBeNull()
  expect((await read(id)).state).toBe('connected')
})

test('an access token that is refused is renewed once, and the call is repeated once (MBOX-16)', async () => {
  const { id } = await connect()
  google.expire(tokenOf(await use(id)))
  const before = google.countTokenCalls()
  const result = await app.features.mailboxAccess.handOver(alice.id, id, {
    raw: Buffer.from('From: sam@gmail.example\r\nTo: pat@shop.example\r\nMessage-ID: <a@x>\r\n\r\nHello'),
    envelope: { from: 'sam@gmail.example', to: 'pat@shop.example' },
  })
  expect(result.outcome).toBe('accepted')
  expect(google.countTokenCalls() - before).toBe(1)
  expect((await read(id)).state).toBe('connected')
})

test('what the right to send is missing for is not repeated (MBOX-16)', async () => {
  const { id, address } = await connect()
  gmail.failNext(refusal(403, 'forbidden', 'Not allowed.'))
  const before = gmail.calls.length
  const mail = {
    raw: Buffer.from('From: sam\r\n\r\nHello'),
    envelope: { from: address, to: 'pat@shop.example' },
  }
  expect(await app.features.mailboxAccess.handOver(alice.id, id, mail)).toMatchObject({
    outcome: 'not_sent',
    failure: { kind: 'login' },
  })
  expect(gmail.calls.length - before).toBe(1)
  expect((await read(id)).state).toBe('needs_login')
})

test('who knows of a new consent does not wait for the token of an old one (MBOX-16)', async () => {
  const { id, address } = await connect()
  const old = google.grant(address, [])
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  google.next(async (response) => {
    ask()
    await held
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...old, token_type: 'Bearer', expires_in: 3600 }))
  })
  const first = use(id).then(tokenOf)
  await isAsked
  await connect('google', id)
  expect(await use(id).then(tokenOf)).not.toBe(old.access_token)
  release()
  expect(await first).toBe(old.access_token)
})

test('withdrawn consent: one letter, no tries, and signing in again releases it (MBOX-17)', async () => {
  const { id, address } = await connect()
  google.withdraw(address)
  expect(await failureOf(use(id))).toBe('login')
  const needsLogin = `${address} needs you to sign in again`
  expect(await read(id)).toMatchObject({ state: 'needs_login', sentence: needsLogin })
  expect(await lettersAbout(address)).toEqual([needsLogin])
  expect((await alice.call(homeRoutes.overview)).answer.mailboxes).toContainEqual({
    id,
    address,
    sentence: needsLogin,
  })
  expect((await bob.call(homeRoutes.overview)).answer.mailboxes).toEqual([])

  const calls = google.calls.length + gmail.calls.length
  expect(await failureOf(use(id))).toBe('login')
  const mailing = { raw: Buffer.from('x'), envelope: { from: address, to: 'pat@shop.example' } }
  expect(await app.features.mailboxAccess.handOver(alice.id, id, mailing)).toMatchObject({
    outcome: 'not_sent',
    failure: { kind: 'login' },
  })
  for (const minutes of [1, 60, 3 * 24 * 60]) await later(minutes)
  expect(google.calls.length + gmail.calls.length).toBe(calls)
  expect(await lettersAbout(address)).toEqual([needsLogin])

  google.behaviour.account = address
  expect((await connect('google', id)).id).toBe(id)
  expect(await read(id)).toMatchObject({ state: 'connected', sentence: '' })
  await use(id)
  google.withdraw(address)
  clock.set(new Date(clock.now().getTime() + 2 * 60 * MINUTE_MS).toISOString())
  await failureOf(use(id))
  expect(await lettersAbout(address)).toEqual([needsLogin, needsLogin])
})

test('an unreachable provider: failing after three, tried until it works, told after a day (MBOX-18)', async () => {
  const { id, address } = await connect()
  // Three uses, and nine tries of sending and reading.
  google.fail(3 + 9 * 2)
  for (const state of ['connected', 'connected', 'failing']) {
    expect(await failureOf(use(id))).toBe('unreachable')
    expect((await read(id)).state).toBe(state)
  }
  expect((await read(id)).sentence).toBe(
    `${address} could not be reached since 14:05. It is tried again by itself.`,
  )
  const count = () => google.countTokenCalls()
  const tried = count()
  expect(await failureOf(use(id))).toBe('unreachable')
  expect(count()).toBe(tried)
  for (const wait of [1, 2, 4, 8, 16, 30, 30]) {
    const before = count()
    await later(wait - 0.5)
    expect(count()).toBe(before)
    await later(0.5)
    expect(count()).toBeGreaterThan(before)
  }
  expect(await lettersAbout(address)).toEqual([])
  await later(24 * 60)
  await later(30)
  expect(await lettersAbout(address)).toEqual([`${address} needs you to sign in again`])
  expect((await PostalMime.parse(mail.accepted.at(-1)!.raw)).text).toContain(
    `Goldpan has not been able to reach ${address} for a day.`,
  )
  expect((await read(id)).state).toBe('failing')
  await later(30)
  expect(await read(id)).toMatchObject({ state: 'connected', sentence: '' })
  await use(id)
})

test('wrong settings of the operator are no reason to ask users to sign in (MBOX-18)', async () => {
  const { id } = await connect()
  for (let time = 0; time < 3; time++) {
    google.next((response) => {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: 'invalid_client', error_description: 'Unauthorized' }))
    })
    expect(await failureOf(use(id))).toBe('unreachable')
  }
  expect((await read(id)).state).toBe('failing')
})

test('a provider that answers 500 to three messages is failing (MBOX-18, MBOX-24)', async () => {
  const { id, address } = await connect()
  const mail = {
    raw: Buffer.from('From: sam\r\n\r\nHello'),
    envelope: { from: address, to: 'pat@shop.example' },
  }
  const handOver = () => app.features.mailboxAccess.handOver(alice.id, id, mail)
  for (const state of ['connected', 'connected', 'failing']) {
    gmail.failNext(refusal(500, 'backendError', 'Oops'))
    const result = await handOver()
    expect(result).toMatchObject({ outcome: 'unconfirmed', trouble: { kind: 'unreachable' } })
    expect(result).not.toHaveProperty('failure')
    expect((await read(id)).state).toBe(state)
  }
  expect(await handOver()).toMatchObject({ outcome: 'not_sent', failure: { kind: 'unreachable' } })
})

test('sending that fails while reading works makes a mailbox fail (MBOX-18)', async () => {
  const { id, address } = await connect()
  const mail = {
    raw: Buffer.from('From: sam\r\n\r\nHello'),
    envelope: { from: address, to: 'pat@shop.example' },
  }
  for (const state of ['connected', 'connected', 'failing']) {
    await use(id)
    gmail.failNext(refusal(500, 'backendError', 'Oops'))
    await app.features.mailboxAccess.handOver(alice.id, id, mail)
    expect((await read(id)).state).toBe(state)
  }
})

test('a mailbox that cannot be tested keeps no other one from its test (MBOX-18)', async () => {
  const [broken, other] = [await connect(), await connect()]
  await query(
    "update mailboxes set state = 'failing', failing_since = $2, next_try_at = $2 where id = any($1)",
    [[broken.id, other.id], clock.now().toISOString()],
  )
  await query("update mailboxes set sealed_secret = 'broken' where id = $1", [broken.id])
  await later(1).catch(() => undefined)
  expect((await read(other.id)).state).toBe('connected')
  expect((await read(broken.id)).state).toBe('failing')
  await query('delete from mailboxes where id = $1', [broken.id])
})

test('what an old consent led to says nothing about a new one', async () => {
  const { id, address } = await connect()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const old = app.features.mailboxAccess.use(alice.id, id, async () => {
    await held
    throw new MailboxFailed({ kind: 'login', sentence: 'refused' })
  })
  google.behaviour.account = address
  await connect('google', id)
  release()
  await failureOf(old)
  expect((await read(id)).state).toBe('connected')
})

test('a provider’s limit holds the mailbox for its time, or until the next working day; the longest counts (MBOX-26)', async () => {
  const { id, address } = await connect()
  const mail = {
    raw: Buffer.from('From: sam@gmail.example\r\nTo: pat@shop.example\r\nMessage-ID: <b@x>\r\n\r\nHello'),
    envelope: { from: address, to: 'pat@shop.example' },
  }
  const send = (options = {}) => app.features.mailboxAccess.handOver(alice.id, id, mail, options)
  const limited = (headers: Record<string, string>, reason: string) => ({
    status: 429,
    headers,
    body: { error: { code: 429, message: 'Too many', errors: [{ reason }] } },
  })
  gmail.failNext(limited({ 'retry-after': '600' }, 'rateLimitExceeded'))
  expect((await send()).failure?.kind).toBe('limit')
  expect((await read(id)).held_until).toBe('2026-03-02T14:15:00.000Z')
  const calls = gmail.calls.length
  clock.set('2026-03-02T14:14:00.000Z')
  expect((await send()).failure).toMatchObject({ kind: 'limit', wait_ms: 60_000 })
  expect(gmail.calls.length, 'its provider is left alone').toBe(calls)
  clock.set('2026-03-02T14:15:00.000Z')
  const { promise: released, resolve: release } = Promise.withResolvers<boolean>()
  const { promise: isUnderWay, resolve: underWay } = Promise.withResolvers<void>()
  const late = send({
    beforeBody: () => {
      underWay()
      return released
    },
  })
  await isUnderWay
  gmail.failNext(limited({}, 'dailyLimitExceeded'))
  await send()
  gmail.failNext(limited({ 'retry-after': '60' }, 'rateLimitExceeded'))
  release(true)
  await late
  google.behaviour.account = address
  await connect('google', id)
  expect(await read(id)).toMatchObject({
    state: 'connected',
    held_until: '2026-03-03T09:00:00.000Z',
    sentence: `Gmail takes no more mail from ${address} today. It goes on Tuesday 3 March, 09:00.`,
  })
  clock.set('2026-03-03T09:00:00.000Z')
  expect(await read(id)).toMatchObject({ held_until: null, sentence: '' })
})
