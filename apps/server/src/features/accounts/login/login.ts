import type { accountRoutes } from '@goldpan/contract/accounts'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database } from '../../../db/database.ts'
import { asOwner } from '../../../db/owner.ts'
import type { RateLimits } from '../../../http/rate-limits.ts'
import { refuse } from '../../../http/refuse.ts'
import { addFacts } from '../../../providers/steps/port.ts'
import { toSessionUser } from '../accounts.rules.ts'
import { lockUser, type User } from '../accounts.store.ts'
import { isPasswordRight } from '../passwords/passwords.ts'
import type { RefusedLogins } from '../refused-logins/refused-logins.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { LOGINS_PER_SOURCE, type LoginLimits, type LoginPlace } from './login-limits.ts'

export interface LoginDeps {
  db: Database
  sessions: Pick<Sessions, 'start'>
  limits: RateLimits
  loginLimits: LoginLimits
  refusedLogins: RefusedLogins
  /** Null if nobody has the address, or the account is being erased. */
  findActiveUser: (email: string) => Promise<User | null>
  requireBotCheck: (token: string, source: string) => Promise<void>
}

type Form = HandlerInput<typeof accountRoutes.login>['body']

interface LoginCaller extends LoginPlace {
  userAgent: string | null
}

/** Starts a session for an address and its password; refusals are counted for the operator. */
export function createLogin(deps: LoginDeps) {
  const { db, limits, loginLimits } = deps

  async function logIn(form: Form, caller: LoginCaller) {
    await deps.requireBotCheck(form.recaptchaToken, caller.source)
    const address = form.email.toLowerCase()
    const user = await deps.findActiveUser(address)
    const wait =
      (await limits.take('login-source', caller.source, LOGINS_PER_SOURCE)) ??
      (await loginLimits.take(address, user, caller))
    if (wait !== null) refuse('accounts.too_many_logins', { retryAfterSeconds: wait })
    if (!user) return refuse('accounts.unknown_email')
    addFacts({ person: user.id })
    if (!(await isPasswordRight(form.password, user.password_hash))) refuse('accounts.wrong_password')
    if (!user.email_confirmed_at) refuse('accounts.unconfirmed')
    const token = await startSession(user, caller.userAgent)
    await loginLimits.giveBack(address, user, caller)
    await limits.giveBack('login-source', caller.source)
    return { user: toSessionUser(user), token, device: loginLimits.deviceOf(user, caller.device) }
  }

  /** A password that was changed while it was checked opens nothing any more. */
  const startSession = (user: User, userAgent: string | null): Promise<string> =>
    db.transaction(async (tx) => {
      const now = await lockUser(tx, asOwner(user.id))
      if (now?.password_hash !== user.password_hash || now.deleting_at) refuse('accounts.wrong_password')
      return deps.sessions.start(asOwner(user.id), userAgent, tx)
    })

  return (form: Form, caller: LoginCaller) =>
    deps.refusedLogins.during(caller.source, () => logIn(form, caller))
}
