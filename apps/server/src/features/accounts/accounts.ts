import { accountRefusals } from '@goldpan/contract/account-refusals'
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
import { createConfirmation } from './confirmation.ts'
import { createEmailChange, type Follower } from './email-change.ts'
import { createLogin, createLoginLimits } from './login.ts'
import { createPasswordReset } from './password-reset.ts'
import { hashPassword, isPasswordTrivial } from './passwords.ts'
import { createProfile } from './profile.ts'
import { createProof } from './proof.ts'
import type { RefusedLogins } from './refused-logins.ts'
import { hashToken, type Sessions } from './sessions.ts'
import { createSuspensions } from './suspensions.ts'
import { createTokens } from './tokens.ts'

export interface AccountsDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  jobs: Jobs
  sessions: Sessions
  refusedLogins: RefusedLogins
  botCheck: BotCheck
  limits: RateLimits
  letters: Letters
  publicUrl: () => string
  /** Signs device cookies and links of letters. */
  secret: Buffer
  defaultPlan: Plan
  signUp: 'open' | 'invited' | 'closed'
  /** Named where somebody is refused. */
  operatorEmail: string
}

type Body<Name extends keyof typeof accountRoutes> =
  HandlerInput<(typeof accountRoutes)[Name]> extends { body: infer B } ? B : never

const scope = systemScope('accounts are found by address or by the token of a letter')

export function createAccounts(deps: AccountsDeps) {
  const { db, clock, systemClock, sessions, botCheck } = deps
  const tokens = createTokens(deps)
  const loginLimits = createLoginLimits(deps)
  const emailChange = createEmailChange({ ...deps, tokens })
  const suspensions = createSuspensions(deps)

  async function findActiveUser(tx: Db, email: string): Promise<store.User | null> {
    const user = await store.findUserByEmail(tx, scope, email)
    return user?.deleting_at ? null : user
  }

  /** Each bot-check token is verified once and can't be used again. */
  async function requireBotCheck(token: string, source: string): Promise<void> {
    if (botCheck.provider === 'off') return
    const { isPassed, expiresAt } = await botCheck.verify(token, source)
    if (!isPassed) refuse('accounts.bot_check')
    const isFresh = await store.spendBotCheckToken(db, scope, {
      token_hash: hashToken(token),
      expires_at: expiresAt.toISOString(),
      now: isoNow(systemClock),
    })
    if (!isFresh) refuse('accounts.bot_check')
  }

  return {
    ...createProfile({ ...deps, emailChange }),
    ...createProof({ ...deps, tokens, loginLimits }),
    ...createConfirmation({ ...deps, tokens, findActiveUser }),
    ...createPasswordReset({ ...deps, tokens, loginLimits, findActiveUser }),
    ...suspensions,
    login: createLogin({ ...deps, ...suspensions, loginLimits, findActiveUser, requireBotCheck }),
    stopEmailChange: emailChange.stop,
    requireBotCheck,

    async register(form: Body<'register'>, source: string): Promise<{ message: string }> {
      if (deps.signUp === 'closed') refuse('accounts.sign_up_closed')
      await requireBotCheck(form.recaptchaToken, source)
      if (deps.signUp === 'invited' && !(await store.isInvited(db, scope, form.email, isoNow(systemClock))))
        refuse('accounts.sign_up_invited')
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

    /** For billing and the operator only. */
    async setPlan(tx: Db, owner: OwnerId, subscription_plan: Plan): Promise<void> {
      await store.updateUser(tx, owner, { subscription_plan })
    },

    async setTokensEnabled(owner: OwnerId, tokens_enabled: boolean): Promise<void> {
      await store.updateUser(db, owner, { tokens_enabled })
    },

    /** Ends all sessions and links, and blocks logins. False if the account is closed already. */
    async close(tx: Db, owner: OwnerId): Promise<boolean> {
      const user = (await store.getUser(tx, owner)) ?? refuse('accounts.signed_out')
      if (user.deleting_at) return false
      await store.updateUser(tx, owner, { deleting_at: isoNow(clock) })
      await tokens.revokeAll(tx, owner)
      await sessions.endAll(tx, owner)
      return true
    },

    /**
     * Returns the person responsible for an owner's rows: the owner, or the person who owns the organization. Refuses if
     * the account is gone.
     */
    async getUser(tx: Db, owner: OwnerId): Promise<store.User> {
      return (await store.getUser(tx, owner)) ?? refuse('accounts.signed_out')
    },

    /** For background work. Null if the account is gone or being erased. */
    async findUser(tx: Db, owner: OwnerId): Promise<store.User | null> {
      const user = await store.getUser(tx, owner)
      return user?.deleting_at ? null : user
    },

    addOwner: (tx: Db, person: OwnerId, id: string): Promise<void> => store.insertOwner(tx, person, id),
    handOver: (tx: Db, owner: OwnerId, person: OwnerId): Promise<void> => store.setPerson(tx, owner, person),
    eraseOwner: (tx: Db, owner: OwnerId): Promise<void> => store.deleteOwner(tx, owner),

    /** Users who want a weekly report and have not been sent this one. */
    async listDueForReport(reportTime: string, limit: number): Promise<OwnerId[]> {
      return (await store.listDueForReport(db, scope, reportTime, limit)).map(asOwner)
    },

    /** Null if the report is already claimed or no longer wanted. */
    claimReport: (tx: Db, owner: OwnerId, reportTime: string): Promise<store.User | null> =>
      store.claimReport(tx, owner, reportTime),

    /** Erases the account and every row that belongs to it. */
    erase: (tx: Db, owner: OwnerId): Promise<void> => store.deleteUser(tx, owner),

    signUpSettings: () => ({
      sign_up: deps.signUp,
      sentence: deps.signUp === 'open' ? null : accountRefusals[`accounts.sign_up_${deps.signUp}`].message,
    }),

    botCheckSettings: () => ({ provider: botCheck.provider, site_key: botCheck.siteKey }),
    createChallenge: () => botCheck.createChallenge(),
  }
}

export type Accounts = ReturnType<typeof createAccounts>
