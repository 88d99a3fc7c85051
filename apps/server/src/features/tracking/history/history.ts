import type { Database } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { isOpen, type Verdict } from '../tracking.rules.ts'
import { listEventsOf } from './history.store.ts'

/** What became of messages after they left, for timelines: an open by a machine is none. */
export const createTrackingHistory = ({ db }: { db: Database }) => ({
  async listEventsOf(owner: OwnerId, recipientIds: string[], limit: number) {
    const events = await listEventsOf(owner, db, recipientIds, limit)
    return events.filter(
      ({ kind, class: seenBy }) => kind !== 'open' || isOpen({ class: seenBy as Verdict['class'] }),
    )
  },
})

export type TrackingHistory = ReturnType<typeof createTrackingHistory>
export type TrackingEvent = Awaited<ReturnType<TrackingHistory['listEventsOf']>>[number]
