import type { OAuthProvider } from '@goldpan/contract/own-mailboxes'

export interface SignInRequest {
  state: string
  /** PKCE code verifier; the provider gets its SHA-256. */
  verifier: string
  reads: 'answers' | 'nothing'
  /** Suggested account, on signing in again. */
  login_hint?: string
  /** Asks Microsoft for access to mailboxes shared with the account. */
  is_shared?: boolean
}

/** What a finished sign-in gave. */
export interface Grant {
  access_token: string
  expires_at: Date
  /** Null if the provider gave none. */
  refresh_token: string | null
  scopes: string[]
  /** The account's verified address; null if the provider names none. */
  account: string | null
}

export interface Renewed {
  access_token: string
  expires_at: Date
  /** Replaces the one that was spent. Null if that one stays. */
  refresh_token: string | null
}

/** A sign-in or renewal that the provider refused. */
export class OAuthRefused extends Error {
  /** Such as 'access_denied' or 'invalid_grant'; 'unreachable' without an answer, or for 5xx. */
  readonly code: string
  /** The provider's own words, for Microsoft with its AADSTS number. */
  readonly detail: string
  constructor(code: string, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options)
    this.code = code
    this.detail = detail
  }
}

/** Signs in at a provider: code flow with PKCE. */
export interface OAuth {
  /** Null if the operator hasn't set up this provider. */
  startUrl(provider: OAuthProvider, request: SignInRequest): URL | null
  /** `callback` is the query that the browser came back with. Throws OAuthRefused. */
  finish(
    provider: OAuthProvider,
    callback: URLSearchParams,
    request: Pick<SignInRequest, 'state' | 'verifier'>,
  ): Promise<Grant>
  /** Throws OAuthRefused. */
  renew(provider: OAuthProvider, refreshToken: string): Promise<Renewed>
  /** Withdraws the access; whatever the provider answers. Microsoft has no such call. */
  revoke(provider: OAuthProvider, refreshToken: string): Promise<void>
  /** True if the scopes allow it. */
  canSend(provider: OAuthProvider, scopes: readonly string[], isShared: boolean): boolean
  canRead(provider: OAuthProvider, scopes: readonly string[], isShared: boolean): boolean
  /** For the screen. */
  describe(provider: OAuthProvider): { available: boolean; reading: boolean; sentence: string }
}
