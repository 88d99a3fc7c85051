import type { accountRoutes, Preferences, ProfileAnswer } from '@goldpan/contract/accounts'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { refuse } from '../../http/refuse.ts'
import * as store from './accounts.store.ts'
import type { EmailChange } from './email-change.ts'

/** Letters per wanted address and hour, from all accounts together. */
const CHANGES_PER_ADDRESS = { points: 5, seconds: 3600 }

export interface ProfileDeps {
  db: Database
  limits: Pick<RateLimits, 'take'>
  emailChange: EmailChange
}

type Form = HandlerInput<typeof accountRoutes.updateProfile>['body']

/** Name, address, and which letters a user wants. */
export function createProfile({ db, limits, emailChange }: ProfileDeps) {
  const getUser = async (owner: OwnerId): Promise<store.User> =>
    (await store.getUser(db, owner)) ?? refuse('accounts.signed_out')

  return {
    getProfile: async (owner: OwnerId): Promise<ProfileAnswer> => toAnswer(await getUser(owner)),

    /**
     * Changes the name at once; a new address must be confirmed first. Requires the password for a new address,
     * because whoever owns the address can reset the password.
     */
    async updateProfile(
      owner: OwnerId,
      form: Form,
      requireProof: (tx: Db) => Promise<void>,
    ): Promise<ProfileAnswer> {
      const { email: oldEmail } = await getUser(owner)
      if (form.email.toLowerCase() !== oldEmail.toLowerCase()) {
        await requireProof(db)
        const wait = await limits.take('change-address', form.email.toLowerCase(), CHANGES_PER_ADDRESS)
        if (wait !== null) refuse('request.too_many', { retryAfterSeconds: wait })
      }
      return db.transaction(async (tx) => {
        const before = (await store.lockUser(tx, owner)) ?? refuse('accounts.signed_out')
        const { first_name, last_name, email } = form
        const isSameAddress = email.toLowerCase() === before.email.toLowerCase()
        if (!isSameAddress) {
          await requireProof(tx)
          await emailChange.announce(tx, before, first_name, email)
        }
        const pending_email = isSameAddress ? before.pending_email : email
        return toAnswer(
          (await store.updateUser(tx, owner, { first_name, last_name, pending_email })) ?? before,
        )
      })
    },

    cancelEmailChange: async (owner: OwnerId): Promise<ProfileAnswer> =>
      toAnswer(await emailChange.cancel(owner)),

    async getPreferences(owner: OwnerId): Promise<Preferences> {
      const { email_notifications, weekly_reports } = await getUser(owner)
      return { email_notifications, weekly_reports }
    },

    async updatePreferences(owner: OwnerId, preferences: Preferences): Promise<Preferences> {
      const user = (await store.updateUser(db, owner, preferences)) ?? refuse('accounts.signed_out')
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
