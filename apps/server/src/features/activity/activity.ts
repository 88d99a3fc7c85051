import { type ActivityEvent, type ActivityKind, activityRoutes } from '@goldpan/contract/activity'
import type { Prospect, ProspectStatus } from '@goldpan/contract/prospects'
import type { OwnerId } from '../../db/owner.ts'
import type { Binder } from '../../http/bind.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { SendingHistory } from '../sending/history.ts'
import type { TrackingEvent, TrackingHistory } from '../tracking/history.ts'

export interface ActivityDeps {
  prospects: Pick<Prospects, 'get' | 'listEvents'>
  sendingHistory: SendingHistory
  trackingHistory: TrackingHistory
}

const MAX_MESSAGES = 200
const MAX_TRACKED = 1000

/** The timeline of a prospect, collected from several features. */
export function createActivity({ prospects, sendingHistory, trackingHistory }: ActivityDeps) {
  return {
    /** Newest first. */
    async list(owner: OwnerId, prospectId: string): Promise<ActivityEvent[]> {
      const prospect = await prospects.get(owner, prospectId)
      const [own, messages] = await Promise.all([
        prospects.listEvents(owner, prospectId),
        sendingHistory.listMessagesTo(owner, prospectId, MAX_MESSAGES),
      ])
      const campaigns = new Map(messages.map(({ id, campaign }) => [id, campaign]))
      const tracked = await trackingHistory.listEventsOf(owner, [...campaigns.keys()], MAX_TRACKED)
      return newestFirst([
        toFirstEvent(prospect),
        ...own.map(toOwnEvent),
        ...messages.flatMap(toSentEvent),
        ...tracked.map((event) => toTrackedEvent(event, campaigns.get(event.recipient_id) ?? null)),
      ])
    },
  }
}

export type Activity = ReturnType<typeof createActivity>

type Campaign = ActivityEvent['campaign']

const plain = { campaign: null, from_status: null, to_status: null, step: null, detail: null }

/** Prospects are found on a page or added by hand. */
const toFirstEvent = (prospect: Prospect): ActivityEvent =>
  prospect.source_url
    ? { ...plain, kind: 'found', at: prospect.found_at ?? prospect.created_at, detail: prospect.source_url }
    : { ...plain, kind: 'added', at: prospect.created_at }

const toOwnEvent = (event: {
  kind: 'status' | 'email_generated'
  from_status: ProspectStatus | null
  to_status: ProspectStatus | null
  at: string
}): ActivityEvent => ({
  ...plain,
  kind: event.kind,
  at: event.at,
  from_status: event.from_status,
  to_status: event.to_status,
})

const ended: Record<string, ActivityKind> = { sent: 'sent', failed: 'failed', unconfirmed: 'unconfirmed' }

/** Null for messages that are waiting or were never sent. */
function toSentEvent(message: {
  state: string
  reason: string | null
  finished_at: string | null
  campaign: Campaign
  step: number | null
}): ActivityEvent[] {
  const kind = ended[message.state]
  if (!kind || message.finished_at === null) return []
  const detail = kind === 'sent' ? null : message.reason
  const { finished_at: at, campaign, step } = message
  return [{ ...plain, kind, at, campaign, step: step ?? 0, detail }]
}

const tracked: Record<TrackingEvent['kind'], ActivityKind> = {
  open: 'opened',
  click: 'clicked',
  unsubscribe: 'unsubscribed',
  resubscribe: 'resubscribed',
  bounce: 'bounced',
  delayed: 'delayed',
  complaint: 'complained',
  reply: 'replied',
  auto_reply: 'auto_replied',
  delivered: 'delivered',
}

function toTrackedEvent(
  event: Pick<TrackingEvent, 'kind' | 'detail' | 'at'>,
  campaign: Campaign,
): ActivityEvent {
  const { status, reason } = event.detail ?? {}
  const words = [status, reason].filter((word) => typeof word === 'string').join(' ')
  return { ...plain, kind: tracked[event.kind], at: event.at, campaign, detail: words || null }
}

/** Sorts by time, newest first; of simultaneous events, the later in the list comes first. */
const newestFirst = (events: ActivityEvent[]): ActivityEvent[] =>
  events
    .map((event, order) => ({ event, order }))
    .sort((a, b) => b.event.at.localeCompare(a.event.at) || b.order - a.order)
    .map(({ event }) => event)

export function bindActivity(bind: Binder, activity: Activity): void {
  bind(activityRoutes.list, ({ owner, params }) => activity.list(owner, params.id))
}
