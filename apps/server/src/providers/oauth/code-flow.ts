import { createHash } from 'node:crypto'
import { isAddress, toAddress } from '@goldpan/contract/email-address'
import { mailboxSentences, type OAuthProvider } from '@goldpan/contract/own-mailboxes'
import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import type { Clock } from '../clock/port.ts'
import { readCallback, request, toRefused } from './answers.ts'
import { type Grant, type OAuth, OAuthRefused, type SignInRequest } from './port.ts'

interface OAuthClient {
  id: string
  secret: string
}

export interface OAuthDeps {
  systemClock: Clock
  /** Where providers send the browser back to. */
  redirectUri: () => string
  /** For each request. */
  timeoutMs: number
  google: {
    /** Null if the operator hasn't set it up. */
    client: OAuthClient | null
    hasReading: boolean
    /** Replaces Google's three servers for signing in. */
    url: string | null
  }
  microsoft: {
    client: OAuthClient | null
    tenant: string
    url: string
    apiUrl: string
  }
}

/** The differences between providers. URLs without https are on this machine; the settings refuse others. */
interface Provider {
  name: string
  client: OAuthClient | null
  hasReading: boolean
  server: oauth.AuthorizationServer
  /** Tells whose access token it is. */
  accountUrl: string
  /** Reads the address from that. */
  toAddress(answer: unknown): string | null
  scopes(request: Pick<SignInRequest, 'reads' | 'is_shared'>): string[]
  parameters(request: SignInRequest): Record<string, string>
  canSend(scopes: readonly string[], isShared: boolean): boolean
  canRead(scopes: readonly string[], isShared: boolean): boolean
}

/** If a provider doesn't say how long an access token is valid, and at most. */
const LIFETIME_SECONDS = 300
const MAX_LIFETIME_SECONDS = 86_400
const MAX_SCOPES = 100
/** The characters of a token (RFC 6749, appendix A). Others can't be sent in a header. */
const TOKEN = /^[\x21-\x7e]+$/
/** Microsoft: the person has to sign in or consent again. */
const NEEDS_PERSON = ['interaction_required', 'consent_required', 'login_required']

/** Signs in at Google and Microsoft: code flow with PKCE (RFC 6749, RFC 7636), renewal and revocation. */
export function createOAuth(deps: OAuthDeps): OAuth {
  const providers = { google: google(deps.google), microsoft: microsoft(deps.microsoft) }

  /** The server, our client, and how both are asked. */
  function open(id: OAuthProvider) {
    const provider = providers[id]
    if (!provider.client)
      throw new OAuthRefused('not_configured', mailboxSentences.notConfigured(provider.name))
    return {
      provider,
      client: { client_id: provider.client.id },
      auth: oauth.ClientSecretPost(provider.client.secret),
      secret: provider.client.secret,
      options: {
        [oauth.customFetch]: request(provider.name, deps.timeoutMs),
        [oauth.allowInsecureRequests]: provider.server.issuer.startsWith('http:'),
      },
    }
  }

  async function exchange(id: OAuthProvider, callback: URLSearchParams, request: SignInRequest) {
    const { provider, client, auth, secret, options } = open(id)
    const secrets = [secret, request.verifier, request.state, ...callback.getAll('code')]
    try {
      const parameters = oauth.validateAuthResponse(
        provider.server,
        client,
        readCallback(callback),
        request.state,
      )
      const response = await oauth.authorizationCodeGrantRequest(
        provider.server,
        client,
        auth,
        parameters,
        deps.redirectUri(),
        request.verifier,
        options,
      )
      return await oauth.processAuthorizationCodeResponse(provider.server, client, response)
    } catch (error) {
      throw toRefused(error, provider.name, secrets)
    }
  }

  async function findAccount(id: OAuthProvider, accessToken: string): Promise<string | null> {
    const { provider, options } = open(id)
    try {
      const url = new URL(provider.accountUrl)
      const response = await oauth.protectedResourceRequest(accessToken, 'GET', url, undefined, null, {
        ...options,
        [oauth.allowInsecureRequests]: url.protocol === 'http:',
      })
      if (!response.ok)
        throw new OAuthRefused(
          'invalid_response',
          `${provider.name} answered ${response.status} for the account`,
        )
      return provider.toAddress(await response.json().catch(() => null))
    } catch (error) {
      throw toRefused(error, provider.name, [accessToken])
    }
  }

  async function revoke(id: OAuthProvider, token: string): Promise<void> {
    if (!isSetUp(id) || !providers[id].server.revocation_endpoint) return
    const { provider, client, options } = open(id)
    try {
      // The token alone is enough, so the secret isn't sent.
      await oauth.revocationRequest(provider.server, client, oauth.None(), token, options)
    } catch (error) {
      // Whatever it answers, such as that the token is unknown, the access is gone as far as we can tell.
      const refused = toRefused(error, provider.name, [token])
      if (refused.code === 'unreachable') throw refused
    }
  }

  const isSetUp = (id: OAuthProvider) => providers[id].client !== null

  const toTokens = (id: OAuthProvider, answer: oauth.TokenEndpointResponse) => {
    const { access_token, refresh_token = null, expires_in = LIFETIME_SECONDS } = answer
    if (!TOKEN.test(access_token) || (refresh_token !== null && !TOKEN.test(refresh_token)))
      throw new OAuthRefused('invalid_response', `${providers[id].name} gave a token with other characters`)
    const lifetime = Math.min(expires_in, MAX_LIFETIME_SECONDS)
    const expires_at = new Date(deps.systemClock.now().getTime() + lifetime * 1000)
    return { access_token, refresh_token, expires_at }
  }

  return {
    startUrl(id, request) {
      const { client, server, scopes, parameters } = providers[id]
      if (!client) return null
      const url = new URL(server.authorization_endpoint ?? '')
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: client.id,
        redirect_uri: deps.redirectUri(),
        scope: scopes(request).join(' '),
        state: request.state,
        code_challenge: createHash('sha256').update(request.verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(request.login_hint && { login_hint: request.login_hint }),
        ...parameters(request),
      }).toString()
      return url
    },

    async finish(id, callback, request): Promise<Grant> {
      const answer = await exchange(id, callback, request)
      const tokens = toTokens(id, answer)
      // RFC 6749, 5.1: no scope in the answer means those that were asked for.
      const scopes = answer.scope?.split(/\s+/).filter(Boolean) ?? providers[id].scopes(request)
      return { ...tokens, scopes: scopes.slice(0, MAX_SCOPES) }
    },

    findAccount,

    async renew(id, refreshToken) {
      const { provider, client, auth, secret, options } = open(id)
      try {
        const response = await oauth.refreshTokenGrantRequest(
          provider.server,
          client,
          auth,
          refreshToken,
          options,
        )
        const tokens = toTokens(
          id,
          await oauth.processRefreshTokenResponse(provider.server, client, response),
        )
        const isNew = tokens.refresh_token !== refreshToken
        return { ...tokens, refresh_token: isNew ? tokens.refresh_token : null }
      } catch (error) {
        const refused = toRefused(error, provider.name, [secret, refreshToken])
        throw NEEDS_PERSON.includes(refused.code)
          ? new OAuthRefused('invalid_grant', refused.detail)
          : refused
      }
    },

    revoke,
    canSend: (id, scopes, isShared) => providers[id].canSend(scopes, isShared),
    canRead: (id, scopes, isShared) => providers[id].canRead(scopes, isShared),

    describe(id) {
      const provider = providers[id]
      const available = isSetUp(id)
      return {
        available,
        reading: available && provider.hasReading,
        sentence: available ? '' : mailboxSentences.notConfigured(provider.name),
      }
    },
  }
}

const GMAIL_SEND = 'https://www.googleapis.com/auth/gmail.send'
const GMAIL_READ = 'https://www.googleapis.com/auth/gmail.readonly'

const googleAccount = z.object({ email: z.string(), email_verified: z.literal(true) })

/** https://developers.google.com/identity/protocols/oauth2/web-server */
function google({ client, hasReading, url }: OAuthDeps['google']): Provider {
  return {
    name: 'Google',
    client,
    hasReading,
    server: {
      issuer: url ?? 'https://accounts.google.com',
      authorization_endpoint: `${url ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
      token_endpoint: `${url ?? 'https://oauth2.googleapis.com'}/token`,
      revocation_endpoint: `${url ?? 'https://oauth2.googleapis.com'}/revoke`,
    },
    accountUrl: `${url ?? 'https://openidconnect.googleapis.com'}/v1/userinfo`,
    toAddress: (answer) => checkedAddress(googleAccount.safeParse(answer).data?.email),
    scopes: ({ reads }) => [
      'openid',
      'email',
      GMAIL_SEND,
      ...(reads === 'answers' && hasReading ? [GMAIL_READ] : []),
    ],
    // Without prompt=consent, only an account's first sign-in gives a refresh token.
    parameters: () => ({ access_type: 'offline', prompt: 'consent' }),
    canSend: (scopes) => scopes.includes(GMAIL_SEND),
    canRead: (scopes) => scopes.includes(GMAIL_READ),
  }
}

const microsoftAccount = z.object({
  mail: z.string().nullish(),
  userPrincipalName: z.string().nullish(),
})

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
function microsoft({ client, tenant, url, apiUrl }: OAuthDeps['microsoft']): Provider {
  const issuer = `${url}/${encodeURIComponent(tenant)}`
  return {
    name: 'Microsoft',
    client,
    hasReading: true,
    server: {
      issuer: `${issuer}/v2.0`,
      authorization_endpoint: `${issuer}/oauth2/v2.0/authorize`,
      token_endpoint: `${issuer}/oauth2/v2.0/token`,
    },
    accountUrl: `${apiUrl}/v1.0/me?$select=mail,userPrincipalName`,
    toAddress: (answer) => {
      const { mail, userPrincipalName } = microsoftAccount.safeParse(answer).data ?? {}
      return checkedAddress(mail || userPrincipalName)
    },
    scopes: ({ reads, is_shared }) => [
      'openid',
      'email',
      'offline_access',
      'User.Read',
      'Mail.Send',
      ...(reads === 'answers' ? ['Mail.Read'] : []),
      ...(is_shared ? ['Mail.Send.Shared'] : []),
      ...(is_shared && reads === 'answers' ? ['Mail.Read.Shared'] : []),
    ],
    // Otherwise a browser that is signed in there could connect only that one account.
    parameters: ({ login_hint }): Record<string, string> => (login_hint ? {} : { prompt: 'select_account' }),
    canSend: (scopes, isShared) => hasScope(scopes, isShared ? 'Mail.Send.Shared' : 'Mail.Send'),
    canRead: (scopes, isShared) => hasScope(scopes, isShared ? 'Mail.Read.Shared' : 'Mail.Read'),
  }
}

/** Microsoft names a scope in any case, with or without the address of Graph. */
const hasScope = (scopes: readonly string[], wanted: string): boolean =>
  scopes.some((scope) => scope.toLowerCase().replace(/^https:\/\/[^/]+\//, '') === wanted.toLowerCase())

/** Null for what mail can't be sent from. */
function checkedAddress(text: string | null | undefined): string | null {
  const address = toAddress((text ?? '').slice(0, 1000))
  return isAddress(address) ? address : null
}
