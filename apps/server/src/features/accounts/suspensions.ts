import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { reopenedLetter, suspendedLetter } from './accounts.mail.ts'
import * as store from './accounts.store.ts'

export interface SuspensionsDeps {
  systemClock: Clock
  letters: Pick<Letters, 'send'>
  publicUrl: () => string
  operatorEmail: string
}

/** A person's suspension. Both are null while the account is open. */
type Suspended = Pick<store.User, 'suspended_at' | 'suspension_reason'>

/**
 * An account that the operator suspended keeps everything, and nobody can use it. Work of its owner and of its
 * organizations waits where it is: claims ask for it (`isSuspended` in db/suspensions.ts).
 */
export function createSuspensions({ systemClock, letters, publicUrl, operatorEmail }: SuspensionsDeps) {
  return {
    /** Refuses a suspended account in words that its person reads. */
    requireOpen({ suspended_at, suspension_reason }: Suspended): void {
      if (!suspended_at) return
      const reason = suspension_reason ?? ''
      refuse('accounts.suspended', { message: suspendedSentence(reason, operatorEmail) })
    },

    /** Ends open streams of the person, too. False if the account is suspended already. */
    async suspend(tx: Db, person: OwnerId, reason: string): Promise<boolean> {
      const user = await store.lockUser(tx, person)
      if (!user || user.suspended_at) return false
      await store.updateUser(tx, person, {
        suspended_at: isoNow(systemClock),
        suspension_reason: reason,
      })
      await store.endStreams(tx, person)
      await letters.send(tx, suspendedLetter(user, { reason, operatorEmail }))
      return true
    },

    /** False if the account isn't suspended. */
    async unsuspend(tx: Db, person: OwnerId): Promise<boolean> {
      const user = await store.lockUser(tx, person)
      if (!user?.suspended_at) return false
      await store.updateUser(tx, person, { suspended_at: null, suspension_reason: null })
      await letters.send(tx, reopenedLetter(user, publicUrl()))
      return true
    },
  }
}

export const suspendedSentence = (reason: string, operatorEmail: string): string =>
  `This account is suspended: ${withStop(reason)} Nothing was deleted. Write to ${operatorEmail} to have it opened again.`

const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
