import { accountMessages, type accountRoutes } from '@goldpan/contract/accounts'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import type { Letters } from '../../letters/letters.ts'
import { passwordChangedNotice } from './accounts.mail.ts'
import * as store from './accounts.store.ts'
import type { LoginLimits, LoginOrigin } from './login.ts'
import { hashPassword, isPasswordRight, isPasswordTrivial } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'

export interface ProofDeps {
  db: Database
  sessions: Sessions
  loginLimits: LoginLimits
  letters: Letters
  tokens: Tokens
}

type Body<Name extends 'provePassword' | 'changePassword'> = HandlerInput<
  (typeof accountRoutes)[Name]
>['body']

interface SessionOrigin extends LoginOrigin {
  sessionToken: string
}

/** Operations that need the present password, or end other sessions. */
export function createProof({ db, sessions, loginLimits, letters, tokens }: ProofDeps) {
  /** Wrong passwords count with those of logins. */
  async function requirePassword(owner: OwnerId, password: string, place: LoginOrigin): Promise<store.User> {
    const user = (await store.getUser(db, owner)) ?? refuse('accounts.signed_out')
    const address = user.email.toLowerCase()
    const wait = await loginLimits.take(address, user, place)
    if (wait !== null)
      refuse('accounts.too_many_logins', {
        message: 'Too many wrong passwords. Please try again later.',
        retryAfterSeconds: wait,
      })
    if (!(await isPasswordRight(password, user.password_hash))) refuse('accounts.password_differs')
    await loginLimits.giveBack(address, user, place)
    return user
  }

  /** Also revokes every link that was mailed. */
  async function endOthers(tx: Db, owner: OwnerId, sessionToken: string): Promise<void> {
    await tokens.revokeAll(tx, owner)
    await sessions.endOthers(tx, owner, sessionToken)
  }

  return {
    async provePassword(owner: OwnerId, { password }: Body<'provePassword'>, place: SessionOrigin) {
      const user = await requirePassword(owner, password, place)
      await sessions.prove(owner, place.sessionToken)
      return {
        message: 'Thank you. You can go on.',
        device: loginLimits.signDevice(user, place.device),
      }
    },

    async changePassword(owner: OwnerId, form: Body<'changePassword'>, place: SessionOrigin) {
      const user = await requirePassword(owner, form.current_password, place)
      if (await isPasswordTrivial(form.password, user.email)) refuse('accounts.password_common')
      const password_hash = await hashPassword(form.password)
      await db.transaction(async (tx) => {
        const current = await store.lockUser(tx, owner)
        if (current?.password_hash !== user.password_hash) refuse('accounts.password_differs')
        await store.updateUser(tx, owner, { password_hash })
        await endOthers(tx, owner, place.sessionToken)
        await letters.send(tx, passwordChangedNotice(user.first_name, user.email))
      })
      await sessions.prove(owner, place.sessionToken)
      return {
        message: accountMessages.passwordChanged,
        device: loginLimits.signDevice({ ...user, password_hash }),
      }
    },

    async endOtherSessions(owner: OwnerId, sessionToken: string): Promise<void> {
      await db.transaction(async (tx) => {
        await store.lockUser(tx, owner)
        await endOthers(tx, owner, sessionToken)
      })
    },
  }
}
