import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { InstallationMark } from '../../providers/installation-mark/port.ts'
import { isRestored, restoredSentence } from './epoch.rules.ts'
import * as store from './epoch.store.ts'

const scope = systemScope('a restored backup concerns the whole installation')
/** A backup that is older than this is told by its number. */
const ADVANCE_MS = 60_000

export interface EpochDeps {
  db: Database
  clock: Clock
  mark: InstallationMark
}

/**
 * Tells a restored backup: database and data folder count up together, and one of them that is behind, or a folder that
 * is a copy, was put back. Then nothing is sent until the operator says so.
 */
export function createEpoch({ db, clock, mark }: EpochDeps) {
  let advancedAt = 0
  let isFirst = true
  /** One for the process: a data folder that can't be written to must not add a row at each look. */
  const newPlace = randomUUID()

  async function advance(): Promise<void> {
    const kept = await mark.read()
    const known = await store.listEpochs(db, scope)
    if (isFirst && isRestored(kept, known, clock.now()) && !(await store.findHold(db, scope)))
      await store.insertHold(db, scope, restoredSentence, isoNow(clock))
    isFirst = false
    const place = kept?.place ?? newPlace
    const row = known.find((one) => one.place === place)
    const epoch = Math.max(kept?.epoch ?? 0, row?.epoch ?? 0) + 1
    const seen_at = isoNow(clock)
    // The database first: a crash in between leaves the folder behind, which is no sign of a backup.
    await store.saveEpoch(db, scope, { place, epoch, identity: row?.identity ?? null, seen_at })
    const identity = await mark.write({ place, epoch })
    await store.saveEpoch(db, scope, { place, epoch, identity, seen_at })
  }

  return {
    /** Before a worker sends: looks for a restored backup when the process is new, and counts up now and then. */
    async look(): Promise<void> {
      const now = clock.now().getTime()
      if (!isFirst && now - advancedAt < ADVANCE_MS) return
      await advance()
      advancedAt = now
    },

    /** Why nothing is sent; null when nothing holds the installation. */
    findHold: (): Promise<string | null> => store.findHold(db, scope),

    /** The operator has looked: sending goes on. Answers whether anything was held. */
    lift: async (): Promise<boolean> => (await store.liftHolds(db, scope, isoNow(clock))) > 0,
  }
}

export type InstallationEpoch = ReturnType<typeof createEpoch>
