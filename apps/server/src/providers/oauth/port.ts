import type { OAuthProvider } from '@goldpan/contract/own-mailboxes'

/** A sign-in that a person begins. */
export interface SignInRequest {
  /** Random text that the provider sends back with the browser. */
  state: string
  /** PKCE code verifier; the provider gets its SHA-256. */
  verifier: string
  reads: 'answers' | 'nothing'
  /** The mailbox's account, on signing in again. */
  login_hint?: string
  /** Asks Microsoft for access to mailboxes shared with the account. */
  is_shared?: boolean
}

/** The result of a finished sign-in. */
export interface Grant {
  access_token: string
  expires_at: Date
  /** Null if the provider gave none. */
  refresh_token: string | null
  /** The granted scopes, as the provider names them. */
  scopes: string[]
}

export interface Renewed {
  access_token: string
  expires_at: Date
  /** Replaces the one that was spent. Null if that one stays. */
  refresh_token: string | null
}

/** A sign-in or renewal that failed. It never contains a token, a code or a secret. */
export class OAuthRefused extends Error {
  /**
   * The provider's, such as 'access_denied' (declined) or 'invalid_client' (the operator's settings are wrong), or one
   * of ours:
   * - 'invalid_grant' on renewal: tries are pointless until a person signs in again
   * - 'unreachable': no answer within the time limit, 429 or 5xx
   * - 'invalid_response': an answer that can't be read
   * - 'not_configured': the operator hasn't set up this provider
   */
  readonly code: string
  /** The provider's own words, for Microsoft with its AADSTS number. At most 300 characters. */
  readonly detail: string
  constructor(code: string, detail: string) {
    super(`${code}: ${detail}`)
    this.name = 'OAuthRefused'
    this.code = code
    this.detail = detail
  }
}

/** Signs in at a provider: code flow with PKCE. */
export interface OAuth {
  /** Null if the operator hasn't set up this provider. */
  startUrl(provider: OAuthProvider, request: SignInRequest): URL | null
  /** `callback` is the query that the browser came back with, `request` what startUrl was given. Throws OAuthRefused. */
  finish(provider: OAuthProvider, callback: URLSearchParams, request: SignInRequest): Promise<Grant>
  /** The account's verified address; null if the provider names none. Throws OAuthRefused. */
  findAccount(provider: OAuthProvider, accessToken: string): Promise<string | null>
  /** Throws OAuthRefused. */
  renew(provider: OAuthProvider, refreshToken: string): Promise<Renewed>
  /**
   * Revokes the access. Throws OAuthRefused 'unreachable' if no answer comes; any answer counts as done. Google revokes
   * everything that the account granted to this client, so other mailboxes of the same account lose their access too.
   * Microsoft has no such call.
   */
  revoke(provider: OAuthProvider, refreshToken: string): Promise<void>
  /** True if these scopes, as the provider names them, allow sending or reading. */
  canSend(provider: OAuthProvider, scopes: readonly string[], isShared: boolean): boolean
  canRead(provider: OAuthProvider, scopes: readonly string[], isShared: boolean): boolean
  /** For the screen. */
  describe(provider: OAuthProvider): { available: boolean; reading: boolean; sentence: string }
}
