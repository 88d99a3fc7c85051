import { type OAuthServerOptions, startOAuthServer } from './oauth-server.ts'

const EMAIL = 'https://www.googleapis.com/auth/userinfo.email'

/**
 * Google's servers for signing in, at one address: GOOGLE_OAUTH_URL. Like Google, it gives a refresh token only with
 * offline access and to a new consent, and its revocation withdraws all that the account granted.
 */
export async function startGoogleOAuth(options: Partial<OAuthServerOptions> = {}) {
  /** Whether Google has verified the account's address. */
  const profile = { isVerified: true }
  /** Tokens that were to be revoked. */
  const revoked: string[] = []
  const server = await startOAuthServer(
    {
      authorizePath: /^\/o\/oauth2\/v2\/auth$/,
      tokenPath: /^\/token$/,
      rotates: false,
      givesRefreshToken: (asked, isFirst) =>
        asked.get('access_type') === 'offline' && (isFirst || asked.get('prompt') === 'consent'),
      toGranted: (scope) => (scope === 'email' ? EMAIL : scope),
      callbackParameters: (scopes) => ({
        iss: 'https://accounts.google.com',
        scope: scopes.join(' '),
        authuser: '0',
      }),
      describeError: (error, error_description) => ({ error, error_description }),
      issuer: 'https://accounts.google.com',
      tokenPrefixes: { access: 'ya29.', refresh: '1//' },
    },
    { clientId: 'google-client', clientSecret: 'GOCSPX-for-tests', account: 'sam@gmail.example', ...options },
    ({ method, url, form }, access) => {
      if (method === 'GET' && url.pathname === '/v1/userinfo') {
        if (!access) return { status: 401, body: { error: 'invalid_request' } }
        const { account, scopes } = access
        const email = scopes.includes('email') && { email: account, email_verified: profile.isVerified }
        return { status: 200, body: { sub: `sub of ${account}`, ...email } }
      }
      if (method !== 'POST' || url.pathname !== '/revoke') return null
      const token = form.get('token') ?? ''
      revoked.push(token)
      const account = server.accountOf(token)
      if (account === null) return { status: 400, body: { error: 'invalid_token' } }
      server.withdraw(account)
      return { status: 200, body: {} }
    },
  )
  return { ...server, profile, revoked }
}
