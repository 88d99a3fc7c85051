import type { accountRoutes } from '@goldpan/contract/accounts'
import { accountMessages } from '@goldpan/contract/accounts'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import type { Plan } from '../../db/schema.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { refuse } from '../../http/refuse.ts'
import type { Letters } from '../../letters/letters.ts'
import type { BotCheck } from '../../providers/bot-check/port.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Jobs } from '../../providers/jobs/port.ts'
import { addFacts } from '../../providers/steps/port.ts'
import { resetJob } from './accounts.jobs.ts'
import { passwordChangedNotice, resetLetter, verificationLetter } from './accounts.mail.ts'
import { LOGINS_PER_ADDRESS, LOGINS_PER_SOURCE, RESETS_PER_ADDRESS, toSessionUser } from './accounts.rules.ts'
import * as store from './accounts.store.ts'
import { createOwners } from './owners/owners.ts'
import { isPasswordTrivial, loadPasswordRule } from './passwords/passwords.rules.ts'
import { hashPassword, isPasswordRight } from './passwords/passwords.ts'
import { createProfile } from './profile/profile.ts'
import { createProof } from './proof/proof.ts'
import type { RefusedLogins } from './refused-logins/refused-logins.ts'
import { hashToken, type Sessions } from './sessions/sessions.ts'
import { createTokens, type Tokens } from './tokens/tokens.ts'

export interface AccountsDeps {
  db: Database
  clock: Clock
  jobs: Jobs
  sessions: Sessions
  refusedLogins: RefusedLogins
  botCheck: BotCheck
  limits: RateLimits
  letters: Letters
  publicUrl: () => string
  defaultPlan: Plan
}

type Body<Name extends keyof typeof accountRoutes> =
  HandlerInput<(typeof accountRoutes)[Name]> extends { body: infer B } ? B : never

const scope = systemScope('accounts are found by address or by the token of a mail')

export function createAccounts(deps: AccountsDeps) {
  const { db, clock, sessions } = deps
  const bot = createBotCheckGate(deps)

  const tokens = createTokens(deps)

  const findActiveUser = async (email: string, tx: Db = db): Promise<store.User | null> => {
    const user = await store.findUserByEmail(scope, tx, email)
    return user?.deleting_at ? null : user
  }

  async function logIn(form: Body<'login'>, caller: { source: string; userAgent: string | null }) {
    await bot.require(form.recaptchaToken, caller.source)
    const address = form.email.toLowerCase()
    const wait =
      (await deps.limits.take('login-source', caller.source, LOGINS_PER_SOURCE)) ??
      (await deps.limits.take('login-address', address, LOGINS_PER_ADDRESS))
    if (wait !== null) refuse('accounts.too_many_logins', { retryAfterSeconds: wait })
    const user = await findActiveUser(address)
    if (!user) return refuse('accounts.unknown_email')
    addFacts({ person: user.id })
    if (!(await isPasswordRight(form.password, user.password_hash))) refuse('accounts.wrong_password')
    if (!user.email_confirmed_at) refuse('accounts.unconfirmed')
    await deps.limits.forget('login-address', address)
    await deps.limits.giveBack('login-source', caller.source)
    return { user: toSessionUser(user), token: await sessions.start(asOwner(user.id), caller.userAgent) }
  }

  return {
    ...createOwnAccount(deps, tokens),

    async register(form: Body<'register'>, source: string): Promise<{ message: string }> {
      await bot.require(form.recaptchaToken, source)
      if (await isPasswordTrivial(form.password, form.email)) refuse('accounts.password_common')
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
          verificationLetter(user.first_name, await tokens.link(tx, asOwner(user.id), 'signup', user.email)),
        )
      })
      return { message: accountMessages.registered }
    },

    login: (form: Body<'login'>, caller: { source: string; userAgent: string | null }) =>
      deps.refusedLogins.during(caller.source, () => logIn(form, caller)),

    async confirmEmail({ token, type }: Body<'confirmEmail'>): Promise<{ message: string }> {
      await db.transaction(async (tx) => {
        const redeemed = await tokens.redeem(tx, token, type)
        if (type === 'recovery') refuse('accounts.token_unknown')
        const owner = asOwner(redeemed.user_id)
        if (type === 'signup') return store.updateUser(owner, tx, { email_confirmed_at: isoNow(clock) })
        const taken = await store.findUserByEmail(scope, tx, redeemed.email)
        if (taken && taken.id !== owner) refuse('accounts.email_taken')
        return store.updateUser(owner, tx, { email: redeemed.email, pending_email: null })
      })
      return { message: 'Your email address is confirmed' }
    },

    /**
     * Answers the same for an unknown address, and when too many letters were asked for; and after the same work, so
     * that the time it takes tells no more. Whether it is anybody's is looked up in the background.
     */
    async requestReset({ email }: Body<'requestReset'>): Promise<{ message: string }> {
      const wait = await deps.limits.take('reset-address', email.toLowerCase(), RESETS_PER_ADDRESS)
      if (wait === null) await deps.jobs.enqueue(db, resetJob, { email, asked_at: isoNow(clock) })
      return { message: accountMessages.resetSent }
    },

    /** Mails the link to choose a new password, if there is an account. */
    async mailReset({ email, asked_at }: { email: string; asked_at?: string }): Promise<void> {
      await db.transaction(async (tx) => {
        const user = await findActiveUser(email, tx)
        if (!user) return
        const owner = asOwner(user.id)
        await store.holdUser(owner, tx)
        if (await tokens.isAskedTwice(tx, owner, 'recovery', asked_at ? new Date(asked_at) : undefined))
          return
        const link = await tokens.link(tx, owner, 'recovery', user.email)
        await deps.letters.send(tx, resetLetter(user.first_name, link))
      })
    },

    /** Sets a new password and ends every session. Whoever reads the mail owns the address, so it counts as confirmed. */
    async updatePassword({ password, accessToken }: Body<'updatePassword'>): Promise<{ message: string }> {
      const password_hash = await hashPassword(password)
      const isTrivial = await loadPasswordRule()
      await db.transaction(async (tx) => {
        const redeemed = await tokens.redeem(tx, accessToken, 'recovery')
        if (isTrivial(password, redeemed.email)) refuse('accounts.password_common')
        const owner = asOwner(redeemed.user_id)
        const user = await store.getUser(owner, tx)
        await store.updateUser(owner, tx, {
          password_hash,
          email_confirmed_at: user?.email_confirmed_at ?? isoNow(clock),
        })
        await sessions.endAll(owner, tx)
        if (user) await deps.letters.send(tx, passwordChangedNotice(user.first_name, user.email))
      })
      return { message: accountMessages.passwordUpdated }
    },

    /** For the operator at the terminal. */
    findByEmail: (email: string): Promise<store.User | null> => store.findUserByEmail(scope, db, email),

    /** Billing and the operator change plans; nobody else does. */
    async setPlan(tx: Db, owner: OwnerId, subscription_plan: Plan): Promise<void> {
      await store.updateUser(owner, tx, { subscription_plan })
    },

    async setTokensEnabled(owner: OwnerId, tokens_enabled: boolean): Promise<void> {
      await store.updateUser(owner, db, { tokens_enabled })
    },

    /** Nobody can log in any more, and everybody who is, is out. False when it was so already. */
    async close(tx: Db, owner: OwnerId): Promise<boolean> {
      const user = (await store.getUser(owner, tx)) ?? refuse('accounts.signed_out')
      if (user.deleting_at) return false
      await store.updateUser(owner, tx, { deleting_at: isoNow(clock) })
      await sessions.endAll(owner, tx)
      return true
    },

    /** The user's record for work in the background, or null when the account is gone or going. */
    async findUser(owner: OwnerId, tx: Db = db): Promise<store.User | null> {
      const user = await store.getUser(owner, tx)
      return user?.deleting_at ? null : user
    },

    /** Users who want a weekly report and have not had the one of this time. */
    async listDueForReport(reportTime: string, limit: number): Promise<OwnerId[]> {
      return (await store.listDueForReport(scope, db, reportTime, limit)).map(asOwner)
    },

    /** Settles a user's weekly report in the caller's transaction; null when it is settled or no longer wanted. */
    claimReport: (tx: Db, owner: OwnerId, reportTime: string): Promise<store.User | null> =>
      store.claimReport(owner, tx, reportTime),

    /** Erases the account and every row that belongs to it. */
    erase: (tx: Db, owner: OwnerId): Promise<void> => store.deleteUser(owner, tx),

    botCheckSettings: () => ({ provider: deps.botCheck.provider, site_key: deps.botCheck.siteKey }),
    createChallenge: () => deps.botCheck.createChallenge(),
    /** For other public forms: refuses a missing, wrong or used bot-check token. */
    requireBotCheck: (token: string, source: string) => bot.require(token, source),
  }
}

export type Accounts = ReturnType<typeof createAccounts>

/** What somebody does with an account of their own. */
const createOwnAccount = (deps: AccountsDeps, tokens: Tokens) => ({
  ...createProfile({ ...deps, tokens }),
  ...createOwners(deps),
  ...createProof({ ...deps, tokens }),
})

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
