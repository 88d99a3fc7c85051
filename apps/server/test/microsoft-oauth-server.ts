import { type OAuthServerOptions, startOAuthServer } from './oauth-server.ts'

/**
 * Microsoft's sign-in, and /v1.0/me of Graph, at one address: MICROSOFT_OAUTH_URL and MICROSOFT_API_URL. Renewals give
 * a new refresh token; spent ones are refused if `behaviour.isStrict`.
 */
export async function startMicrosoftOAuth({
  tenant = 'common',
  ...options
}: Partial<OAuthServerOptions> & { tenant?: string } = {}) {
  /** Of /me; the account itself unless set. */
  const profile: { mail?: string | null; userPrincipalName?: string } = {}
  const path = (last: string) => new RegExp(`^/${tenant.replaceAll('.', '\\.')}/oauth2/v2\\.0/${last}$`)
  const server = await startOAuthServer(
    {
      authorizePath: path('authorize'),
      tokenPath: path('token'),
      rotates: true,
      givesRefreshToken: (asked) => (asked.get('scope') ?? '').split(' ').includes('offline_access'),
      toGranted: (scope) =>
        scope === 'offline_access'
          ? null
          : scope.includes('.')
            ? `https://graph.microsoft.com/${scope}`
            : scope,
      callbackParameters: () => ({ session_state: 'session' }),
      describeError: (error, description) => ({
        error,
        error_description: `AADSTS${numberOf(error)}: ${description}\r\nTrace ID: 0000\r\nTimestamp: 2026-01-01 00:00:00Z`,
        error_codes: [numberOf(error)],
      }),
      // Of the account's own tenant, also for sign-ins by 'common'.
      issuer: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
      tokenPrefixes: { access: 'EwB', refresh: 'M.C5_' },
    },
    {
      clientId: 'microsoft-client',
      clientSecret: 'ms~secret-for-tests',
      account: 'sam@contoso.example',
      ...options,
    },
    ({ method, url }, access) => {
      if (method !== 'GET' || url.pathname !== '/v1.0/me') return null
      if (!access)
        return { status: 401, body: { error: { code: 'InvalidAuthenticationToken', message: '' } } }
      if (!access.scopes.includes('User.Read'))
        return { status: 403, body: { error: { code: 'Authorization_RequestDenied', message: '' } } }
      const all: Record<string, unknown> = {
        id: access.account,
        displayName: 'Sam',
        mail: access.account,
        userPrincipalName: access.account,
        ...profile,
      }
      const names = url.searchParams.get('$select')?.split(',') ?? Object.keys(all)
      return { status: 200, body: Object.fromEntries(names.map((name) => [name, all[name] ?? null])) }
    },
  )
  return { ...server, profile }
}

const numberOf = (error: string): number =>
  ({ invalid_client: 7000215, invalid_grant: 70008, redirect_uri_mismatch: 50011 })[error] ?? 9002313
