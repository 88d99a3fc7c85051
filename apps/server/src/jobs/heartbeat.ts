import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { systemScope } from '../db/owner.ts'
import { type Clock, isoNow } from '../providers/clock/port.ts'
import * as store from './heartbeat.store.ts'

const BEAT_MS = 5_000
/** Three missed beats. A worker that was merely slow finds its claims taken over and drops them. */
const DEAD_AFTER_MS = 15_000
/** Clocks differ by seconds. A beat an hour ahead dates from before the clock was set back. */
const MAX_AHEAD_MS = 60 * 60_000
const FORGET_AFTER_MS = 24 * 60 * 60_000

const scope = systemScope('workers recover rows of other workers')

export interface LiveWorker {
  id: string
  started_at: string
}

/** The heartbeat of this process. It beats while a worker loop runs. */
export interface Heartbeat {
  id: string
  /** Runs work with a heartbeat; rows claimed under `id` are not taken over meanwhile. */
  during<Answer>(work: () => Promise<Answer>): Promise<Answer>
  /** Live workers of the installation, this one included, the oldest first. */
  listLive(): Promise<LiveWorker[]>
  /** Ids of other live workers. */
  listOthers(): Promise<string[]>
  /** Removes this process from the live workers, so that nothing waits until it counts as dead. */
  end(): Promise<void>
}

export function createHeartbeat({ db, systemClock }: { db: Database; systemClock: Clock }): Heartbeat {
  const id = randomUUID()
  let runs = 0
  let timer: NodeJS.Timeout | null = null

  const beat = () => store.upsertBeat(db, scope, id, isoNow(systemClock))

  function listLive(): Promise<LiveWorker[]> {
    const now = systemClock.now().getTime()
    return store.listLive(db, scope, {
      since: new Date(now - DEAD_AFTER_MS).toISOString(),
      until: new Date(now + MAX_AHEAD_MS).toISOString(),
    })
  }

  function stopBeating(): void {
    if (timer) clearInterval(timer)
    timer = null
  }

  return {
    id,

    async during(work) {
      runs += 1
      try {
        await beat()
        // The next beat makes up for a failed one.
        timer ??= setInterval(() => void beat().catch(() => undefined), BEAT_MS)
        return await work()
      } finally {
        runs -= 1
        if (runs === 0) stopBeating()
      }
    },

    listLive,

    async listOthers() {
      const alive = await listLive()
      const before = new Date(systemClock.now().getTime() - FORGET_AFTER_MS)
      await store.deleteDead(db, scope, before.toISOString())
      return alive.map((worker) => worker.id).filter((other) => other !== id)
    },

    async end() {
      stopBeating()
      // Without a database, other workers take this one for dead after 15 s.
      await store.deleteBeat(db, scope, id).catch(() => undefined)
    },
  }
}
