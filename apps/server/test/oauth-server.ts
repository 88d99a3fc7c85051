import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What somebody granted. */
export interface Access {
  account: string
  scopes: string[]
}

export interface OAuthServerOptions {
  clientId: string
  clientSecret: string
  /** Registered ones. Without them, every address of the product's callback is. */
  redirectUris?: string[]
  /** Default: a free one. */
  port?: number
  account: string
}

/** What tests change while the server runs. */
export interface OAuthBehaviour {
  /** Who signs in, whatever the hint. */
  account: string
  /** What becomes of 'Allow'. admin_needed: their administrator has to allow it first. */
  consent: 'allowed' | 'declined' | 'admin_needed'
  /** Scopes that aren't granted, because their boxes are not ticked. */
  unticked: string[]
  hasRefreshToken: boolean
  /** A refresh token that was spent is refused, instead of still taken. */
  isStrict: boolean
  /** For access tokens from now on. Null: the answer doesn't say. */
  lifetimeSeconds: number | null
}

interface Answer {
  status: number
  body: unknown
}

/** What differs between providers. */
export interface OAuthServerKind {
  authorizePath: RegExp
  tokenPath: RegExp
  rotates: boolean
  /** Of a sign-in; `isFirst`: this account never gave its consent before. */
  givesRefreshToken(asked: URLSearchParams, isFirst: boolean): boolean
  /** A scope as named in answers. Null: it isn't. */
  toGranted(scope: string): string | null
  /** Further parameters of the callback. */
  callbackParameters(scopes: string[]): Record<string, string>
  describeError(error: string, description: string): Record<string, unknown>
  /** Of an id_token. */
  issuer: string
  tokenPrefixes: { access: string; refresh: string }
}

type Fault = (response: ServerResponse) => void

interface Code extends Access {
  redirectUri: string
  challenge: string
  givesRefreshToken: boolean
}

interface Refresh extends Access {
  state: 'valid' | 'spent' | 'withdrawn'
}

const CALLBACK_PATH = '/api/mailboxes/oauth/callback'
const random = () => randomBytes(32).toString('base64url')
const escapeHtml = (raw: string) => raw.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`)

/**
 * An authorization server on 127.0.0.1: a consent page, codes that are spent once and bound to client, redirect and
 * PKCE, access and refresh tokens. Other local servers ask `isValid`.
 */
export async function startOAuthServer(
  kind: OAuthServerKind,
  options: OAuthServerOptions,
  routes: (
    request: { method: string; url: URL; token: string; form: URLSearchParams },
    access: Access | null,
  ) => Answer | null,
) {
  const behaviour: OAuthBehaviour = {
    account: options.account,
    consent: 'allowed',
    unticked: [],
    hasRefreshToken: true,
    isStrict: false,
    lifetimeSeconds: 3600,
  }
  const asked = new Map<string, URLSearchParams>()
  const codes = new Map<string, Code>()
  const accessTokens = new Map<string, Access>()
  const refreshTokens = new Map<string, Refresh>()
  const consented = new Set<string>()
  const calls: { method: string; path: string; grant: string | null }[] = []
  const faults: Fault[] = []
  /** Every code and token that was ever given. */
  const issued: string[] = []

  function issue(access: Access, givesRefreshToken: boolean) {
    const access_token = `${kind.tokenPrefixes.access}${random()}`
    accessTokens.set(access_token, access)
    issued.push(access_token)
    const refresh_token = givesRefreshToken ? `${kind.tokenPrefixes.refresh}${random()}` : undefined
    if (refresh_token) {
      refreshTokens.set(refresh_token, { ...access, state: 'valid' })
      issued.push(refresh_token)
    }
    return { access_token, refresh_token }
  }

  function authorize(url: URL, response: ServerResponse): void {
    const parameters = url.searchParams
    const problem = findProblem(parameters)
    if (problem) return void response.writeHead(400, { 'content-type': 'text/plain' }).end(problem)
    const id = random()
    asked.set(id, parameters)
    response.writeHead(200, { 'content-type': 'text/html' }).end(consentPage(id, parameters))
  }

  /** Such requests never lead back to the product. */
  function findProblem(parameters: URLSearchParams): string | null {
    const redirect = parameters.get('redirect_uri') ?? ''
    const isRegistered =
      options.redirectUris?.includes(redirect) ?? URL.parse(redirect)?.pathname === CALLBACK_PATH
    if (parameters.get('client_id') !== options.clientId) return 'unknown client_id'
    if (!isRegistered) return 'redirect_uri_mismatch'
    if (parameters.get('response_type') !== 'code') return 'response_type must be code'
    if (!/^[\w-]{43}$/.test(parameters.get('code_challenge') ?? '')) return 'code_challenge is missing'
    if (parameters.get('code_challenge_method') !== 'S256') return 'code_challenge_method must be S256'
    if ((parameters.get('state') ?? '').length < 43) return 'state is shorter than 256 bits'
    return parameters.get('scope') ? null : 'scope is missing'
  }

  function consentPage(id: string, parameters: URLSearchParams): string {
    const boxes = (parameters.get('scope') ?? '').split(' ').map((scope) => {
      const isTicked = !behaviour.unticked.includes(scope)
      const value = escapeHtml(scope)
      return `<label><input type="checkbox" name="scope" value="${value}"${isTicked ? ' checked' : ''}> ${value}</label><br>`
    })
    return `<!doctype html><title>Consent</title><h1>Goldpan wants access to ${escapeHtml(behaviour.account)}</h1>
<form method="post" action="/consent"><input type="hidden" name="request" value="${id}">
${boxes.join('\n')}
<button name="decision" value="allow">Allow</button> <button name="decision" value="cancel">Cancel</button></form>`
  }

  function decide(form: URLSearchParams, response: ServerResponse): void {
    const id = form.get('request') ?? ''
    const parameters = asked.get(id)
    if (!parameters) return void response.writeHead(400).end('unknown request')
    asked.delete(id)
    const target = new URL(parameters.get('redirect_uri') ?? '')
    const outcome = decisionOf(form, parameters)
    for (const [name, value] of Object.entries({ state: parameters.get('state') ?? '', ...outcome }))
      target.searchParams.set(name, value)
    response.writeHead(302, { location: target.href }).end()
  }

  function decisionOf(form: URLSearchParams, parameters: URLSearchParams): Record<string, string> {
    const { account, consent } = behaviour
    if (form.get('decision') !== 'allow' || consent === 'declined') return { error: 'access_denied' }
    if (consent === 'admin_needed')
      return {
        error: 'access_denied',
        error_description:
          "AADSTS65001: The user or administrator has not consented to use the application with ID 'client'.",
      }
    const wanted = (parameters.get('scope') ?? '').split(' ')
    const scopes = form.getAll('scope').filter((scope) => wanted.includes(scope))
    const code = `code-${random()}`
    const isFirst = !consented.has(account)
    consented.add(account)
    issued.push(code)
    codes.set(code, {
      account,
      scopes,
      redirectUri: parameters.get('redirect_uri') ?? '',
      challenge: parameters.get('code_challenge') ?? '',
      givesRefreshToken: behaviour.hasRefreshToken && kind.givesRefreshToken(parameters, isFirst),
    })
    return { code, ...kind.callbackParameters(scopes) }
  }

  const refused = (status: number, error: string, description: string): Answer => ({
    status,
    body: kind.describeError(error, description),
  })

  function exchange(form: URLSearchParams): Answer {
    if (form.get('client_id') !== options.clientId || form.get('client_secret') !== options.clientSecret)
      return refused(401, 'invalid_client', 'Unauthorized')
    const grant = form.get('grant_type')
    if (grant === 'authorization_code') return spendCode(form)
    if (grant === 'refresh_token') return renew(form.get('refresh_token') ?? '')
    return refused(400, 'unsupported_grant_type', `Invalid grant_type: ${grant}`)
  }

  function spendCode(form: URLSearchParams): Answer {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!code) return refused(400, 'invalid_grant', 'Malformed auth code.')
    if (code.redirectUri !== form.get('redirect_uri'))
      return refused(400, 'redirect_uri_mismatch', 'Bad Request')
    if (code.challenge !== challenge) return refused(400, 'invalid_grant', 'Invalid code verifier.')
    const { account, scopes } = code
    const id_token = [
      { alg: 'RS256', typ: 'JWT' },
      { iss: kind.issuer, aud: options.clientId, sub: account },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .concat('signature')
      .join('.')
    return { status: 200, body: { ...tokenAnswer({ account, scopes }, code.givesRefreshToken), id_token } }
  }

  function renew(token: string): Answer {
    const known = refreshTokens.get(token)
    if (!known || known.state === 'withdrawn' || (known.state === 'spent' && behaviour.isStrict))
      return refused(400, 'invalid_grant', 'Token has been expired or revoked.')
    if (kind.rotates) known.state = 'spent'
    return { status: 200, body: tokenAnswer(known, kind.rotates) }
  }

  function tokenAnswer({ account, scopes }: Access, givesRefreshToken: boolean) {
    const { lifetimeSeconds } = behaviour
    return {
      ...issue({ account, scopes }, givesRefreshToken),
      ...(lifetimeSeconds !== null && { expires_in: lifetimeSeconds }),
      scope: scopes.flatMap((scope) => kind.toGranted(scope) ?? []).join(' '),
      token_type: 'Bearer',
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const form = new URLSearchParams(await text(request))
    const { method = 'GET' } = request
    if (method === 'GET' && kind.authorizePath.test(url.pathname)) return authorize(url, response)
    if (method === 'POST' && url.pathname === '/consent') return decide(form, response)
    calls.push({ method, path: url.pathname, grant: form.get('grant_type') })
    const fault = faults.shift()
    if (fault) return fault(response)
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    const isExchange = method === 'POST' && kind.tokenPath.test(url.pathname)
    const { status, body } = isExchange
      ? exchange(form)
      : (routes({ method, url, token, form }, isValid(token)) ?? { status: 404, body: {} })
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body))
  }

  /** Null for a token that is unknown, expired or withdrawn. */
  function isValid(accessToken: string): Access | null {
    return accessTokens.get(accessToken) ?? null
  }

  function withdraw(account: string): void {
    for (const refresh of refreshTokens.values()) if (refresh.account === account) refresh.state = 'withdrawn'
    for (const [token, access] of accessTokens) if (access.account === account) accessTokens.delete(token)
    consented.delete(account)
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    behaviour,
    calls,
    issued,
    isValid,
    /** The access token is no longer taken; its refresh token is. */
    expire: (accessToken: string) => void accessTokens.delete(accessToken),
    /** The account takes back its consent: all its tokens are refused from now on. */
    withdraw,
    accountOf: (token: string) => refreshTokens.get(token)?.account ?? isValid(token)?.account ?? null,
    /** Access and refresh token of an account, without a sign-in. */
    grant: (account: string, scopes: string[]) => {
      const { access_token, refresh_token = '' } = issue({ account, scopes }, true)
      return { access_token, refresh_token }
    },
    /** Renewals by default. */
    countTokenCalls: (grant: 'refresh_token' | 'authorization_code' = 'refresh_token') =>
      calls.filter((call) => call.grant === grant).length,
    /** Answers one of the next calls, but for the consent page. */
    next: (fault: Fault) => void faults.push(fault),
    /** Fails the next `times` calls. */
    fail: (times: number, status = 503) => {
      for (let time = 0; time < times; time++) faults.push((response) => response.writeHead(status).end())
    },
    /** The next call gets no answer. */
    hang: () => void faults.push(() => undefined),
    /** Opens the consent page as a browser does and presses a button. Returns where it leads. */
    async consent(url: string | URL, button: 'allow' | 'cancel' = 'allow'): Promise<URL> {
      const page = await fetch(url)
      const html = await page.text()
      const id = /name="request" value="([^"]+)"/.exec(html)?.[1]
      if (!id) throw new Error(`No consent page: ${page.status} ${html}`)
      const form = new URLSearchParams({ request: id, decision: button })
      for (const [, scope] of html.matchAll(/name="scope" value="([^"]+)" checked/g))
        form.append('scope', scope ?? '')
      const answered = await fetch(new URL('/consent', url), {
        method: 'POST',
        body: form,
        redirect: 'manual',
      })
      return new URL(answered.headers.get('location') ?? '')
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
