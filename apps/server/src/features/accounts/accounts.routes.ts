import { accountRoutes } from '@goldpan/contract/accounts'
import type { FastifyReply } from 'fastify'
import type { Binder, Caller } from '../../http/bind.ts'
import { refuse } from '../../http/refuse.ts'
import { clearSessionCookie, keepSessionCookie, SESSION_COOKIE } from '../../http/session-gate.ts'
import type { Accounts } from './accounts.ts'
import { toSessionUser } from './login.ts'
import { SESSION_MAX_MS } from './sessions.rules.ts'
import type { Sessions } from './sessions.ts'

const DEVICE_COOKIE = 'goldpan_device'
const YEAR_SECONDS = 365 * 86_400

export interface AccountRoutesDeps {
  accounts: Accounts
  sessions: Sessions
  isHttps: () => boolean
}

export function bindAccounts(bind: Binder, { accounts, sessions, isHttps }: AccountRoutesDeps): void {
  const setCookie = (reply: FastifyReply, token: string) =>
    keepSessionCookie(reply, token, { isHttps: isHttps(), maxAgeMs: SESSION_MAX_MS })
  /** Moves the device's secret from the answer to a cookie. */
  const keepDevice = <Answer extends { device: string }>({ reply }: Caller, answer: Answer) => {
    const { device, ...rest } = answer
    reply.setCookie(DEVICE_COOKIE, device, {
      path: '/api',
      sameSite: 'lax',
      maxAge: YEAR_SECONDS,
      httpOnly: true,
      secure: isHttps(),
    })
    return rest
  }

  bind(accountRoutes.register, ({ body, caller }) => accounts.register(body, caller.source))
  bind(accountRoutes.login, async ({ body, caller }) => {
    const login = await accounts.login(body, { ...placeOf(caller), userAgent: caller.userAgent })
    const { user, token } = keepDevice(caller, login)
    setCookie(caller.reply, token)
    return { user }
  })
  bind(accountRoutes.logout, async ({ caller }) => {
    const token = caller.request.cookies[SESSION_COOKIE]
    if (token) await sessions.end(token)
    clearSessionCookie(caller.reply)
    return { message: 'You are logged out' }
  })
  bind(accountRoutes.refresh, async ({ caller }) => {
    const token = caller.request.cookies[SESSION_COOKIE]
    const renewed = token ? await sessions.renew(token) : null
    if (!renewed) {
      clearSessionCookie(caller.reply)
      return refuse('accounts.signed_out')
    }
    accounts.requireOpen(renewed.user)
    if (renewed.token) setCookie(caller.reply, renewed.token)
    return { user: toSessionUser(renewed.user) }
  })
  bind(accountRoutes.confirmEmail, ({ body, person, caller }) =>
    accounts.confirmEmail(body, { person, sessionToken: tokenOf(caller) }),
  )
  bind(accountRoutes.requestConfirmation, ({ body, caller }) =>
    accounts.requestConfirmation(body, caller.source),
  )
  bind(accountRoutes.stopEmailChange, ({ body }) => accounts.stopEmailChange(body.token))
  bind(accountRoutes.requestReset, ({ body, caller }) => accounts.requestReset(body, caller.source))
  bind(accountRoutes.updatePassword, async ({ body, caller }) =>
    keepDevice(caller, await accounts.updatePassword(body, placeOf(caller).device)),
  )
  bind(accountRoutes.getProfile, ({ owner }) => accounts.getProfile(owner))
  bind(accountRoutes.updateProfile, ({ owner, body, caller }) =>
    accounts.updateProfile(owner, body, (tx) => sessions.requireProof(tx, tokenOf(caller))),
  )
  bind(accountRoutes.cancelEmailChange, ({ owner }) => accounts.cancelEmailChange(owner))
  bind(accountRoutes.getPreferences, ({ owner }) => accounts.getPreferences(owner))
  bind(accountRoutes.updatePreferences, ({ owner, body }) => accounts.updatePreferences(owner, body))
  bind(accountRoutes.provePassword, async ({ owner, body, caller }) =>
    keepDevice(caller, await accounts.provePassword(owner, body, placeOf(caller))),
  )
  bind(accountRoutes.changePassword, async ({ owner, body, caller }) =>
    keepDevice(caller, await accounts.changePassword(owner, body, placeOf(caller))),
  )
  bind(accountRoutes.listSessions, ({ owner, caller }) => sessions.list(owner, tokenOf(caller)))
  bind(accountRoutes.endOtherSessions, async ({ owner, caller }) => {
    await accounts.endOtherSessions(owner, tokenOf(caller))
    return { message: 'The other browsers are logged out' }
  })
  bind(accountRoutes.signUpSettings, () => accounts.signUpSettings())
  bind(accountRoutes.botCheckSettings, () => accounts.botCheckSettings())
  bind(accountRoutes.botCheckChallenge, async () => (await accounts.createChallenge()) ?? {})
}

const placeOf = (caller: Caller) => ({
  source: caller.source,
  device: caller.request.cookies[DEVICE_COOKIE],
  sessionToken: tokenOf(caller),
})

const tokenOf = ({ request }: Caller): string => request.cookies[SESSION_COOKIE] ?? ''
