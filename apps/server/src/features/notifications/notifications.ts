import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Letter } from '../../letters/letter.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import {
  type FinishedJob,
  jobFinishedLetter,
  limitLetter,
  type ReachedLimit,
  type Reader,
} from './notifications.mail.ts'
import * as store from './notifications.store.ts'

export interface NotificationsDeps {
  clock: Clock
  letters: Letters
  accounts: Pick<Accounts, 'findUser'>
  publicUrl: () => string
  sellsPlans: boolean
}

/**
 * Notifies users by mail, if they want it, in the caller's transaction. `cause` names the event (`gathering:<job>`)
 * and is notified of once. Replies need no notice: they are forwarded.
 */
export function createNotifications({ clock, letters, accounts, publicUrl, sellsPlans }: NotificationsDeps) {
  async function notify(tx: Db, owner: OwnerId, cause: string, write: (reader: Reader) => Letter) {
    const user = await accounts.findUser(tx, owner)
    if (!user?.email_notifications || user.suspended_at) return
    if (!(await store.insertNotice(tx, owner, cause, isoNow(clock)))) return
    await letters.send(tx, write({ publicUrl: publicUrl(), user }), { askedBy: owner })
  }

  return {
    jobFinished: (tx: Db, owner: OwnerId, cause: string, job: FinishedJob): Promise<void> =>
      notify(tx, owner, cause, (reader) => jobFinishedLetter(reader, job)),

    limitReached: (
      tx: Db,
      owner: OwnerId,
      cause: string,
      limit: Omit<ReachedLimit, 'sellsPlans'>,
    ): Promise<void> => notify(tx, owner, cause, (reader) => limitLetter(reader, { ...limit, sellsPlans })),
  }
}

export type Notifications = ReturnType<typeof createNotifications>
