import type { accountRoutes, Preferences, ProfileAnswer } from '@goldpan/contract/accounts'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../../db/database.ts'
import { type OwnerId, systemScope } from '../../../db/owner.ts'
import type { RateLimits } from '../../../http/rate-limits.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Letters } from '../../../letters/letters.ts'
import { emailChangeLetter, emailChangeNotice, emailTakenNotice } from '../accounts.mail.ts'
import { CHANGES_PER_ADDRESS } from '../accounts.rules.ts'
import * as store from '../accounts.store.ts'
import type { Tokens } from '../tokens/tokens.ts'

export interface ProfileDeps {
  db: Database
  letters: Letters
  limits: Pick<RateLimits, 'take'>
  tokens: Tokens
}

type Form = HandlerInput<typeof accountRoutes.updateProfile>['body']

const scope = systemScope('an address belongs to at most one account')

/** What a user says about themselves: name, address, and which mails they want. */
export function createProfile({ db, letters, limits, tokens }: ProfileDeps) {
  const getUser = async (owner: OwnerId, tx: Db = db): Promise<store.User> =>
    (await store.getUser(owner, tx)) ?? refuse('accounts.signed_out')

  /**
   * Mails the confirmation to the new address and word of it to the old one. An address of another account gets a
   * letter that says so, and the answer stays the same: nobody finds out here who has an account.
   */
  async function announceChange(tx: Db, owner: OwnerId, form: Form, before: store.User): Promise<void> {
    const isSame = before.pending_email?.toLowerCase() === form.email.toLowerCase()
    if (isSame && (await tokens.isAskedTwice(tx, owner, 'email_change'))) return
    const taken = await store.findUserByEmail(scope, tx, form.email)
    const link = await tokens.link(tx, owner, 'email_change', form.email)
    await letters.send(
      tx,
      taken ? emailTakenNotice(taken.first_name, taken.email) : emailChangeLetter(form.first_name, link),
      { askedBy: owner },
    )
    if (!isSame)
      await letters.send(tx, emailChangeNotice(form.first_name, before.email, form.email), { askedBy: owner })
  }

  return {
    getProfile: async (owner: OwnerId): Promise<ProfileAnswer> => toAnswer(await getUser(owner)),

    /**
     * Changes the name at once; a new address must be confirmed first, and the old one is told. Whoever has the address
     * can choose a password, so it asks for the present one first.
     */
    async updateProfile(
      owner: OwnerId,
      form: Form,
      requireProof: () => Promise<void>,
    ): Promise<ProfileAnswer> {
      const { email } = await getUser(owner)
      if (form.email.toLowerCase() !== email.toLowerCase()) {
        await requireProof()
        const wait = await limits.take('change-address', form.email.toLowerCase(), CHANGES_PER_ADDRESS)
        if (wait !== null) refuse('request.too_many', { retryAfterSeconds: wait })
      }
      return db.transaction(async (tx) => {
        const before = await getUser(owner, tx)
        const isSameAddress = form.email.toLowerCase() === before.email.toLowerCase()
        if (!isSameAddress) await announceChange(tx, owner, form, before)
        const { first_name, last_name } = form
        const pending_email = isSameAddress ? before.pending_email : form.email
        return toAnswer(
          (await store.updateUser(owner, tx, { first_name, last_name, pending_email })) ?? before,
        )
      })
    },

    /** Gives a change of address up: the link that was mailed no longer works. */
    async cancelEmailChange(owner: OwnerId): Promise<ProfileAnswer> {
      return db.transaction(async (tx) => {
        await tokens.revoke(tx, owner, 'email_change')
        const user = await store.updateUser(owner, tx, { pending_email: null })
        return toAnswer(user ?? refuse('accounts.signed_out'))
      })
    },

    async getPreferences(owner: OwnerId): Promise<Preferences> {
      const { email_notifications, weekly_reports } = await getUser(owner)
      return { email_notifications, weekly_reports }
    },

    async updatePreferences(owner: OwnerId, wanted: Preferences): Promise<Preferences> {
      const user = (await store.updateUser(owner, db, wanted)) ?? refuse('accounts.signed_out')
      return { email_notifications: user.email_notifications, weekly_reports: user.weekly_reports }
    },
  }
}

const toAnswer = ({ first_name, last_name, email, pending_email }: store.User): ProfileAnswer => ({
  first_name,
  last_name,
  email,
  pending_email,
})
