import { accountMessages, type accountRoutes } from '@goldpan/contract/accounts'
import type { HandlerInput } from '@goldpan/contract/route'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { asOwner } from '../../db/owner.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { refuse } from '../../http/refuse.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import { passwordChangedNotice, resetLetter } from './accounts.mail.ts'
import * as store from './accounts.store.ts'
import type { LoginLimits } from './login.ts'
import { hashPassword, loadPasswordRule } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'

/** Letters per address and hour. Beyond that the answer is the same but no letter is sent. */
const RESETS_PER_ADDRESS = { points: 5, seconds: 3600 }

const resetAsked = z.object({
  email: z.string(),
  asked_at: z.string().optional(),
  asked_by: z.string().optional(),
})

export const resetJob = defineJob({
  name: 'password-reset',
  concurrency: 2,
  isSealed: true,
  payload: resetAsked,
})

export interface PasswordResetDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  jobs: Jobs
  limits: RateLimits
  letters: Letters
  sessions: Sessions
  tokens: Tokens
  loginLimits: LoginLimits
  /** Null if nobody has the address, or the account is being erased. */
  findActiveUser: (tx: Db, email: string) => Promise<store.User | null>
}

type Body<Name extends 'requestReset' | 'updatePassword'> = HandlerInput<(typeof accountRoutes)[Name]>['body']

/** For people who have forgotten their password. */
export function createPasswordReset(deps: PasswordResetDeps) {
  const { db, clock, systemClock, sessions, tokens, loginLimits, findActiveUser } = deps

  return {
    /**
     * Looks the address up in the background, so that neither the answer nor its time shows whether an account has it.
     */
    async requestReset({ email }: Body<'requestReset'>, source: string): Promise<{ message: string }> {
      const wait = await deps.limits.take('reset-address', email.toLowerCase(), RESETS_PER_ADDRESS)
      const asked = { email, asked_at: isoNow(systemClock), asked_by: source }
      if (wait === null) await deps.jobs.enqueue(db, resetJob, asked, { group: source })
      return { message: accountMessages.resetSent }
    },

    async mailReset({ email, asked_at, asked_by }: z.infer<typeof resetAsked>): Promise<void> {
      await db.transaction(async (tx) => {
        const user = await findActiveUser(tx, email)
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
     * Ends every session and every other link. Opening the letter proves ownership of the address, so it becomes
     * confirmed and the browser known: a reset is the way back for a locked-out user.
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
        await sessions.endAll(tx, owner)
        await deps.letters.send(tx, passwordChangedNotice(redeemed.user.first_name, redeemed.user.email))
        return { ...redeemed.user, password_hash }
      })
      return { message: accountMessages.passwordUpdated, device: loginLimits.signDevice(user, device) }
    },
  }
}
