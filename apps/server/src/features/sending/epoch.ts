import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { InstallationMark } from '../../providers/installation-mark/port.ts'
import { isRestored, restoredSentence } from './epoch.rules.ts'
import * as store from './epoch.store.ts'

const scope = systemScope('a restored backup concerns the whole installation')
/** How often the number is incremented. Backups older than this are detected by it. */
const ADVANCE_MS = 60_000

export interface EpochDeps {
  db: Database
  systemClock: Clock
  mark: InstallationMark
}

/**
 * Detects a restored backup. Database and data folder increment a number together; if one is behind, or the folder is
 * a copy, it was restored. Then nothing is sent until the operator confirms.
 */
export function createEpoch({ db, systemClock, mark }: EpochDeps) {
  let advancedAt = 0
  let isFirst = true
  /** One per process, so that an unwritable data folder doesn't add a row on every check. */
  const newPlace = randomUUID()

  async function advance(): Promise<void> {
    const kept = await mark.read()
    const known = await store.listEpochs(db, scope)
    if (isFirst && isRestored(kept, known, systemClock.now())) {
      if (await store.findHold(db, scope)) await store.unsettleHolds(db, scope)
      else await store.insertHold(db, scope, restoredSentence, isoNow(systemClock))
    }
    isFirst = false
    const place = kept?.place ?? newPlace
    const row = known.find((one) => one.place === place)
    const epoch = Math.max(kept?.epoch ?? 0, row?.epoch ?? 0) + 1
    const seen_at = isoNow(systemClock)
    // The database first: a crash in between leaves the folder behind, which doesn't count as restored.
    await store.saveEpoch(db, scope, { place, epoch, identity: row?.identity ?? null, seen_at })
    const identity = await mark.write({ place, epoch })
    await store.saveEpoch(db, scope, { place, epoch, identity, seen_at })
  }

  return {
    /**
     * Call before sending. Checks for a restored backup on the first call and increments the number from time to
     * time.
     */
    async check(): Promise<void> {
      const now = systemClock.now().getTime()
      if (!isFirst && now - advancedAt < ADVANCE_MS) return
      await advance()
      advancedAt = now
    },

    /** True until what may have left since the backup was taken is settled. Sending waits for it. */
    isUnsettled: (): Promise<boolean> => store.hasUnsettled(db, scope),
    settle: (): Promise<void> => store.settleHolds(db, scope, isoNow(systemClock)),

    /** Why the installation is on hold; null if it isn't. */
    findHold: (): Promise<string | null> => store.findHold(db, scope),

    /** Resumes sending on the operator's command. Returns whether there was a hold. */
    lift: async (): Promise<boolean> => (await store.liftHolds(db, scope, isoNow(systemClock))) > 0,
  }
}

export type InstallationEpoch = ReturnType<typeof createEpoch>
