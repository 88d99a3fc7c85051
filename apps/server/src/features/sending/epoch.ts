import { randomUUID } from 'node:crypto'
import type { Database, Db } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import type { Letters } from '../../letters/letters.ts'
import type { AcceptedNotes } from '../../providers/accepted-notes/port.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { InstallationMark, Mark } from '../../providers/installation-mark/port.ts'
import { recallAccepted } from './accepted-messages.store.ts'
import { heldLetter } from './epoch.mail.ts'
import {
  compareDatabase,
  type DatabaseChange,
  type Epoch,
  isRestored,
  isTakeover,
  restoredSentence,
  switchedSentence,
} from './epoch.rules.ts'
import * as store from './epoch.store.ts'

const scope = systemScope('a database that lost something concerns the whole installation')
/** How often the number is incremented. Backups older than this are detected by it. */
const ADVANCE_MS = 60_000
/** During a hold, since a message that was in flight at its start may be accepted later. */
const RECALL_EVERY_MS = 30_000

export interface EpochDeps {
  db: Database
  systemClock: Clock
  mark: InstallationMark
  notes: Pick<AcceptedNotes, 'read'>
  letters: Pick<Letters, 'send'>
  operatorEmail: string
  /** Called once when sending is put on hold. */
  onHold: (sentence: string) => void
  /** Called once if the role may not read what identifies the database. */
  onUnreadable: () => void
}

/**
 * Holds all sending when the database may have lost something, until the operator confirms: then messages that wait in
 * it may have been sent. It lost something if it isn't the one it was (`database_identity`), if its WAL is behind what
 * this process has seen, or if the number that it and the data folder increment together is behind there.
 *
 * Statements that let mail leave ask for the hold and the identity themselves (`isHeld`), on the server that runs them.
 */
export function createEpoch(deps: EpochDeps) {
  const { db, systemClock, mark } = deps
  let advancedAt = 0
  let recalledAt = Number.NEGATIVE_INFINITY
  let isFirst = true
  /** The furthest WAL position that this process has seen. */
  let position: number | null = null
  /** One per process, so that an unwritable data folder doesn't add a row on every check. */
  const newPlace = randomUUID()

  async function hold(tx: Db, sentence: string, isBrief: boolean): Promise<void> {
    const at = isoNow(systemClock)
    if (await store.findHold(tx, scope)) {
      if (!isBrief) await store.unsettleHolds(tx, scope)
      return
    }
    await store.insertHold(tx, scope, { sentence, at, settled_at: isBrief ? at : null })
    await deps.letters.send(tx, heldLetter(deps.operatorEmail, sentence))
  }

  async function holdRestored(): Promise<void> {
    await db.transaction(async (tx) => {
      await store.lockDatabase(tx, scope)
      await hold(tx, restoredSentence, false)
    })
    deps.onHold(restoredSentence)
  }

  /** Accepts a changed database together with the hold, so that no process sees one without the other. */
  async function holdChanged(): Promise<void> {
    const sentence = await db.transaction(async (tx) => {
      await store.lockDatabase(tx, scope)
      const { known, found } = await store.readDatabase(tx, scope)
      const change = compareDatabase(known, found)
      if (change !== 'switched' && change !== 'other') return null
      const isBrief = isTakeover(change, await store.listEpochs(tx, scope), systemClock.now())
      const sentence = change === 'switched' ? switchedSentence : restoredSentence
      await hold(tx, sentence, isBrief)
      await store.saveDatabase(tx, scope)
      return sentence
    })
    if (sentence) deps.onHold(sentence)
  }

  /**
   * Compares the database with the one it was, and puts sending on hold if it lost something. Null for a replica, which
   * sending can't use.
   */
  async function compare() {
    const seen = position
    const reading = await store.readDatabase(db, scope)
    if (reading.is_standby) return null
    const { found, wal_position } = reading
    const change = compareDatabase(reading.known, found)
    const hasChanged = change === 'switched' || change === 'other'
    if (hasChanged) await holdChanged()
    // Another process may have accepted the change already; then the position tells.
    const isBehind = !hasChanged && seen !== null && wal_position !== null && wal_position < seen
    if (isBehind) await holdRestored()
    position = hasChanged || isBehind ? wal_position : Math.max(position ?? 0, wal_position ?? 0)
    if (!isFirst && change === 'restarted') await store.saveFound(db, scope, found)
    return { change, found }
  }

  /** During a hold, tells the database which messages left, as this data folder knows. They don't leave again. */
  async function recall(): Promise<void> {
    if (!(await store.findHold(db, scope))) {
      recalledAt = Number.NEGATIVE_INFINITY
      return
    }
    const now = systemClock.now().getTime()
    if (now - recalledAt < RECALL_EVERY_MS) return
    for await (const notes of deps.notes.read()) await recallAccepted(db, scope, notes)
    recalledAt = now
  }

  async function judgeFirst(
    change: DatabaseChange,
    kept: Mark | null,
    known: readonly Epoch[],
  ): Promise<void> {
    // On hold already.
    if (change === 'switched' || change === 'other') return
    const hasDeadWorkers = await store.hasDeadWorkers(db, scope)
    if (isRestored(kept, known, { change, hasDeadWorkers })) await holdRestored()
  }

  async function advance(kept: Mark | null, known: readonly Epoch[]): Promise<void> {
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
    /** Call before sending. Compares the database and the data folder, and increments the number from time to time. */
    async check(): Promise<void> {
      const compared = await compare()
      if (!compared) return
      const { change, found } = compared
      const now = systemClock.now().getTime()
      if (!isFirst && now - advancedAt < ADVANCE_MS) return recall()
      // The folder before the database: what another process increments in between must not look like a loss.
      const kept = await mark.read()
      const known = await store.listEpochs(db, scope)
      if (isFirst) {
        await judgeFirst(change, kept, known)
        if (change === 'new' || change === 'restarted') await store.saveFound(db, scope, found)
        if (found.timeline === null || found.system_identifier === null) deps.onUnreadable()
        isFirst = false
      }
      await advance(kept, known)
      advancedAt = now
      await recall()
    },

    /** True until what may have left since the backup was taken is settled. Sending waits for it. */
    isUnsettled: (): Promise<boolean> => store.hasUnsettled(db, scope),
    settle: (): Promise<void> => store.settleHolds(db, scope, isoNow(systemClock)),

    /** Why the installation is on hold; null if it isn't. Compares the database first. */
    async findHold(): Promise<string | null> {
      await compare()
      return store.findHold(db, scope)
    },

    /** Resumes sending on the operator's command. Returns whether there was a hold. */
    lift: async (tx: Db): Promise<boolean> => (await store.liftHolds(tx, scope, isoNow(systemClock))) > 0,
  }
}

export type InstallationEpoch = ReturnType<typeof createEpoch>
