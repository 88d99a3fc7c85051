import type { StoppedChange } from '@goldpan/contract/accounts'
import type { Database, Db } from '../../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../../db/owner.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Letters } from '../../../letters/letters.ts'
import {
  emailChangedNotice,
  emailChangeLetter,
  emailChangeNotice,
  emailTakenNotice,
} from '../accounts.mail.ts'
import * as store from '../accounts.store.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Tokens } from '../tokens/tokens.ts'

export interface EmailChangeDeps {
  db: Database
  letters: Letters
  sessions: Sessions
  tokens: Tokens
}

/** Who follows a link: the person of the session, and its token. */
export interface Follower {
  person: OwnerId | null
  sessionToken: string
}

const scope = systemScope('an address belongs to at most one account')

/**
 * A change of address. It takes three things: the session of the account with its password shown lately, the mailbox of
 * the new address, and a session of the account again when its link is opened. The old address can stop it until then.
 */
export function createEmailChange({ db, letters, sessions, tokens }: EmailChangeDeps) {
  return {
    /**
     * Mails the confirmation to the new address, and to the old one how to stop it. An address of another account gets a
     * letter that says so, and the answer stays the same: nobody finds out here who has an account.
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

    /** Puts the new address in force. Links that were mailed to the old one, and all other sessions, end with it. */
    async confirm(token: string, { person, sessionToken }: Follower): Promise<void> {
      await db.transaction(async (tx) => {
        const { user, email } = await tokens.redeem(tx, token, 'email_change')
        if (person === null)
          refuse('accounts.signed_out', {
            message: 'Please log in with your old address to confirm the new one.',
          })
        const owner = asOwner(user.id)
        if (person !== owner) refuse('accounts.other_account')
        if (await store.findUserByEmail(tx, scope, email)) refuse('accounts.email_taken')
        await store.updateUser(tx, owner, { email })
        await tokens.revokeAll(tx, owner)
        await sessions.endOthers(owner, sessionToken, tx)
        await letters.send(tx, emailChangedNotice(user.first_name, user.email, email))
      })
    },

    /** Gives a change up: the links that were mailed no longer work. */
    async cancel(owner: OwnerId): Promise<store.User> {
      return db.transaction(async (tx) => {
        await store.lockUser(tx, owner)
        await tokens.revoke(tx, owner, 'email_change')
        return (await store.updateUser(tx, owner, { pending_email: null })) ?? refuse('accounts.signed_out')
      })
    },

    /** By the link that the old address was sent. Somebody else asked for the change, so every session ends as well. */
    async stop(token: string): Promise<StoppedChange> {
      return db.transaction(async (tx) => {
        const { token: change, user } = await tokens.redeemStop(tx, token)
        const owner = asOwner(user.id)
        await tokens.revokeAll(tx, owner)
        await sessions.endAll(owner, tx)
        return { email: user.email, stopped_email: change.email }
      })
    },
  }
}

export type EmailChange = ReturnType<typeof createEmailChange>
