import { randomBytes } from 'node:crypto'
import type { accountRoutes } from '@goldpan/contract/accounts'
import { accountMessages } from '@goldpan/contract/accounts'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import type { Plan, TokenType } from '../../db/schema.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { refuse } from '../../http/refuse.ts'
import type { Letters } from '../../letters/letters.ts'
import type { BotCheck } from '../../providers/bot-check/port.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { emailChangeLetter, emailChangeNotice, resetLetter, verificationLetter } from './accounts.mail.ts'
import {
  findTokenFault,
  LOGINS_PER_ADDRESS,
  LOGINS_PER_SOURCE,
  TOKEN_LIFETIME_MS,
  toSessionUser,
} from './accounts.rules.ts'
import * as store from './accounts.store.ts'
import { isPasswordTrivial } from './passwords/passwords.rules.ts'
import { hashPassword, isPasswordRight } from './passwords/passwords.ts'
import { hashToken, type Sessions } from './sessions/sessions.ts'

export interface AccountsDeps {
  db: Database
  clock: Clock
  sessions: Sessions
  botCheck: BotCheck
  limits: RateLimits
  letters: Letters
  publicUrl: () => string
  defaultPlan: Plan
}

type Body<Name extends keyof typeof accountRoutes> =
  HandlerInput<(typeof accountRoutes)[Name]> extends { body: infer B } ? B : never

const scope = systemScope('accounts are found by address or by the token of a mail')

const ALREADY_VERIFIED = 'Your email address is already verified. You can log in.'

export function createAccounts(deps: AccountsDeps) {
  const { db, clock, sessions } = deps
  const bot = createBotCheckGate(deps)

  async function issueToken(tx: Db, owner: OwnerId, type: TokenType, email: string): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const now = clock.now()
    await store.insertToken(owner, tx, {
      type,
      email,
      token_hash: hashToken(token),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + TOKEN_LIFETIME_MS[type]).toISOString(),
    })
    return token
  }

  const link = async (tx: Db, owner: OwnerId, type: TokenType, email: string) => ({
    publicUrl: deps.publicUrl(),
    type,
    email,
    token: await issueToken(tx, owner, type, email),
  })

  /** Uses up the token of a mail; refuses an unknown, used or expired one. */
  async function redeem(tx: Db, token: string, type: TokenType) {
    const found = await store.findToken(scope, tx, hashToken(token))
    const fault = findTokenFault(found, type, clock.now())
    if (fault === 'accounts.token_used' && type === 'signup') refuse(fault, { message: ALREADY_VERIFIED })
    if (fault || !found) return refuse(fault ?? 'accounts.token_unknown')
    const isSpent = await store.spendToken(asOwner(found.user_id), tx, found.id, isoNow(clock))
    return isSpent ? found : refuse('accounts.token_used')
  }

  return {
    async register(form: Body<'register'>, source: string): Promise<{ message: string }> {
      await bot.require(form.recaptchaToken, source)
      if (isPasswordTrivial(form.password, form.email)) refuse('accounts.password_common')
      const password_hash = await hashPassword(form.password)
      await db.transaction(async (tx) => {
        const user = await store.insertUser(scope, tx, {
          email: form.email,
          first_name: form.firstName,
          last_name: form.lastName,
          password_hash,
          subscription_plan: deps.defaultPlan,
          created_at: isoNow(clock),
        })
        if (!user) return refuse('accounts.email_taken')
        await deps.letters.send(
          tx,
          verificationLetter(user.first_name, await link(tx, asOwner(user.id), 'signup', user.email)),
        )
      })
      return { message: accountMessages.registered }
    },

    async login(form: Body<'login'>, caller: { source: string; userAgent: string | null }) {
      await bot.require(form.recaptchaToken, caller.source)
      const address = form.email.toLowerCase()
      const wait =
        (await deps.limits.take('login-source', caller.source, LOGINS_PER_SOURCE)) ??
        (await deps.limits.take('login-address', address, LOGINS_PER_ADDRESS))
      if (wait !== null) refuse('accounts.too_many_logins', { retryAfterSeconds: wait })
      const user = await store.findUserByEmail(scope, db, address)
      if (!user) return refuse('accounts.unknown_email')
      if (!(await isPasswordRight(form.password, user.password_hash))) refuse('accounts.wrong_password')
      if (!user.email_confirmed_at) refuse('accounts.unconfirmed')
      await deps.limits.forget('login-address', address)
      return { user: toSessionUser(user), token: await sessions.start(asOwner(user.id), caller.userAgent) }
    },

    async confirmEmail({ token, type }: Body<'confirmEmail'>): Promise<{ message: string }> {
      await db.transaction(async (tx) => {
        const redeemed = await redeem(tx, token, type)
        if (type === 'recovery') refuse('accounts.token_unknown')
        const owner = asOwner(redeemed.user_id)
        if (type === 'signup') return store.updateUser(owner, tx, { email_confirmed_at: isoNow(clock) })
        const taken = await store.findUserByEmail(scope, tx, redeemed.email)
        if (taken && taken.id !== owner) refuse('accounts.email_taken')
        return store.updateUser(owner, tx, { email: redeemed.email, pending_email: null })
      })
      return { message: 'Your email address is confirmed' }
    },

    /** Answers the same for an unknown address. */
    async requestReset({ email }: Body<'requestReset'>): Promise<{ message: string }> {
      await db.transaction(async (tx) => {
        const user = await store.findUserByEmail(scope, tx, email)
        if (!user) return
        await deps.letters.send(
          tx,
          resetLetter(user.first_name, await link(tx, asOwner(user.id), 'recovery', user.email)),
        )
      })
      return { message: accountMessages.resetSent }
    },

    /** Sets a new password and ends every session. Whoever reads the mail owns the address, so it counts as confirmed. */
    async updatePassword({ password, accessToken }: Body<'updatePassword'>): Promise<{ message: string }> {
      const password_hash = await hashPassword(password)
      await db.transaction(async (tx) => {
        const redeemed = await redeem(tx, accessToken, 'recovery')
        if (isPasswordTrivial(password, redeemed.email)) refuse('accounts.password_common')
        const owner = asOwner(redeemed.user_id)
        const user = await store.getUser(owner, tx)
        await store.updateUser(owner, tx, {
          password_hash,
          email_confirmed_at: user?.email_confirmed_at ?? isoNow(clock),
        })
        await sessions.endAll(owner, tx)
      })
      return { message: accountMessages.passwordUpdated }
    },

    /** Changes the name at once; a new address must be confirmed first, and the old one is told. */
    async updateProfile(owner: OwnerId, form: Body<'updateProfile'>) {
      return db.transaction(async (tx) => {
        const before = (await store.getUser(owner, tx)) ?? refuse('accounts.signed_out')
        const isSameAddress = form.email.toLowerCase() === before.email.toLowerCase()
        const pending_email = isSameAddress ? null : form.email
        if (pending_email) {
          if (await store.findUserByEmail(scope, tx, pending_email)) refuse('accounts.email_taken')
          await deps.letters.send(
            tx,
            emailChangeLetter(form.first_name, await link(tx, owner, 'email_change', pending_email)),
          )
          await deps.letters.send(tx, emailChangeNotice(form.first_name, before.email, pending_email))
        }
        const { first_name, last_name } = form
        const user = (await store.updateUser(owner, tx, { first_name, last_name, pending_email })) ?? before
        return { first_name, last_name, email: user.email, pending_email: user.pending_email ?? undefined }
      })
    },

    /** The user's record, in the caller's transaction. Refuses when the account is gone. */
    async getUser(owner: OwnerId, tx: Db = db): Promise<store.User> {
      return (await store.getUser(owner, tx)) ?? refuse('accounts.signed_out')
    },

    async setTokensEnabled(owner: OwnerId, tokens_enabled: boolean): Promise<void> {
      await store.updateUser(owner, db, { tokens_enabled })
    },

    botCheckSettings: () => ({ provider: deps.botCheck.provider, site_key: deps.botCheck.siteKey }),
    createChallenge: () => deps.botCheck.createChallenge(),
    /** For other public forms: refuses a missing, wrong or used bot-check token. */
    requireBotCheck: (token: string, source: string) => bot.require(token, source),
  }
}

export type Accounts = ReturnType<typeof createAccounts>

/** Each bot-check token is verified once and can't be used again. */
function createBotCheckGate({ db, clock, botCheck }: Pick<AccountsDeps, 'db' | 'clock' | 'botCheck'>) {
  return {
    async require(token: string, source: string): Promise<void> {
      if (botCheck.provider === 'off') return
      const { isPassed, expiresAt } = await botCheck.verify(token, source)
      if (!isPassed) refuse('accounts.bot_check')
      const isFresh = await store.spendBotCheckToken(scope, db, {
        token_hash: hashToken(token),
        expires_at: expiresAt.toISOString(),
        now: isoNow(clock),
      })
      if (!isFresh) refuse('accounts.bot_check')
    },
  }
}
