import type { ActivityEvent, ActivityKind } from '@goldpan/contract/activity'
import type { Prospect, ProspectStatus } from '@goldpan/contract/prospects'
import type { TrackingEvent } from '../tracking/history.ts'

type Campaign = ActivityEvent['campaign']

const plain = { campaign: null, from_status: null, to_status: null, detail: null }

/** Where a prospect comes from: a page it was found on, or somebody's hand. */
export const beginningOf = (prospect: Prospect): ActivityEvent =>
  prospect.source_url
    ? { ...plain, kind: 'found', at: prospect.found_at ?? prospect.created_at, detail: prospect.source_url }
    : { ...plain, kind: 'added', at: prospect.created_at }

export const toOwnEvent = (event: {
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

/** A message that is still waiting, or was never handed over, has not happened to anybody. */
export function toSentEvent(message: {
  state: string
  reason: string | null
  finished_at: string | null
  campaign: Campaign
}): ActivityEvent[] {
  const kind = ended[message.state]
  if (!kind || message.finished_at === null) return []
  const detail = kind === 'sent' ? null : message.reason
  return [{ ...plain, kind, at: message.finished_at, campaign: message.campaign, detail }]
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

export function toTrackedEvent(
  event: Pick<TrackingEvent, 'kind' | 'detail' | 'at'>,
  campaign: Campaign,
): ActivityEvent {
  const { status, reason } = event.detail ?? {}
  const words = [status, reason].filter((word) => typeof word === 'string').join(' ')
  return { ...plain, kind: tracked[event.kind], at: event.at, campaign, detail: words || null }
}

/** What came first stands below what came of it, also within one moment. */
export const newestFirst = (events: ActivityEvent[]): ActivityEvent[] =>
  events
    .map((event, order) => ({ event, order }))
    .sort((a, b) => b.event.at.localeCompare(a.event.at) || b.order - a.order)
    .map(({ event }) => event)
