import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isOpen, type Verdict } from './tracking.rules.ts'
import { listEndsSince, listEventsOf, listEventsSince } from './tracking.store.ts'

type Event = Awaited<ReturnType<typeof listEventsOf>>[number]

const isOfPerson = ({ kind, class: seenBy }: Pick<Event, 'kind' | 'class'>): boolean =>
  (kind !== 'open' && kind !== 'click') || isOpen({ class: seenBy as Verdict['class'] })

/** Events for timelines, without opens by machines. */
export const createTrackingHistory = ({ db }: { db: Database }) => ({
  /** For removals. */
  async listEventsSince(tx: Db, owner: OwnerId, recipientIds: string[], since: string) {
    return (await listEventsSince(tx, owner, recipientIds, since)).filter(isOfPerson)
  },

  listEndsSince,

  async listEventsOf(owner: OwnerId, recipientIds: string[], limit: number) {
    const events = await listEventsOf(db, owner, recipientIds, limit)
    return events.filter((event) => event.kind === 'click' || isOfPerson(event))
  },
})

export type TrackingHistory = ReturnType<typeof createTrackingHistory>
export type TrackingEvent = Awaited<ReturnType<TrackingHistory['listEventsOf']>>[number]
