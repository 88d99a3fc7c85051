import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../db/database.ts'
import { systemScope } from '../../../db/owner.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import * as store from './noticed.store.ts'
import { halve } from './packed-visits.ts'
import type { Recorded, RecordVisits } from './record-visits.ts'

export interface DigestOptions {
  db: Database
  clock: Clock
  record: RecordVisits
  /** Once what was taken is written down for good. */
  onRecorded: (recorded: Recorded) => void
  /** How many visits this process has noted so far. */
  countNoted: () => number
  onError: (error: unknown) => void
}

/** What waits longer than this is written down by whoever can, with all the time it takes. */
const LATE_MS = 10_000
/** So many visits a second are a crowd; while it comes, writing rests so many times as long as it takes. */
const CROWD_PER_SECOND = 2000
const RESTS = 4
const AFTER_A_FAULT_MS = 2000
/** A visit that could not be written down by itself is tried again after so long. */
const ALONE_AGAIN_MS = 600_000
const scope = systemScope('visits of all owners are written together')

/**
 * Writes down what was noticed, row by row and each in a transaction of its own, in which the row also goes: however
 * many processes do so, and wherever one is killed, each visit counts once.
 */
export function createDigest({ db, clock, record, onRecorded, countNoted, onError }: DigestOptions) {
  let running: Promise<void> | null = null
  let isAskedAgain = false
  let endsAt = Infinity

  const inFuture = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()

  async function writeNext(taking: store.Taking): Promise<store.NoticedRow | null> {
    let taken: store.NoticedRow | null = null
    try {
      const recorded = await db.transaction(async (tx) => {
        taken = await store.takeNoticed(tx, scope, taking)
        return taken && (await record(tx, (taken as store.NoticedRow).visits))
      })
      if (recorded) onRecorded(recorded)
    } catch (error) {
      if (taken) await putBack(taken)
      throw error
    }
    return taken
  }

  /** One visit that can't be written down holds up nobody but itself. */
  function putBack({ id, visits }: store.NoticedRow): Promise<void> {
    const parts = halve(visits)
    const again_at = parts.length > 1 ? isoNow(clock) : inFuture(ALONE_AGAIN_MS)
    return db.transaction((tx) => store.putBack(tx, scope, id, parts, again_at)).catch(onError)
  }

  /** While a crowd comes, most of the time goes to answering it, unless this would be late. */
  async function writeOn(): Promise<void> {
    while (performance.now() < endsAt) {
      const notedBefore = countNoted()
      const startedAt = performance.now()
      const row = await writeNext({ until: isoNow(clock) })
      if (!row) return
      const tookMs = performance.now() - startedAt
      const perSecond = ((countNoted() - notedBefore) / tookMs) * 1000
      const isLate = clock.now().getTime() - new Date(row.noticed_at).getTime() > LATE_MS
      if (perSecond > CROWD_PER_SECOND && !isLate) await pause(tookMs * RESTS)
    }
  }

  async function run(): Promise<void> {
    try {
      do {
        isAskedAgain = false
        await writeOn()
      } while (isAskedAgain && performance.now() < endsAt)
    } catch (error) {
      onError(error)
      setTimeout(start, AFTER_A_FAULT_MS).unref()
    }
    running = null
  }

  function start(): void {
    isAskedAgain = true
    running ??= run()
  }

  return {
    /** Starts writing, if nothing is being written. */
    start,
    /** What was left behind by others, or is late. */
    async writeLate(): Promise<void> {
      const until = inFuture(-LATE_MS)
      while (await writeNext({ until }));
    },
    /** Waits until everything is written, also what others are writing, or until so much time has passed. */
    async finish(withinMs: number): Promise<void> {
      endsAt = performance.now() + withinMs
      await running
      try {
        while (performance.now() < endsAt && (await writeNext({ until: isoNow(clock), waits: true })));
      } catch (error) {
        onError(error)
      }
      endsAt = Infinity
    },
  }
}
