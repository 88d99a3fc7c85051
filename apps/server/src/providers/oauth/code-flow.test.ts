import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { OAuthProvider } from '@goldpan/contract/own-mailboxes'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startGoogleOAuth } from '../../../test/google-oauth-server.ts'
import { startMicrosoftOAuth } from '../../../test/microsoft-oauth-server.ts'
import { createOAuth, type OAuthDeps } from './code-flow.ts'
import { OAuthRefused, type SignInRequest } from './port.ts'

const REDIRECT = 'http://localhost:3000/api/mailboxes/oauth/callback'
const NOW = new Date('2026-03-02T09:00:00Z')
const SEND = 'https://www.googleapis.com/auth/gmail.send'
const READ = 'https://www.googleapis.com/auth/gmail.readonly'

const servers: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(servers.map((server) => server.close())))

let google: Awaited<ReturnType<typeof startGoogleOAuth>>
let microsoft: Awaited<ReturnType<typeof startMicrosoftOAuth>>
beforeEach(async () => {
  google = await startGoogleOAuth({ redirectUris: [REDIRECT] })
  microsoft = await startMicrosoftOAuth({ redirectUris: [REDIRECT], tenant: 'contoso.example' })
  servers.push(google, microsoft)
})

interface Changes {
  google?: Partial<OAuthDeps['google']>
  microsoft?: Partial<OAuthDeps['microsoft']>
}

const depsOf = (changes: Changes): OAuthDeps => ({
  systemClock: { now: () => NOW },
  redirectUri: () => REDIRECT,
  timeoutMs: 60_000,
  google: {
    client: { id: google.clientId, secret: google.clientSecret },
    hasReading: true,
    url: google.url,
    ...changes.google,
  },
  microsoft: {
    client: { id: microsoft.clientId, secret: microsoft.clientSecret },
    tenant: 'contoso.example',
    url: microsoft.url,
    apiUrl: microsoft.url,
    ...changes.microsoft,
  },
})
const open = (changes: Changes = {}) => createOAuth(depsOf(changes))

const random = () => randomBytes(32).toString('base64url')
const asking = (more: Partial<SignInRequest> = {}): SignInRequest => ({
  state: random(),
  verifier: random(),
  reads: 'answers',
  ...more,
})

const serverOf = (provider: OAuthProvider) => (provider === 'google' ? google : microsoft)
const startOf = (provider: OAuthProvider, request: SignInRequest, oauth = open()): URL => {
  const url = oauth.startUrl(provider, request)
  if (!url) throw new Error(`${provider} is not set up`)
  return url
}

async function signIn(provider: OAuthProvider, request = asking(), oauth = open()) {
  const callback = await serverOf(provider).consent(startOf(provider, request, oauth))
  const grant = await oauth.finish(provider, callback.searchParams, request)
  return { ...grant, account: await oauth.findAccount(provider, grant.access_token) }
}

async function refusalOf(work: Promise<unknown>): Promise<OAuthRefused> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(OAuthRefused)
  return error as OAuthRefused
}

const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

test('Google is asked for lasting access to send and read, and nothing else', () => {
  const url = startOf('google', asking({ login_hint: 'sam@gmail.example' }))

  expect(url.origin + url.pathname).toBe(`${google.url}/o/oauth2/v2/auth`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: google.clientId,
    redirect_uri: REDIRECT,
    scope: `openid email ${SEND} ${READ}`,
    state: expect.any(String),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
    login_hint: 'sam@gmail.example',
  })
})

test('Google is not asked for reading if the mailbox reads nothing or reading is off', () => {
  const scopesOf = (url: URL) => url.searchParams.get('scope')
  const withoutReading = open({ google: { hasReading: false } })

  expect(scopesOf(startOf('google', asking({ reads: 'nothing' })))).toBe(`openid email ${SEND}`)
  expect(scopesOf(startOf('google', asking(), withoutReading))).toBe(`openid email ${SEND}`)
})

test('Microsoft is asked at the tenant, for shared mailboxes only where one is connected', () => {
  const scopesOf = (more: Partial<SignInRequest>) =>
    startOf('microsoft', asking(more)).searchParams.get('scope')
  const base = 'openid email offline_access User.Read Mail.Send'

  expect(startOf('microsoft', asking()).href).toContain(
    `${microsoft.url}/contoso.example/oauth2/v2.0/authorize?`,
  )
  expect(scopesOf({ reads: 'nothing' })).toBe(base)
  expect(scopesOf({})).toBe(`${base} Mail.Read`)
  expect(scopesOf({ is_shared: true })).toBe(`${base} Mail.Read Mail.Send.Shared Mail.Read.Shared`)
  expect(scopesOf({ is_shared: true, reads: 'nothing' })).toBe(`${base} Mail.Send.Shared`)
})

test('without settings, the real servers are asked', () => {
  const oauth = open({
    google: { url: null },
    microsoft: {
      tenant: 'common',
      url: 'https://login.microsoftonline.com',
      apiUrl: 'https://graph.microsoft.com',
    },
  })

  expect(startOf('google', asking(), oauth).href).toContain('https://accounts.google.com/o/oauth2/v2/auth?')
  expect(startOf('microsoft', asking(), oauth).href).toContain(
    'https://login.microsoftonline.com/common/oauth2/v2.0/authorize?',
  )
})

test.each(['google', 'microsoft'] as const)(
  'a sign-in at %s gives the account and its tokens',
  async (provider) => {
    const grant = await signIn(provider)

    expect(grant).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_at: new Date('2026-03-02T10:00:00Z'),
      account: serverOf(provider).behaviour.account,
      scopes: expect.any(Array),
    })
    expect(serverOf(provider).isValid(grant.access_token)?.account).toBe(grant.account)
    expect(open().canSend(provider, grant.scopes, false)).toBe(true)
    expect(open().canRead(provider, grant.scopes, false)).toBe(true)
    expect(open().canSend('microsoft', grant.scopes, true)).toBe(false)
  },
)

test.each([
  ['google', SEND, READ],
  ['microsoft', 'Mail.Send', 'Mail.Read'],
] as const)('at %s, scopes that were not granted are missing', async (provider, send, read) => {
  const { behaviour } = serverOf(provider)

  behaviour.unticked = [read]
  const withoutReading = await signIn(provider)
  behaviour.unticked = [send]
  const withoutSending = await signIn(provider)

  expect(open().canSend(provider, withoutReading.scopes, false)).toBe(true)
  expect(open().canRead(provider, withoutReading.scopes, false)).toBe(false)
  expect(open().canSend(provider, withoutSending.scopes, false)).toBe(false)
})

test('a shared mailbox needs the scopes for shared ones', async () => {
  const { scopes } = await signIn('microsoft', asking({ is_shared: true }))
  expect(open().canSend('microsoft', scopes, true)).toBe(true)
  expect(open().canRead('microsoft', scopes, true)).toBe(true)
})

test('an answer without scopes grants those that were asked for', async () => {
  google.next(
    json({
      access_token: google.grant('sam@gmail.example', ['openid', 'email']).access_token,
      token_type: 'Bearer',
    }),
  )
  const { scopes, expires_at } = await signIn('google', asking({ reads: 'nothing' }))
  expect(scopes).toEqual(['openid', 'email', SEND])
  // It doesn't say either how long the token is valid.
  expect(expires_at).toEqual(new Date('2026-03-02T09:05:00Z'))
})

test('without a refresh token or a verified address, the grant says so', async () => {
  google.behaviour.hasRefreshToken = false
  google.profile.isVerified = false
  expect(await signIn('google')).toMatchObject({ refresh_token: null, account: null })
})

test('Microsoft names the account by its mail address, else by its user name', async () => {
  microsoft.profile.userPrincipalName = 'sam@contoso.onmicrosoft.example'
  expect((await signIn('microsoft')).account).toBe('sam@contoso.example')
  microsoft.profile.mail = null
  expect((await signIn('microsoft')).account).toBe('sam@contoso.onmicrosoft.example')
  microsoft.profile.userPrincipalName = 'sam'
  expect((await signIn('microsoft')).account).toBeNull()
})

test('a consent that was declined, or needs an administrator, is refused in the words of the provider', async () => {
  google.behaviour.consent = 'declined'
  expect(await refusalOf(signIn('google'))).toMatchObject({ code: 'access_denied' })
  microsoft.behaviour.consent = 'admin_needed'
  expect(await refusalOf(signIn('microsoft'))).toMatchObject({
    code: 'access_denied',
    detail: expect.stringContaining('AADSTS65001'),
  })

  const request = asking()
  const cancelled = await microsoft.consent(startOf('microsoft', request), 'cancel')
  expect((await refusalOf(open().finish('microsoft', cancelled.searchParams, request))).code).toBe(
    'access_denied',
  )
  const declined = new URLSearchParams({
    state: request.state,
    error: 'consent_required',
    error_description: 'AADSTS65004: User declined to consent to access the app.',
  })
  expect((await refusalOf(open().finish('microsoft', declined, request))).code).toBe('access_denied')
  expect([...google.calls, ...microsoft.calls]).toEqual([])
})

test('a callback with another state, or without a code, asks nothing of the provider', async () => {
  const request = asking()
  const { searchParams } = await google.consent(startOf('google', request))

  const other = await refusalOf(open().finish('google', searchParams, { ...request, state: random() }))
  const empty = await refusalOf(
    open().finish('google', new URLSearchParams({ state: request.state }), request),
  )

  expect([other.code, empty.code]).toEqual(['invalid_response', 'invalid_response'])
  expect(google.calls).toEqual([])
})

test('a code is spent once, and only with the verifier of its sign-in', async () => {
  const request = asking()
  const { searchParams } = await google.consent(startOf('google', request))
  await open().finish('google', searchParams, request)
  expect((await refusalOf(open().finish('google', searchParams, request))).code).toBe('invalid_grant')

  const second = await google.consent(startOf('google', request))
  const foreign = { ...request, verifier: random() }
  expect((await refusalOf(open().finish('google', second.searchParams, foreign))).code).toBe('invalid_grant')
})

test('a renewal at Google keeps the refresh token, at Microsoft it replaces it', async () => {
  microsoft.behaviour.isStrict = true
  const atGoogle = await signIn('google')
  const atMicrosoft = await signIn('microsoft')

  const same = await open().renew('google', atGoogle.refresh_token ?? '')
  const replaced = await open().renew('microsoft', atMicrosoft.refresh_token ?? '')

  expect(same.refresh_token).toBeNull()
  expect(google.isValid(same.access_token)?.account).toBe('sam@gmail.example')
  expect(replaced.refresh_token).not.toBe(atMicrosoft.refresh_token)
  expect(microsoft.isValid(replaced.access_token)?.account).toBe('sam@contoso.example')
  expect((await refusalOf(open().renew('microsoft', atMicrosoft.refresh_token ?? ''))).code).toBe(
    'invalid_grant',
  )
  await open().renew('microsoft', replaced.refresh_token ?? '')
})

test('access that was withdrawn needs the person again, and so does what Microsoft wants from them', async () => {
  const { refresh_token } = await signIn('google')
  google.withdraw('sam@gmail.example')
  expect(await refusalOf(open().renew('google', refresh_token ?? ''))).toMatchObject({
    code: 'invalid_grant',
    detail: 'Token has been expired or revoked.',
  })
  microsoft.next(
    json({ error: 'interaction_required', error_description: 'AADSTS50076: MFA.\r\nTrace' }, 400),
  )
  expect(await refusalOf(open().renew('microsoft', 'M.C5_x'))).toMatchObject({
    code: 'invalid_grant',
    detail: 'AADSTS50076: MFA. Trace',
  })
})

test("the operator's mistakes are told apart from the person's", async () => {
  const { refresh_token } = await signIn('microsoft')
  const oauth = open({ microsoft: { client: { id: microsoft.clientId, secret: 'an expired one' } } })
  expect(await refusalOf(oauth.renew('microsoft', refresh_token ?? ''))).toMatchObject({
    code: 'invalid_client',
    detail: expect.stringContaining('AADSTS7000215'),
  })
})

test('invalid_client is known in an answer that also has a challenge', async () => {
  google.next((response) =>
    response
      .writeHead(401, { 'content-type': 'application/json', 'www-authenticate': 'Basic realm="x"' })
      .end(JSON.stringify({ error: 'invalid_client' })),
  )
  expect((await refusalOf(open().renew('google', '1//x'))).code).toBe('invalid_client')
})

test.each([
  ['5xx', () => google.fail(1, 502)],
  ['429', () => google.fail(1, 429)],
  ['a fault', () => google.next(json({ error: 'temporarily_unavailable' }, 400))],
  ['a broken connection', () => google.next((response) => response.destroy())],
  ['silence', () => google.hang()],
  [
    'silence within the answer',
    () => google.next((response) => response.writeHead(200, { 'content-length': '100' }).write('{')),
  ],
])('%s is unreachable, and the next renewal works', async (_name, breakOnce) => {
  const { refresh_token } = await signIn('google')
  breakOnce()
  const deps = depsOf({})
  const oauth = createOAuth(deps)

  deps.timeoutMs = 300
  expect((await refusalOf(oauth.renew('google', refresh_token ?? ''))).code).toBe('unreachable')
  deps.timeoutMs = 60_000
  await oauth.renew('google', refresh_token ?? '')
})

test('a server that does not listen is unreachable', async () => {
  await google.close()
  expect(await refusalOf(open().renew('google', '1//x'))).toMatchObject({
    code: 'unreachable',
    detail: 'Google could not be reached (ECONNREFUSED)',
  })
})

const token = { access_token: 'ya29.x', token_type: 'Bearer', expires_in: 3600 }
const html = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in to the Wi-Fi</h1>')

test.each<[string, (response: ServerResponse) => unknown]>([
  ['a web page', html],
  [
    'half of an answer',
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a'),
  ],
  ['an empty one', (response) => response.writeHead(200).end()],
  ['a list', json([token])],
  ['null', json(null)],
  ['no access token', json({ token_type: 'Bearer' })],
  ['a token that is none', json({ ...token, access_token: { ya29: 'x' } })],
  ['a token with a line break', json({ ...token, access_token: 'ya29.x\r\nx-evil: 1' })],
  ['a refresh token that is a number', json({ ...token, refresh_token: 17 })],
  ['scopes as a list', json({ ...token, scope: ['gmail.send'] })],
  ['a lifetime that is none', json({ ...token, expires_in: 'long' })],
  ['a negative lifetime', json({ ...token, expires_in: -5 })],
  ['another kind of token', json({ ...token, token_type: 'mac' })],
  ['a redirect', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/token' }).end()],
  ['an error that is none', json({ error: { code: 400 } }, 400)],
  ['an error page', (response) => response.writeHead(403, { 'content-type': 'text/html' }).end('no')],
  ['an endless answer', (response) => response.writeHead(200).end(Buffer.alloc(2_000_000, 'x'))],
])('%s in place of a token is refused in words', async (_name, answer) => {
  google.next(answer)
  expect(await refusalOf(open().renew('google', '1//x'))).toMatchObject({
    code: 'invalid_response',
    detail: expect.stringMatching(/^Google \S+/),
  })
})

test('a lifetime beyond all measure is a day', async () => {
  google.next(json({ ...token, expires_in: 1e300 }))
  expect((await open().renew('google', '1//x')).expires_at).toEqual(new Date('2026-03-03T09:00:00Z'))
})

test('no refusal repeats a secret, even if the provider does', async () => {
  const request = asking()
  const callback = await google.consent(startOf('google', request))
  const code = callback.searchParams.get('code') ?? ''
  const secrets = [google.clientSecret, '1//my-refresh-token', request.verifier, code]
  const echo = { error: 'invalid_grant', error_description: `bad: ${secrets.join(' ')} ${'x'.repeat(5000)}` }

  google.next(json(echo, 400))
  const atRenewal = await refusalOf(open().renew('google', '1//my-refresh-token'))
  google.next(json(echo, 400))
  const atFinish = await refusalOf(open().finish('google', callback.searchParams, request))

  for (const refused of [atRenewal, atFinish]) {
    expect(refused.detail.length).toBeLessThanOrEqual(300)
    expect(refused.cause).toBeUndefined()
  }
  expect(atRenewal.message).not.toContain('my-refresh-token')
  for (const secret of [google.clientSecret, request.verifier, code])
    expect(atFinish.message).not.toContain(secret)
})

test('revoking withdraws the access at Google, whatever it answers; no answer is a failure', async () => {
  const { refresh_token, access_token } = await signIn('google')

  google.fail(1)
  expect((await refusalOf(open().revoke('google', refresh_token ?? ''))).code).toBe('unreachable')
  expect(google.isValid(access_token)).not.toBeNull()
  await open().revoke('google', refresh_token ?? '')
  expect(google.isValid(access_token)).toBeNull()
  await open().revoke('google', 'unknown')

  expect(google.revoked).toEqual([refresh_token, 'unknown'])
  await open().revoke('microsoft', 'M.C5_x')
  expect(microsoft.calls).toEqual([])
  await google.close()
  expect((await refusalOf(open().revoke('google', refresh_token ?? ''))).code).toBe('unreachable')
})

test('a provider that is not set up says what the operator has to set', async () => {
  const oauth = open({ google: { client: null }, microsoft: { client: null } })
  const sentence =
    'Connecting Google is not set up here. The operator sets GOOGLE_OAUTH_CLIENT_ID and GOOGLE_OAUTH_CLIENT_SECRET.'

  expect(oauth.describe('google')).toEqual({ available: false, reading: false, sentence })
  expect(oauth.describe('microsoft')).toEqual({
    available: false,
    reading: false,
    sentence:
      'Connecting Microsoft is not set up here. The operator sets MICROSOFT_OAUTH_CLIENT_ID and MICROSOFT_OAUTH_CLIENT_SECRET.',
  })
  expect(oauth.startUrl('google', asking())).toBeNull()
  expect(await refusalOf(oauth.renew('google', '1//x'))).toMatchObject({
    code: 'not_configured',
    detail: sentence,
  })
  await oauth.revoke('google', '1//x')

  expect(open().describe('google')).toEqual({ available: true, reading: true, sentence: '' })
  expect(open({ google: { hasReading: false } }).describe('google').reading).toBe(false)
})
