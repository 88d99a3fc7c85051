import { systemScope } from '../../../db/owner.ts'
import type { PackedVisits } from '../../../db/schema.ts'
import { isoNow } from '../../../providers/clock/port.ts'
import type { Visit } from '../tracking.rules.ts'
import type { TrackingParts } from '../tracking.ts'
import { createDigest } from './digest.ts'
import { createLooks } from './looks.ts'
import { insertNoticed } from './noticed.store.ts'
import { packVisits, type Seen } from './packed-visits.ts'
import { createRecording } from './record-visits.ts'
import { createRepeats } from './repeats.ts'
import { createWaitingVisits } from './waiting-visits.ts'

/** A visit as it is asked for, with the address of whoever asks, which is not kept. */
export interface Asked extends Visit {
  ip: string
}

/** A crash loses the opens of so many milliseconds at most. */
const APPEND_MS = 100
/** Clicks wait for their neighbours: what follows all links of a message at once is a gateway. */
const CLICK_APPEND_MS = 2500
const scope = systemScope('visits of all owners are kept together')

/** Opens and clicks are answered first, appended to the database at once, and judged and counted when there is time. */
export function createVisits(parts: TrackingParts) {
  const { db, clock, tokens, onError } = parts
  const looks = createLooks()
  const repeats = createRepeats()
  const { record, remember } = createRecording(parts)
  const digest = createDigest({
    ...{ db, clock, record, onError },
    countNoted: () => opens.count() + clicks.count(),
    onRecorded({ opened, unrecorded }) {
      remember(opened)
      // What left no trace is looked at anew when it comes again: a choice may have changed.
      for (const id of unrecorded) repeats.forget(tokens.sign('open', id))
    },
  })
  const append = (kind: PackedVisits['kind']) => async (seen: Seen[]) => {
    const isAppended = await insertNoticed(db, scope, packVisits(kind, seen), isoNow(clock))
    digest.start()
    if (!isAppended) throw new Error('Too many opens and clicks wait to be written down')
  }
  const opens = createWaitingVisits({ write: append('open'), onError, delayMs: APPEND_MS })
  const clicks = createWaitingVisits({ write: append('click'), onError, delayMs: CLICK_APPEND_MS })

  return {
    /** Notes that the picture of a message was loaded. Forged tokens leave no trace. */
    noteOpen(token: string, visit: Asked): void {
      const at = clock.now().getTime()
      const look = looks.of(visit)
      if (repeats.has(token, look, at)) return
      const recipient_id = tokens.verify('open', token)
      if (recipient_id === null) return
      if (opens.add({ look, ip: visit.ip, recipient_id, link: null, at })) repeats.add(token, look)
    },
    /** Notes that a link of a message was followed. */
    noteClick(token: string, link: string, visit: Asked): void {
      const recipient_id = tokens.verify('click', token)
      const at = clock.now().getTime()
      if (recipient_id !== null) clicks.add({ look: looks.of(visit), ip: visit.ip, recipient_id, link, at })
    },
    /** Writes down what other processes left behind, or are late with. */
    writeLateVisits: digest.writeLate,
    /** Waits until everything noted so far is written down, or at least appended within this time. */
    flushVisits: async ({ withinMs = Infinity } = {}): Promise<void> => {
      await Promise.all([opens.flush(), clicks.flush()])
      await digest.finish(withinMs)
    },
  }
}
