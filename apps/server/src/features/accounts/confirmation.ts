import { accountMessages } from '@goldpan/contract/accounts'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { asOwner } from '../../db/owner.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import type { Letters } from '../../letters/letters.ts'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import { verificationLetter } from './accounts.mail.ts'
import * as store from './accounts.store.ts'
import type { Tokens } from './tokens.ts'

/** Letters that an address gets in an hour; more requests get the same answer and no letter. */
const LETTERS_PER_ADDRESS = { points: 5, seconds: 3600 }

const confirmationAsked = z.object({ email: z.string(), asked_by: z.string() })

export const confirmationJob = defineJob({
  name: 'confirmation-again',
  concurrency: 2,
  isSealed: true,
  payload: confirmationAsked,
})

export interface ConfirmationDeps {
  db: Database
  jobs: Jobs
  limits: RateLimits
  letters: Letters
  tokens: Tokens
  /** Null if nobody has the address, or the account is being erased. */
  findActiveUser: (tx: Db, email: string) => Promise<store.User | null>
}

/** For people whose confirmation letter was lost, or whose link has expired. */
export function createConfirmation({ db, jobs, limits, letters, tokens, findActiveUser }: ConfirmationDeps) {
  return {
    /** Looks the address up in the background, so that neither the answer nor its time shows whether an account has it. */
    async requestConfirmation({ email }: { email: string }, source: string): Promise<{ message: string }> {
      const wait = await limits.take('confirmation-address', email.toLowerCase(), LETTERS_PER_ADDRESS)
      const asked = { email, asked_by: source }
      if (wait === null) await jobs.enqueue(db, confirmationJob, asked, { group: source })
      return { message: accountMessages.confirmationSent }
    },

    async mailConfirmation({ email, asked_by }: z.infer<typeof confirmationAsked>): Promise<void> {
      await db.transaction(async (tx) => {
        const user = await findActiveUser(tx, email)
        if (!user || user.email_confirmed_at) return
        const owner = asOwner(user.id)
        await store.lockUser(tx, owner)
        if (await tokens.isAskedTwice(tx, owner, 'signup')) return
        const link = await tokens.link(tx, owner, 'signup', user.email)
        await letters.send(tx, verificationLetter(user.first_name, link), { askedBy: asked_by })
      })
    },
  }
}
