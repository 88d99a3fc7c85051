import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { accountRoutes, SessionUser } from '@goldpan/contract/accounts'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import { asOwner } from '../../db/owner.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { addAttributes } from '../../providers/steps/port.ts'
import { lockUser, type User, updateUser } from './accounts.store.ts'
import { isPasswordRight } from './passwords.ts'
import type { RefusedLogins } from './refused-logins.ts'
import type { Sessions } from './sessions.ts'

/** Wrong passwords for an address from one known browser, or from one network address. */
export const ATTEMPTS_PER_ORIGIN = { points: 10, seconds: 900 }
/** Wrong passwords for an address from all unknown browsers together. */
export const ATTEMPTS_PER_ADDRESS = { points: 300, seconds: 3600 }
/** Logins from one network address, for any account. */
export const LOGINS_PER_SOURCE = { points: 100, seconds: 900 }

export interface LoginOrigin {
  source: string
  /** The browser's device cookie. */
  device: string | undefined
}

type Known = Pick<User, 'id' | 'password_hash'> | null

/**
 * Limits guessing without letting strangers lock the owner out: a browser that has logged in before has separate
 * attempts. Its cookie holds a random id signed with the password's hash, so a new password makes all browsers
 * unknown.
 */
export function createLoginLimits({ limits, secret }: { limits: RateLimits; secret: Buffer }) {
  const sign = (user: NonNullable<Known>, id: string) =>
    createHmac('sha256', secret).update(`device:${user.id}:${id}:${user.password_hash}`).digest('base64url')

  function findDevice(user: Known, cookie: string | undefined): string | null {
    const [id = '', proof = ''] = cookie?.split('.') ?? []
    if (!user || id === '') return null
    const [given, wanted] = [Buffer.from(proof), Buffer.from(sign(user, id))]
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? id : null
  }

  return {
    /** Counts an attempt. Returns the seconds to wait after too many. `user` is null if nobody has the address. */
    async take(address: string, user: Known, { source, device }: LoginOrigin): Promise<number | null> {
      const known = findDevice(user, device)
      const wait = await limits.take('login-place', `${address} ${known ?? source}`, ATTEMPTS_PER_ORIGIN)
      return wait !== null || known !== null
        ? wait
        : limits.take('login-address', address, ATTEMPTS_PER_ADDRESS)
    },

    /** Takes an attempt back: only wrong passwords count. */
    async giveBack(address: string, user: Known, { source, device }: LoginOrigin): Promise<void> {
      const known = findDevice(user, device)
      await limits.forget('login-place', `${address} ${known ?? source}`)
      if (known === null) await limits.giveBack('login-address', address)
    },

    /** The device cookie for a browser that has logged in. */
    signDevice(user: NonNullable<Known>, cookie?: string): string {
      const id = findDevice(user, cookie) ?? randomBytes(16).toString('base64url')
      return `${id}.${sign(user, id)}`
    },
  }
}

export type LoginLimits = ReturnType<typeof createLoginLimits>

export interface LoginDeps {
  db: Database
  sessions: Pick<Sessions, 'start'>
  limits: RateLimits
  loginLimits: LoginLimits
  refusedLogins: RefusedLogins
  /** Null if nobody has the address, or the account is being erased. */
  findActiveUser: (tx: Db, email: string) => Promise<User | null>
  requireBotCheck: (token: string, source: string) => Promise<void>
  /** Refuses a suspended account. */
  requireOpen: (user: User) => void
  systemClock: Clock
}

type Form = HandlerInput<typeof accountRoutes.login>['body']

interface LoginCaller extends LoginOrigin {
  userAgent: string | null
}

export function createLogin(deps: LoginDeps) {
  const { db, limits, loginLimits } = deps

  async function logIn(form: Form, caller: LoginCaller) {
    await deps.requireBotCheck(form.recaptchaToken, caller.source)
    const address = form.email.toLowerCase()
    const user = await deps.findActiveUser(db, address)
    const wait =
      (await limits.take('login-source', caller.source, LOGINS_PER_SOURCE)) ??
      (await loginLimits.take(address, user, caller))
    if (wait !== null) refuse('accounts.too_many_logins', { retryAfterSeconds: wait })
    if (!user) return refuse('accounts.unknown_email')
    addAttributes({ person: user.id })
    if (!(await isPasswordRight(form.password, user.password_hash))) refuse('accounts.wrong_password')
    if (!user.email_confirmed_at) refuse('accounts.unconfirmed')
    deps.requireOpen(user)
    const token = await startSession(user, caller.userAgent)
    await loginLimits.giveBack(address, user, caller)
    await limits.giveBack('login-source', caller.source)
    return { user: toSessionUser(user), token, device: loginLimits.signDevice(user, caller.device) }
  }

  /** Refuses if the password was changed while it was checked. */
  const startSession = (user: User, userAgent: string | null): Promise<string> =>
    db.transaction(async (tx) => {
      const current = await lockUser(tx, asOwner(user.id))
      if (current?.password_hash !== user.password_hash || current.deleting_at)
        refuse('accounts.wrong_password')
      deps.requireOpen(current)
      await updateUser(tx, asOwner(user.id), { last_login_at: isoNow(deps.systemClock) })
      return deps.sessions.start(tx, asOwner(user.id), userAgent)
    })

  return (form: Form, caller: LoginCaller) =>
    deps.refusedLogins.during(caller.source, () => logIn(form, caller))
}

export const toSessionUser = (user: User): SessionUser => ({
  id: user.id,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  subscription_plan: user.subscription_plan,
})
