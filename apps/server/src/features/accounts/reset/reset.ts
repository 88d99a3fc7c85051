import { accountMessages, type accountRoutes } from '@goldpan/contract/accounts'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../../db/database.ts'
import { asOwner } from '../../../db/owner.ts'
import type { RateLimits } from '../../../http/rate-limits.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Letters } from '../../../letters/letters.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import type { Jobs } from '../../../providers/jobs/port.ts'
import { type ResetAsked, resetJob } from '../accounts.jobs.ts'
import { passwordChangedNotice, resetLetter } from '../accounts.mail.ts'
import { RESETS_PER_ADDRESS } from '../accounts.rules.ts'
import * as store from '../accounts.store.ts'
import type { LoginLimits } from '../login/login-limits.ts'
import { loadPasswordRule } from '../passwords/passwords.rules.ts'
import { hashPassword } from '../passwords/passwords.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Tokens } from '../tokens/tokens.ts'

export interface ResetDeps {
  db: Database
  clock: Clock
  jobs: Jobs
  limits: RateLimits
  letters: Letters
  sessions: Sessions
  tokens: Tokens
  loginLimits: LoginLimits
  /** Null if nobody has the address, or the account is being erased. */
  findActiveUser: (email: string, tx?: Db) => Promise<store.User | null>
}

type Body<Name extends 'requestReset' | 'updatePassword'> = HandlerInput<(typeof accountRoutes)[Name]>['body']

/** A new password by the link of a mail, for somebody who has forgotten theirs. */
export function createReset(deps: ResetDeps) {
  const { db, clock, sessions, tokens, loginLimits, findActiveUser } = deps

  return {
    /**
     * Answers the same for an unknown address, and when too many letters were asked for; and after the same work, so
     * that the time it takes tells no more. Whether it is anybody's is looked up in the background.
     */
    async requestReset({ email }: Body<'requestReset'>, source: string): Promise<{ message: string }> {
      const wait = await deps.limits.take('reset-address', email.toLowerCase(), RESETS_PER_ADDRESS)
      const asked = { email, asked_at: isoNow(clock), asked_by: source }
      if (wait === null) await deps.jobs.enqueue(db, resetJob, asked, { group: source })
      return { message: accountMessages.resetSent }
    },

    /** Mails the link to choose a new password, if there is an account. */
    async mailReset({ email, asked_at, asked_by }: ResetAsked): Promise<void> {
      await db.transaction(async (tx) => {
        const user = await findActiveUser(email, tx)
        if (!user) return
        const owner = asOwner(user.id)
        await store.lockUser(tx, owner)
        if (await tokens.isAskedTwice(tx, owner, 'recovery', asked_at ? new Date(asked_at) : undefined))
          return
        const link = await tokens.link(tx, owner, 'recovery', user.email)
        await deps.letters.send(tx, resetLetter(user.first_name, link), { askedBy: asked_by })
      })
    },

    /**
     * Sets a new password, and ends every session and every other link. Whoever reads the mail owns the address, so it
     * counts as confirmed, and the browser as known: a reset is the way back in for somebody who is locked out.
     */
    async updatePassword({ password, accessToken }: Body<'updatePassword'>, device?: string) {
      const password_hash = await hashPassword(password)
      const isTrivial = await loadPasswordRule()
      const user = await db.transaction(async (tx) => {
        const redeemed = await tokens.redeem(tx, accessToken, 'recovery')
        if (isTrivial(password, redeemed.email)) refuse('accounts.password_common')
        const owner = asOwner(redeemed.user_id)
        await store.updateUser(tx, owner, {
          password_hash,
          email_confirmed_at: redeemed.user.email_confirmed_at ?? isoNow(clock),
        })
        await tokens.revokeAll(tx, owner)
        await sessions.endAll(owner, tx)
        await deps.letters.send(tx, passwordChangedNotice(redeemed.user.first_name, redeemed.user.email))
        return { ...redeemed.user, password_hash }
      })
      return { message: accountMessages.passwordUpdated, device: loginLimits.deviceOf(user, device) }
    },
  }
}
