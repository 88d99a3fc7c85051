import type { ActivityEvent } from '@goldpan/contract/activity'
import type { OwnerId } from '../../db/owner.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { SendingHistory } from '../sending/history.ts'
import type { TrackingHistory } from '../tracking/history/history.ts'
import { beginningOf, newestFirst, toOwnEvent, toSentEvent, toTrackedEvent } from './activity.rules.ts'

export interface ActivityDeps {
  prospects: Pick<Prospects, 'get' | 'listEvents'>
  sendingHistory: SendingHistory
  trackingHistory: TrackingHistory
}

/** Of each kind at most so many are read: a timeline is for reading, not for keeping books. */
const MOST_MESSAGES = 200
const MOST_EVENTS = 1000

/** What happened to a prospect, put together from what several features keep. */
export function createActivity({ prospects, sendingHistory, trackingHistory }: ActivityDeps) {
  return {
    /** Newest first. */
    async list(owner: OwnerId, prospectId: string): Promise<ActivityEvent[]> {
      const prospect = await prospects.get(owner, prospectId)
      const [own, messages] = await Promise.all([
        prospects.listEvents(owner, prospectId),
        sendingHistory.listMessagesTo(owner, prospectId, MOST_MESSAGES),
      ])
      const campaigns = new Map(messages.map(({ id, campaign }) => [id, campaign]))
      const tracked = await trackingHistory.listEventsOf(owner, [...campaigns.keys()], MOST_EVENTS)
      return newestFirst([
        beginningOf(prospect),
        ...own.map(toOwnEvent),
        ...messages.flatMap(toSentEvent),
        ...tracked.map((event) => toTrackedEvent(event, campaigns.get(event.recipient_id) ?? null)),
      ])
    },
  }
}

export type Activity = ReturnType<typeof createActivity>
