import {
  type OAuthProvider,
  ownMailboxRoutes as routes,
  SIGN_IN_CALLBACK,
} from '@goldpan/contract/own-mailboxes'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startGoogleOAuth } from '../../../test/google-oauth-server.ts'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { startMicrosoftOAuth } from '../../../test/microsoft-oauth-server.ts'

const SEND = 'https://www.googleapis.com/auth/gmail.send'
const READ = 'https://www.googleapis.com/auth/gmail.readonly'

const google = await startGoogleOAuth()
const microsoft = await startMicrosoftOAuth({ tenant: 'contoso' })
afterAll(() => Promise.all([google.close(), microsoft.close()]))

const logged: string[] = []
const { app, alice, bob, createCustomer, drain, query, clock } = await startTestApp({
  environment: {
    GOOGLE_OAUTH_CLIENT_ID: google.clientId,
    GOOGLE_OAUTH_CLIENT_SECRET: google.clientSecret,
    GOOGLE_OAUTH_URL: google.url,
    MICROSOFT_OAUTH_CLIENT_ID: microsoft.clientId,
    MICROSOFT_OAUTH_CLIENT_SECRET: microsoft.clientSecret,
    MICROSOFT_OAUTH_TENANT: 'contoso',
    MICROSOFT_OAUTH_URL: microsoft.url,
    MICROSOFT_API_URL: microsoft.url,
  },
  log: (line) => logged.push(JSON.stringify(line)),
})
const notSetUp = await startTestApp()

const serverOf = (provider: OAuthProvider) => (provider === 'google' ? google : microsoft)

beforeEach(() => {
  Object.assign(google.behaviour, {
    account: 'sam@gmail.example',
    consent: 'allowed',
    unticked: [],
    hasRefreshToken: true,
  })
  Object.assign(microsoft.behaviour, { account: 'sam@contoso.example', consent: 'allowed', unticked: [] })
  Object.assign(google.profile, { isVerified: true })
})

type Body = NonNullable<Parameters<typeof alice.call<typeof routes.startSignIn>>[1]>['body']

async function start(who: Customer, provider: OAuthProvider, body: Body = {}): Promise<URL> {
  const { answer, status } = await who.call(routes.startSignIn, { params: { provider }, body })
  expect(status).toBe(200)
  return new URL(answer.url)
}

const back = (who: Customer, callback: URL) => who.open(callback.pathname + callback.search)

/** Signs in and returns where the browser ends up. */
async function signIn(who: Customer, provider: OAuthProvider, body: Body = {}): Promise<string> {
  const callback = await serverOf(provider).consent(await start(who, provider, body))
  const { status, location } = await back(who, callback)
  expect(status).toBe(303)
  return location
}

const list = async (who: Customer) => (await who.call(routes.list)).answer
const connectedId = (location: string) =>
  /^\/own-mailboxes\?connected=([0-9a-f-]{36})$/.exec(location)?.[1] ?? ''

/** Removes all, so that each test begins with none. */
async function removeAll(who: Customer): Promise<void> {
  for (const { id } of (await list(who)).mailboxes) await who.call(routes.remove, { params: { id } })
  await drain()
  google.revoked.length = 0
}

async function expectFailure(who: Customer, location: string, code: string, message: string): Promise<void> {
  expect(location).toBe(`/own-mailboxes?error=${code}`)
  const { mailboxes, attempt } = await list(who)
  expect(mailboxes).toEqual([])
  expect(attempt).toMatchObject({ code, message })
}

test('Google: the request asks for what is needed and no more (MBOX-09)', async () => {
  const url = await start(alice, 'google')
  expect(url.origin + url.pathname).toBe(`${google.url}/o/oauth2/v2/auth`)
  const asked = Object.fromEntries(url.searchParams)
  expect(asked).toMatchObject({
    scope: `openid email ${SEND} ${READ}`,
    access_type: 'offline',
    prompt: 'consent',
    code_challenge_method: 'S256',
    redirect_uri: expect.stringMatching(/^http.*\/api\/mailboxes\/oauth\/callback$/),
  })
  expect(Buffer.from(asked.state!, 'base64url')).toHaveLength(32)
  expect(asked.login_hint).toBeUndefined()
  const [row] = await query<Record<string, string>>('select * from mailbox_sign_ins')
  expect(JSON.stringify(row)).not.toContain(asked.state)
  const sendOnly = await start(alice, 'google', { reads: 'nothing' })
  expect(sendOnly.searchParams.get('scope')).toBe(`openid email ${SEND}`)
})

test('Google: the callback connects the mailbox of the account (MBOX-09)', async () => {
  const id = connectedId(await signIn(alice, 'google'))
  const { mailboxes, attempt, providers } = await list(alice)
  expect(providers).toMatchObject({ google: { available: true, reading: true, sentence: '' } })
  expect(attempt).toBeNull()
  expect(mailboxes).toEqual([
    expect.objectContaining({
      id,
      kind: 'google',
      provider: 'gmail',
      address: 'sam@gmail.example',
      account: 'sam@gmail.example',
      smtp: null,
      imap: null,
      reads: 'answers',
      state: 'connected',
      sentence: '',
      connected_by: { id: alice.id, name: 'Alice Tester' },
    }),
  ])
})

test('no token or secret is in answers, logs or readable rows (MBOX-01, MBOX-56 in part)', async () => {
  const { mailboxes } = await list(alice)
  const rows = await query('select * from mailboxes')
  const attempts = await query('select * from mailbox_attempts')
  const texts = [JSON.stringify([mailboxes, rows, attempts]), ...logged].join('\n')
  expect(google.issued.length).toBeGreaterThan(2)
  for (const secret of [...google.issued, google.clientSecret]) expect(texts).not.toContain(secret)
  await removeAll(alice)
})

test('Microsoft: by the tenant, with the address of /me (MBOX-10)', async () => {
  const url = await start(alice, 'microsoft')
  expect(url.pathname).toBe('/contoso/oauth2/v2.0/authorize')
  expect(url.searchParams.get('scope')).toBe('openid email offline_access User.Read Mail.Send Mail.Read')
  const id = connectedId(await signIn(alice, 'microsoft'))
  expect((await list(alice)).mailboxes).toEqual([
    expect.objectContaining({ id, kind: 'microsoft', provider: 'outlook', address: 'sam@contoso.example' }),
  ])
})

test('Microsoft: a shared mailbox is signed in to with the account (MBOX-10)', async () => {
  const url = await start(alice, 'microsoft', { shared_address: 'sales@contoso.example' })
  expect(url.searchParams.get('scope')).toContain('Mail.Send.Shared Mail.Read.Shared')
  const id = connectedId(await signIn(alice, 'microsoft', { shared_address: 'sales@contoso.example' }))
  expect((await alice.call(routes.get, { params: { id } })).answer).toMatchObject({
    address: 'sales@contoso.example',
    account: 'sam@contoso.example',
  })
  await removeAll(alice)
})

test('what is not set up is said, with what to set (MBOX-11)', async () => {
  for (const [provider, name] of [
    ['google', 'Google'],
    ['microsoft', 'Microsoft'],
  ] as const) {
    const setting = name.toUpperCase()
    const sentence = `Connecting ${name} is not set up here. The operator sets ${setting}_OAUTH_CLIENT_ID and ${setting}_OAUTH_CLIENT_SECRET.`
    const refused = await notSetUp.alice.call(routes.startSignIn, { params: { provider }, body: {} })
    expect([refused.status, refused.refusal.code, refused.refusal.message]).toEqual([
      503,
      'mailboxes.not_configured',
      sentence,
    ])
    expect((await list(notSetUp.alice)).providers[provider]).toMatchObject({ available: false, sentence })
  }
  const other = await alice.call(routes.startSignIn, { params: { provider: 'yahoo' }, body: {} })
  expect(other.status).toBe(404)
})

test('consent that is declined connects nothing (MBOX-12)', async () => {
  const callback = await google.consent(await start(alice, 'google'), 'cancel')
  const { location } = await back(alice, callback)
  await expectFailure(alice, location, 'consent_declined', 'You did not allow access. Nothing was connected.')
})

test('consent that only an administrator can give connects nothing (MBOX-12)', async () => {
  microsoft.behaviour.consent = 'admin_needed'
  await expectFailure(
    alice,
    await signIn(alice, 'microsoft'),
    'admin_needed',
    'Your Microsoft 365 administrator has to allow Goldpan first.',
  )
})

test('without sending, a refresh token or a verified address, nothing is stored and all is revoked (MBOX-12)', async () => {
  google.behaviour.unticked = [SEND]
  await expectFailure(
    alice,
    await signIn(alice, 'google'),
    'scope_missing',
    'Sending was not allowed. Please leave its box ticked.',
  )
  google.behaviour.unticked = []
  google.behaviour.hasRefreshToken = false
  await expectFailure(
    alice,
    await signIn(alice, 'google'),
    'no_lasting_access',
    "Google gave no lasting access. Remove Goldpan from your account's connected apps and try again.",
  )
  google.behaviour.hasRefreshToken = true
  google.profile.isVerified = false
  await expectFailure(
    alice,
    await signIn(alice, 'google'),
    'no_address',
    'Google names no verified address of this account',
  )
  await drain()
  expect(google.revoked).toHaveLength(3)
})

test('a sign-in is bound to its session and used once (MBOX-13)', async () => {
  const sentence = 'This sign-in was begun in another window or is too old'
  const callback = await google.consent(await start(alice, 'google'))
  const elsewhere = await createCustomer('Alice')
  await expectFailure(elsewhere, (await back(elsewhere, callback)).location, 'state_unknown', sentence)
  expect((await back(bob, callback)).location).toBe('/own-mailboxes?error=state_unknown')
  expect((await list(bob)).attempt).toBeNull()
  expect(connectedId((await back(alice, callback)).location)).not.toBe('')
  await removeAll(alice)
  await expectFailure(alice, (await back(alice, callback)).location, 'state_unknown', sentence)
})

test('an error of ours leads back to the page, with a sentence, and is logged (MBOX-13)', async () => {
  const callback = await google.consent(await start(alice, 'google'))
  await query("update mailbox_sign_ins set sealed_verifier = 'broken'")
  const { status, location } = await back(alice, callback)
  expect(status).toBe(303)
  const sentence = 'Signing in at Google did not work. Please try again.'
  await expectFailure(alice, location, 'not_working', sentence)
  expect(logged.join('\n')).toContain('a sign-in to a mailbox broke off')
})

test('access to an account that is not found out is revoked, unless it may be that of a mailbox (MBOX-12)', async () => {
  const failAtAccount = async () => {
    const callback = await google.consent(await start(alice, 'google'))
    google.next((response) => {
      const tokens = google.grant('sam@gmail.example', ['openid', 'email', SEND])
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...tokens, token_type: 'Bearer', expires_in: 3600 }))
    })
    google.fail(1)
    expect((await back(alice, callback)).location).toBe('/own-mailboxes?error=not_working')
    await drain()
    return google.revoked.length
  }
  google.revoked.length = 0
  expect(await failAtAccount()).toBe(1)
  await signIn(alice, 'google')
  expect(await failAtAccount()).toBe(1)
  await removeAll(alice)
})

test('a sign-in that is unknown, older than 10 minutes or without a session connects nothing (MBOX-13)', async () => {
  const sentence = 'This sign-in was begun in another window or is too old'
  const unknown = await alice.open(`${SIGN_IN_CALLBACK}?code=abc&state=unknown&redirect=https://evil.example`)
  await expectFailure(alice, unknown.location, 'state_unknown', sentence)
  const callback = await google.consent(await start(alice, 'google'))
  const visited = await app.server.inject({ url: callback.pathname + callback.search })
  expect(visited.headers.location).toBe('/own-mailboxes?error=state_unknown')
  clock.set(new Date(clock.now().getTime() + 10 * 60_000 + 1000).toISOString())
  await expectFailure(alice, (await back(alice, callback)).location, 'state_unknown', sentence)
  expect(google.calls.filter(({ grant }) => grant === 'authorization_code').length).toBeLessThan(20)
})

test('signing in again as another address changes nothing (MBOX-14)', async () => {
  const id = connectedId(await signIn(alice, 'google'))
  const before = (await list(alice)).mailboxes
  const url = await start(alice, 'google', { mailbox_id: id })
  expect(url.searchParams.get('login_hint')).toBe('sam@gmail.example')
  google.behaviour.account = 'other@gmail.example'
  const { location } = await back(alice, await google.consent(url))
  expect(location).toBe('/own-mailboxes?error=other_address')
  const { mailboxes, attempt } = await list(alice)
  expect(attempt).toMatchObject({
    message: 'You signed in as other@gmail.example, but this mailbox is sam@gmail.example',
  })
  expect(mailboxes).toEqual(before)
  await drain()
  expect(google.revoked.map((token) => google.issued.includes(token))).toEqual([true])
})

test('signing in again as the same address keeps the mailbox, case aside (MBOX-14)', async () => {
  const [before] = (await list(alice)).mailboxes
  google.behaviour.account = 'Sam@Gmail.example'
  expect(connectedId(await signIn(alice, 'google', { mailbox_id: before!.id }))).toBe(before!.id)
  expect((await list(alice)).mailboxes).toEqual([
    { ...before, account: 'Sam@Gmail.example', updated_at: expect.any(String) },
  ])
})

test('an account that is connected already is refused, and its access is not revoked', async () => {
  google.revoked.length = 0
  expect(await signIn(alice, 'google')).toBe('/own-mailboxes?error=exists')
  expect((await list(alice)).attempt).toMatchObject({ message: 'sam@gmail.example is already connected' })
  await drain()
  expect(google.revoked).toEqual([])
})

test('Bob cannot sign in to a mailbox of Alice', async () => {
  const [mailbox] = (await list(alice)).mailboxes
  const refused = await bob.call(routes.startSignIn, {
    params: { provider: 'google' },
    body: { mailbox_id: mailbox!.id },
  })
  expect([refused.status, refused.refusal.code]).toEqual([404, 'mailboxes.gone'])
})

test('removing revokes at Google and erases the token; another mailbox of the account keeps it (MBOX-19)', async () => {
  const other = connectedId(await signIn(bob, 'google'))
  const [mailbox] = (await list(alice)).mailboxes
  await alice.call(routes.remove, { params: { id: mailbox!.id } })
  await drain()
  expect(google.revoked).toEqual([])
  await bob.call(routes.remove, { params: { id: other } })
  expect(await query("select id from mailboxes where sealed_secret <> '' and kind = 'google'")).toEqual([])
  await drain()
  expect(google.revoked).toHaveLength(1)
})

test('whoever removes a Microsoft mailbox reads where to withdraw its access (MBOX-19)', async () => {
  const id = connectedId(await signIn(alice, 'microsoft'))
  const { answer } = await alice.call(routes.remove, { params: { id } })
  expect(answer.message).toBe(
    'sam@contoso.example was removed. What it sent stays. To withdraw its access, remove Goldpan at myapps.microsoft.com, or with a personal account at account.live.com/consent/Manage.',
  )
})

test('without an answer of Google, the job that revokes fails, so that it runs again (MBOX-19)', async () => {
  const id = connectedId(await signIn(alice, 'google'))
  google.fail(1)
  await alice.call(routes.remove, { params: { id } })
  await expect(drain()).rejects.toThrow('unreachable')
  await drain()
})

test('without reading, the mailbox is connected and says so (MBOX-15)', async () => {
  google.behaviour.unticked = [READ]
  const id = connectedId(await signIn(alice, 'google'))
  const { answer } = await alice.call(routes.get, { params: { id } })
  expect(answer).toMatchObject({
    state: 'connected',
    reads: 'nothing',
    sentence: 'Failures of delivery are not seen here: this mailbox is not read.',
  })
  const turnedOn = await alice.call(routes.update, { params: { id }, body: { reads: 'answers' } })
  expect(turnedOn.refusal).toMatchObject({ code: 'mailboxes.not_working', part: 'reading' })
  await removeAll(alice)
})
