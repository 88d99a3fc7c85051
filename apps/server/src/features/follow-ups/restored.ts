import type { Database } from '../../db/database.ts'
import { asOwner, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { InstallationEpoch } from '../sending/epoch.ts'

export interface RestoredDeps {
  db: Database
  clock: Clock
  epoch: Pick<InstallationEpoch, 'check' | 'isUnsettled' | 'settle'>
  enrolments: Pick<Enrolments, 'listOwnersDueBy' | 'passOverDue'>
  /** Computes the due days of everybody who has none. */
  setDueDays: () => Promise<void>
  onPassedOver: (people: number) => void
}

const scope = systemScope('a restored backup concerns the whole installation')

/**
 * Keeps people from getting a follow-up twice after a backup was restored: follow-ups that are due by now may have left
 * since the backup was taken, and are passed over. Later ones leave once the operator resumes sending.
 */
export function createRestored({ db, clock, epoch, enrolments, setDueDays, onPassedOver }: RestoredDeps) {
  return {
    /** Call before sending, which waits for it. */
    async settle(): Promise<void> {
      await epoch.check()
      if (!(await epoch.isUnsettled())) return
      const dueBy = isoNow(clock)
      let people = 0
      let owners: string[]
      // Again until nobody is left: several steps of a person may have been due.
      do {
        await setDueDays()
        owners = await enrolments.listOwnersDueBy(db, scope, dueBy)
        for (const owner of owners)
          people += await db.transaction((tx) => enrolments.passOverDue(tx, asOwner(owner), dueBy))
      } while (owners.length > 0)
      await epoch.settle()
      if (people > 0) onPassedOver(people)
    },
  }
}
