import type { Campaigns } from '../campaigns/campaigns.ts'
import type { MessageOfRemoval } from '../sending/history.ts'
import type { TrackingEvent } from '../tracking/history.ts'

type Change = Parameters<Campaigns['applyDelivery']>[3]

/** What its recipient has to be told of a message, in the order in which it happened. */
export function toChanges(
  message: Pick<MessageOfRemoval, 'state' | 'reason' | 'round' | 'known_round' | 'finished_at'>,
  events: readonly Pick<TrackingEvent, 'kind' | 'at' | 'detail'>[],
): Change[] {
  const { round } = message
  const told = events.flatMap((event) => fromEvent(event)).map((change) => ({ round, ...change }))
  return round > message.known_round ? [...fromState(message), ...told] : told
}

function fromState({
  state,
  reason,
  round,
  finished_at,
}: Pick<MessageOfRemoval, 'state' | 'reason' | 'round' | 'finished_at'>): Change[] {
  if (state === 'failed') return [{ email_status: 'failed', round, status_reason: reason, delivery: null }]
  if (state !== 'sent' && state !== 'unconfirmed') return []
  const delivery = state === 'unconfirmed' ? ('unconfirmed' as const) : null
  const sent_at = finished_at === null ? {} : { sent_at: finished_at }
  return [{ email_status: 'sent', round, delivery, status_reason: null, ...sent_at }]
}

function fromEvent({ kind, at, detail }: Pick<TrackingEvent, 'kind' | 'at' | 'detail'>): Change[] {
  const left = { email_status: 'unsubscribed' } as const
  if (kind === 'open' || kind === 'click') return [{ email_status: 'opened', opened_at: at }]
  if (kind === 'bounce') return [{ email_status: 'bounced' }]
  if (kind === 'unsubscribe' || kind === 'complaint') return [left]
  if (kind !== 'reply') return []
  const answered = { email_status: 'responded', responded_at: at } as const
  const isStop = typeof detail === 'object' && detail !== null && 'stop' in detail
  return isStop ? [answered, left] : [answered]
}
