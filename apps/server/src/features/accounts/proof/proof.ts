import { accountMessages, type accountRoutes } from '@goldpan/contract/accounts'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import type { RateLimits } from '../../../http/rate-limits.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Letters } from '../../../letters/letters.ts'
import { passwordChangedNotice } from '../accounts.mail.ts'
import { LOGINS_PER_ADDRESS } from '../accounts.rules.ts'
import * as store from '../accounts.store.ts'
import { isPasswordTrivial } from '../passwords/passwords.rules.ts'
import { hashPassword, isPasswordRight } from '../passwords/passwords.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Tokens } from '../tokens/tokens.ts'

export interface ProofDeps {
  db: Database
  sessions: Sessions
  limits: RateLimits
  letters: Letters
  tokens: Tokens
}

type Body<Name extends 'provePassword' | 'changePassword'> = HandlerInput<
  (typeof accountRoutes)[Name]
>['body']

/** What somebody who is logged in does with their password. */
export function createProof({ db, sessions, limits, letters, tokens }: ProofDeps) {
  /** Guesses count with those of logins. */
  async function requirePassword(owner: OwnerId, password: string): Promise<store.User> {
    const user = (await store.getUser(owner, db)) ?? refuse('accounts.signed_out')
    const address = user.email.toLowerCase()
    const wait = await limits.take('login-address', address, LOGINS_PER_ADDRESS)
    if (wait !== null)
      refuse('accounts.too_many_logins', {
        message: 'Too many wrong passwords. Please try again later.',
        retryAfterSeconds: wait,
      })
    if (!(await isPasswordRight(password, user.password_hash))) refuse('accounts.password_differs')
    await limits.forget('login-address', address)
    return user
  }

  return {
    async provePassword(owner: OwnerId, { password }: Body<'provePassword'>, sessionToken: string) {
      await requirePassword(owner, password)
      await sessions.prove(owner, sessionToken)
      return { message: 'Thank you. You can go on.' }
    },

    /** Whoever else is logged in is out, and a link to choose a password that is on its way no longer works. */
    async changePassword(owner: OwnerId, form: Body<'changePassword'>, sessionToken: string) {
      const user = await requirePassword(owner, form.current_password)
      if (await isPasswordTrivial(form.password, user.email)) refuse('accounts.password_common')
      const password_hash = await hashPassword(form.password)
      await db.transaction(async (tx) => {
        await store.updateUser(owner, tx, { password_hash })
        await tokens.revoke(tx, owner, 'recovery')
        await sessions.endOthers(owner, sessionToken, tx)
        await letters.send(tx, passwordChangedNotice(user.first_name, user.email))
      })
      await sessions.prove(owner, sessionToken)
      return { message: accountMessages.passwordChanged }
    },
  }
}
