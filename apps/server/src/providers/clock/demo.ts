import { setTimeout as sleep } from 'node:timers/promises'
import { CLOCK_MAX_OFFSET_SECONDS } from '@goldpan/contract/mailbox'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import * as store from './demo.store.ts'
import type { Clock, DemoClock } from './port.ts'

const LOOK_EVERY_MS = 1000

const scope = systemScope('the installation has one clock')

/** The offset is a row, which every process reads each second: all follow within two, and it survives a crash. */
export async function createDemoClock({
  db,
  systemClock,
}: {
  db: Database
  systemClock: Clock
}): Promise<DemoClock> {
  let offset = await store.readOffset(db, scope)
  let onJump = () => {}
  const stopped = new AbortController()

  /** Ignores an offset that was read before a later one. */
  function moveTo(found: number): void {
    if (found <= offset) return
    offset = found
    onJump()
  }

  async function lookUntilStopped(): Promise<void> {
    const { signal } = stopped
    while (!signal.aborted) {
      // The next look makes up for a failed one.
      await store.readOffset(db, scope).then(moveTo, () => undefined)
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  const readingAt = (offset_seconds: number) => ({
    now: new Date(systemClock.now().getTime() + offset_seconds * 1000),
    offset_seconds,
  })

  return {
    now: () => readingAt(offset).now,
    read: () => readingAt(offset),

    async advance(seconds) {
      const reached = await store.addOffset(db, scope, { seconds, max: CLOCK_MAX_OFFSET_SECONDS })
      if (reached === null) return null
      moveTo(reached)
      return readingAt(reached)
    },

    follow(tell) {
      onJump = tell
      void lookUntilStopped()
    },

    stop: () => stopped.abort(),
  }
}
