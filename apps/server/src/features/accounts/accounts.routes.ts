import { accountRoutes } from '@goldpan/contract/accounts'
import type { FastifyReply } from 'fastify'
import type { Binder, Caller } from '../../http/bind.ts'
import { refuse } from '../../http/refuse.ts'
import { clearSessionCookie, keepSessionCookie, SESSION_COOKIE } from '../../http/session-gate.ts'
import { toSessionUser } from './accounts.rules.ts'
import type { Accounts } from './accounts.ts'
import { SESSION_MAX_MS } from './sessions/sessions.rules.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface AccountRoutesDeps {
  accounts: Accounts
  sessions: Sessions
  isHttps: () => boolean
}

export function bindAccounts(bind: Binder, { accounts, sessions, isHttps }: AccountRoutesDeps): void {
  const setCookie = (reply: FastifyReply, token: string) =>
    keepSessionCookie(reply, token, { isHttps: isHttps(), maxAgeMs: SESSION_MAX_MS })

  bind(accountRoutes.register, ({ body, caller }) => accounts.register(body, caller.source))
  bind(accountRoutes.login, async ({ body, caller }) => {
    const { user, token } = await accounts.login(body, caller)
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
    if (renewed.token) setCookie(caller.reply, renewed.token)
    return { user: toSessionUser(renewed.user) }
  })
  bind(accountRoutes.confirmEmail, ({ body }) => accounts.confirmEmail(body))
  bind(accountRoutes.requestReset, ({ body, caller }) => accounts.requestReset(body, caller.source))
  bind(accountRoutes.updatePassword, ({ body }) => accounts.updatePassword(body))
  bind(accountRoutes.getProfile, ({ owner }) => accounts.getProfile(owner))
  bind(accountRoutes.updateProfile, ({ owner, body, caller }) =>
    accounts.updateProfile(owner, body, () => sessions.requireProof(tokenOf(caller))),
  )
  bind(accountRoutes.cancelEmailChange, ({ owner }) => accounts.cancelEmailChange(owner))
  bind(accountRoutes.getPreferences, ({ owner }) => accounts.getPreferences(owner))
  bind(accountRoutes.updatePreferences, ({ owner, body }) => accounts.updatePreferences(owner, body))
  bind(accountRoutes.provePassword, ({ owner, body, caller }) =>
    accounts.provePassword(owner, body, tokenOf(caller)),
  )
  bind(accountRoutes.changePassword, ({ owner, body, caller }) =>
    accounts.changePassword(owner, body, tokenOf(caller)),
  )
  bind(accountRoutes.listSessions, ({ owner, caller }) => sessions.list(owner, tokenOf(caller)))
  bind(accountRoutes.endOtherSessions, async ({ owner, caller }) => {
    await sessions.endOthers(owner, tokenOf(caller))
    return { message: 'The other browsers are logged out' }
  })
  bind(accountRoutes.botCheckSettings, () => accounts.botCheckSettings())
  bind(accountRoutes.botCheckChallenge, async () => (await accounts.createChallenge()) ?? {})
}

const tokenOf = ({ request }: Caller): string => request.cookies[SESSION_COOKIE] ?? ''
