import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { StopReason } from '../../db/schema.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { MessageOfRemoval, SendingHistory } from '../sending/history.ts'
import type { TrackingEvent, TrackingHistory } from '../tracking/history.ts'

export interface MissedDeps {
  campaigns: Pick<Campaigns, 'applyDelivery'>
  enrolments: Pick<Enrolments, 'enrol' | 'advance' | 'holdUnconfirmed' | 'stop' | 'stopForReply'>
  sendingHistory: Pick<SendingHistory, 'lockMessagesOf'>
  trackingHistory: Pick<TrackingHistory, 'listEventsSince' | 'listEndsSince'>
}

export type Whom = Parameters<Enrolments['stop']>[2]

/**
 * Applies events from while recipients were deleted: messages in transmission may have been sent, and people may have
 * opened or replied. Otherwise they would look unsent and be mailed again.
 */
export function createMissed({ campaigns, enrolments, ...deps }: MissedDeps) {
  /** A message that was in transmission moves its recipient on in the sequence. */
  async function moveOn(tx: Db, owner: OwnerId, message: Message): Promise<void> {
    const { campaign_prospect_id, step_id, state } = message
    const at = message.finished_at ?? undefined
    if (step_id === null) {
      if (state === 'sent' || state === 'unconfirmed')
        await enrolments.enrol(tx, owner, [campaign_prospect_id], {
          isUnconfirmed: state === 'unconfirmed',
          at,
        })
      return
    }
    const step = { campaign_prospect_id, step_id }
    if (state === 'sent') await enrolments.advance(tx, owner, [step], at)
    if (state === 'unconfirmed') await enrolments.holdUnconfirmed(tx, owner, step)
    if (state === 'failed')
      await enrolments.stop(tx, owner, { recipients: [campaign_prospect_id] }, 'step_failed')
  }

  /** Replies, bounces and unsubscriptions end what came back, whichever message they were to. */
  async function stopEnded(tx: Db, owner: OwnerId, since: string, restored: Whom): Promise<void> {
    for (const event of await deps.trackingHistory.listEndsSince(tx, owner, since)) {
      const reason = toStopReason(event)
      const person = { emails: [event.email.toLowerCase()] }
      if (reason !== 'replied') await enrolments.stop(tx, owner, { both: [restored, person] }, reason)
      if (event.kind === 'reply') await enrolments.stopForReply(tx, owner, event, restored)
    }
  }

  return {
    async applyMissed(
      tx: Db,
      owner: OwnerId,
      { id: removalId, removed_at }: { id: string; removed_at: string },
      restored: Whom,
    ): Promise<void> {
      const messages = await deps.sendingHistory.lockMessagesOf(tx, owner, removalId)
      const ids = messages.map(({ id }) => id)
      const events = await deps.trackingHistory.listEventsSince(tx, owner, ids, removed_at)
      const byMessage = Map.groupBy(events, ({ recipient_id }) => recipient_id)
      for (const message of messages) {
        for (const change of toChanges(message, byMessage.get(message.id) ?? []))
          await campaigns.applyDelivery(tx, owner, message.campaign_prospect_id, change)
        if (message.finished_at !== null && message.finished_at >= removed_at)
          await moveOn(tx, owner, message)
      }
      await stopEnded(tx, owner, removed_at, restored)
    },
  }
}

type Change = Parameters<Campaigns['applyDelivery']>[3]
type Message = MessageOfRemoval
type Event = Pick<TrackingEvent, 'kind' | 'at' | 'detail'>

/** The changes of a message since the deletion, in order. */
function toChanges(message: Message, events: readonly Event[]): Change[] {
  const { round, step_id } = message
  const told = events.flatMap(fromEvent).map((change) => ({ round, ...change }))
  // A follow-up moves the status only by what people do with it.
  return round > message.known_round && step_id === null ? [...fromState(message), ...told] : told
}

function fromState({ state, reason, round, finished_at }: Message): Change[] {
  const failed_at = finished_at ?? undefined
  if (state === 'failed')
    return [{ email_status: 'failed', round, status_reason: reason, delivery: null, failed_at }]
  if (state !== 'sent' && state !== 'unconfirmed') return []
  const delivery = state === 'unconfirmed' ? ('unconfirmed' as const) : null
  const sent_at = finished_at === null ? {} : { sent_at: finished_at }
  return [{ email_status: 'sent', round, delivery, status_reason: null, ...sent_at }]
}

function fromEvent({ kind, at, detail }: Event): Change[] {
  const unsubscribed = { email_status: 'unsubscribed', unsubscribed_at: at } as const
  if (kind === 'open') return [{ email_status: 'opened', opened_at: at }]
  if (kind === 'click') return [{ email_status: 'opened', opened_at: at, clicked_at: at }]
  if (kind === 'bounce') return [{ email_status: 'bounced', bounced_at: at }]
  if (kind === 'unsubscribe' || kind === 'complaint') return [unsubscribed]
  if (kind !== 'reply') return []
  return [isStop(detail) ? unsubscribed : { email_status: 'responded', responded_at: at }]
}

function toStopReason({ kind, detail }: Pick<Event, 'kind' | 'detail'>): StopReason {
  if (kind === 'bounce') return 'bounced'
  if (kind === 'unsubscribe') return 'unsubscribed'
  if (kind === 'complaint') return 'complained'
  return isStop(detail) ? 'stop_word' : 'replied'
}

const isStop = (detail: unknown): boolean => typeof detail === 'object' && detail !== null && 'stop' in detail
