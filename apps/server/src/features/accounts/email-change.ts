import type { StoppedChange } from '@goldpan/contract/accounts'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import type { Letters } from '../../letters/letters.ts'
import {
  emailChangedNotice,
  emailChangeLetter,
  emailChangeNotice,
  emailTakenNotice,
} from './accounts.mail.ts'
import * as store from './accounts.store.ts'
import type { Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'

export interface EmailChangeDeps {
  db: Database
  letters: Letters
  sessions: Sessions
  tokens: Tokens
}

export interface Follower {
  person: OwnerId | null
  sessionToken: string
}

const scope = systemScope('an address belongs to at most one account')

/**
 * A change of address requires a session with a recent password, access to the new mailbox, and a session of the
 * account when the link is opened. The old address can stop it until then.
 */
export function createEmailChange({ db, letters, sessions, tokens }: EmailChangeDeps) {
  return {
    /**
     * Mails a confirmation to the new address and a stop link to the old one. If another account has the address, its
     * owner gets a letter saying so; the response is the same, so it doesn't reveal who has an account.
     */
    async announce(tx: Db, user: store.User, first_name: string, email: string): Promise<void> {
      const owner = asOwner(user.id)
      const isSame = user.pending_email?.toLowerCase() === email.toLowerCase()
      if (isSame && (await tokens.isAskedTwice(tx, owner, 'email_change'))) return
      const taken = await store.findUserByEmail(tx, scope, email)
      const link = await tokens.link(tx, owner, 'email_change', email)
      await letters.send(
        tx,
        taken ? emailTakenNotice(taken.first_name, taken.email) : emailChangeLetter(first_name, link),
        { askedBy: owner },
      )
      const notice = emailChangeNotice(first_name, user.email, email, tokens.stopLink(link.id))
      await letters.send(tx, notice, { askedBy: owner })
    },

    /** Revokes all other links and ends all other sessions. */
    async confirm(token: string, { person, sessionToken }: Follower): Promise<void> {
      await db.transaction(async (tx) => {
        const { user, email } = await tokens.redeem(tx, token, 'email_change')
        if (person === null)
          refuse('accounts.signed_out', {
            message: 'Please log in with your old address to confirm the new one.',
          })
        const owner = asOwner(user.id)
        if (person !== owner) refuse('accounts.other_account')
        if (!(await store.moveUser(tx, owner, email))) refuse('accounts.email_taken')
        await tokens.revokeAll(tx, owner)
        await sessions.endOthers(tx, owner, sessionToken)
        await letters.send(tx, emailChangedNotice(user.first_name, user.email, email))
      })
    },

    async cancel(owner: OwnerId): Promise<store.User> {
      return db.transaction(async (tx) => {
        await store.lockUser(tx, owner)
        await tokens.revoke(tx, owner, 'email_change')
        return (await store.updateUser(tx, owner, { pending_email: null })) ?? refuse('accounts.signed_out')
      })
    },

    /** The old address says that somebody else asked for the change, so all sessions end too. */
    async stop(token: string): Promise<StoppedChange> {
      return db.transaction(async (tx) => {
        const { token: change, user } = await tokens.redeemStop(tx, token)
        const owner = asOwner(user.id)
        await tokens.revokeAll(tx, owner)
        await sessions.endAll(tx, owner)
        return { email: user.email, stopped_email: change.email }
      })
    },
  }
}

export type EmailChange = ReturnType<typeof createEmailChange>
