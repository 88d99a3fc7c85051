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
import { verificationLetter } from './accounts.mail.ts'
import * as store from './accounts.store.ts'
import { createEmailChange, type EmailChange, type Follower } from './email-change/email-change.ts'
import { createLogin } from './login/login.ts'
import { createLoginLimits, type LoginLimits } from './login/login-limits.ts'
import { createOwners } from './owners/owners.ts'
import { isPasswordTrivial } from './passwords/passwords.rules.ts'
import { hashPassword } from './passwords/passwords.ts'
import { createProfile } from './profile/profile.ts'
import { createProof } from './proof/proof.ts'
import type { RefusedLogins } from './refused-logins/refused-logins.ts'
import { createReset } from './reset/reset.ts'
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
  /** Signs what browsers and letters keep. */
  secret: Buffer
  defaultPlan: Plan
}

type Body<Name extends keyof typeof accountRoutes> =
  HandlerInput<(typeof accountRoutes)[Name]> extends { body: infer B } ? B : never

const scope = systemScope('accounts are found by address or by the token of a mail')

export function createAccounts(deps: AccountsDeps) {
  const { db, clock, sessions } = deps
  const bot = createBotCheckGate(deps)

  const tokens = createTokens(deps)
  const loginLimits = createLoginLimits(deps)
  const emailChange = createEmailChange({ ...deps, tokens })

  const findActiveUser = async (email: string, tx: Db = db): Promise<store.User | null> => {
    const user = await store.findUserByEmail(tx, scope, email)
    return user?.deleting_at ? null : user
  }

  return {
    ...createOwnAccount(deps, { tokens, emailChange, loginLimits }),
    ...createReset({ ...deps, tokens, loginLimits, findActiveUser }),
    stopEmailChange: emailChange.stop,

    async register(form: Body<'register'>, source: string): Promise<{ message: string }> {
      await bot.require(form.recaptchaToken, source)
      if (await isPasswordTrivial(form.password, form.email)) refuse('accounts.password_common')
      const password_hash = await hashPassword(form.password)
      await db.transaction(async (tx) => {
        const user = await store.insertUser(tx, scope, {
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
          { askedBy: source },
        )
      })
      return { message: accountMessages.registered }
    },

    login: createLogin({ ...deps, loginLimits, findActiveUser, requireBotCheck: bot.require }),

    async confirmEmail({ token, type }: Body<'confirmEmail'>, follower: Follower) {
      if (type === 'recovery') refuse('accounts.token_unknown')
      if (type === 'email_change') await emailChange.confirm(token, follower)
      else
        await db.transaction(async (tx) => {
          const { user_id } = await tokens.redeem(tx, token, type)
          await store.updateUser(tx, asOwner(user_id), { email_confirmed_at: isoNow(clock) })
        })
      return { message: 'Your email address is confirmed' }
    },

    /** For the operator at the terminal. */
    findByEmail: (email: string): Promise<store.User | null> => store.findUserByEmail(db, scope, email),

    /** Billing and the operator change plans; nobody else does. */
    async setPlan(tx: Db, owner: OwnerId, subscription_plan: Plan): Promise<void> {
      await store.updateUser(tx, owner, { subscription_plan })
    },

    async setTokensEnabled(owner: OwnerId, tokens_enabled: boolean): Promise<void> {
      await store.updateUser(db, owner, { tokens_enabled })
    },

    /** Nobody can log in any more, everybody who is, is out, and no link works. False when it was so already. */
    async close(tx: Db, owner: OwnerId): Promise<boolean> {
      const user = (await store.getUser(tx, owner)) ?? refuse('accounts.signed_out')
      if (user.deleting_at) return false
      await store.updateUser(tx, owner, { deleting_at: isoNow(clock) })
      await tokens.revokeAll(tx, owner)
      await sessions.endAll(owner, tx)
      return true
    },

    /** The user's record for work in the background, or null when the account is gone or going. */
    async findUser(owner: OwnerId, tx: Db = db): Promise<store.User | null> {
      const user = await store.getUser(tx, owner)
      return user?.deleting_at ? null : user
    },

    /** Users who want a weekly report and have not had the one of this time. */
    async listDueForReport(reportTime: string, limit: number): Promise<OwnerId[]> {
      return (await store.listDueForReport(db, scope, reportTime, limit)).map(asOwner)
    },

    /** Settles a user's weekly report in the caller's transaction; null when it is settled or no longer wanted. */
    claimReport: (tx: Db, owner: OwnerId, reportTime: string): Promise<store.User | null> =>
      store.claimReport(tx, owner, reportTime),

    /** Erases the account and every row that belongs to it. */
    erase: (tx: Db, owner: OwnerId): Promise<void> => store.deleteUser(tx, owner),

    botCheckSettings: () => ({ provider: deps.botCheck.provider, site_key: deps.botCheck.siteKey }),
    createChallenge: () => deps.botCheck.createChallenge(),
    /** For other public forms: refuses a missing, wrong or used bot-check token. */
    requireBotCheck: (token: string, source: string) => bot.require(token, source),
  }
}

export type Accounts = ReturnType<typeof createAccounts>

/** What somebody does with an account of their own. */
const createOwnAccount = (
  deps: AccountsDeps,
  parts: { tokens: Tokens; emailChange: EmailChange; loginLimits: LoginLimits },
) => ({
  ...createProfile({ ...deps, ...parts }),
  ...createOwners(deps),
  ...createProof({ ...deps, ...parts }),
})

/** Each bot-check token is verified once and can't be used again. */
function createBotCheckGate({ db, clock, botCheck }: Pick<AccountsDeps, 'db' | 'clock' | 'botCheck'>) {
  return {
    async require(token: string, source: string): Promise<void> {
      if (botCheck.provider === 'off') return
      const { isPassed, expiresAt } = await botCheck.verify(token, source)
      if (!isPassed) refuse('accounts.bot_check')
      const isFresh = await store.spendBotCheckToken(db, scope, {
        token_hash: hashToken(token),
        expires_at: expiresAt.toISOString(),
        now: isoNow(clock),
      })
      if (!isFresh) refuse('accounts.bot_check')
    },
  }
}
