import { campaignRoutes } from '@goldpan/contract/campaigns'
import { removalRoutes } from '@goldpan/contract/removals'
import { tableRoutes } from '@goldpan/contract/tables'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import * as store from '../../db/removals/removals.store.ts'
import { openRemoval } from '../../db/removals/removals.ts'
import type { Binder } from '../../http/bind.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import { requireRoom } from '../accounts/account-limits.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { MessageOfRemoval, SendingHistory } from '../sending/history.ts'
import type { Sending } from '../sending/sending.ts'
import type { Tables } from '../tables/tables.ts'
import type { TrackingEvent, TrackingHistory } from '../tracking/history.ts'

export const forgetRemovalsJob = defineJob({
  name: 'forget-removals',
  payload: z.object({}),
  every: { seconds: 3600, payload: {} },
})

export interface RemovalsDeps {
  db: Database
  clock: Clock
  tables: Pick<Tables, 'lockTable' | 'remove'>
  prospects: Pick<Prospects, 'removeOfTable' | 'listByIds' | 'unmarkDeleted'>
  campaigns: Pick<Campaigns, 'getCampaign' | 'remove' | 'applyDelivery'>
  sending: Pick<Sending, 'stopCampaign'>
  sendingHistory: Pick<SendingHistory, 'lockMessagesOf'>
  trackingHistory: Pick<TrackingHistory, 'listEventsSince'>
}

const DAY_MS = 24 * 60 * 60 * 1000
const scope = systemScope('removals of all owners are forgotten after a day')

/**
 * Deletes tables and campaigns, which several features share, and undoes any deletion for a day, with everything that
 * depended on it.
 */
export function createRemovals({ db, clock, ...deps }: RemovalsDeps) {
  async function restoreProspects(tx: Db, owner: OwnerId, removalId: string): Promise<number> {
    const count = await store.countKept(tx, owner, removalId, 'prospects')
    if (count === 0) return 0
    await requireRoom(tx, owner, 'prospects', count)
    const ids = await store.putBack(tx, owner, removalId, 'prospects')
    await deps.prospects.unmarkDeleted(tx, owner, await deps.prospects.listByIds(tx, owner, ids))
    return ids.length
  }

  /** Refuses if none can be restored and keeps the removal: their table may be deleted and come back. */
  async function restoreBusinesses(tx: Db, owner: OwnerId, removalId: string): Promise<number> {
    const ids = await store.putBack(tx, owner, removalId, 'businesses')
    return ids.length > 0 ? ids.length : refuse('removals.not_found')
  }

  async function restore(tx: Db, owner: OwnerId, { id, kind }: store.RemovalRow): Promise<number> {
    if (kind === 'prospects') return restoreProspects(tx, owner, id)
    if (kind === 'businesses') return restoreBusinesses(tx, owner, id)
    await requireRoom(tx, owner, kind === 'table' ? 'business_tables' : 'campaigns')
    const restored = await store.putBack(tx, owner, id, kind)
    if (kind === 'table') await restoreProspects(tx, owner, id)
    return restored.length
  }

  /**
   * Messages in transmission when their recipients were deleted may have been sent, opened or answered since. Applies
   * that, or the recipients would look unsent and be mailed again.
   */
  async function applyMissedChanges(tx: Db, owner: OwnerId, removal: store.RemovalRow): Promise<void> {
    const messages = await deps.sendingHistory.lockMessagesOf(tx, owner, removal.id)
    const ids = messages.map(({ id }) => id)
    const events = await deps.trackingHistory.listEventsSince(tx, owner, ids, removal.removed_at)
    const byMessage = Map.groupBy(events, ({ recipient_id }) => recipient_id)
    for (const message of messages)
      for (const change of toChanges(message, byMessage.get(message.id) ?? []))
        await deps.campaigns.applyDelivery(tx, owner, message.campaign_prospect_id, change)
  }

  return {
    async removeTable(owner: OwnerId, id: string, { withProspects }: { withProspects: boolean }) {
      return db.transaction(async (tx) => {
        await deps.tables.lockTable(tx, owner, id)
        const removal = await openRemoval(tx, owner, { kind: 'table', at: isoNow(clock) })
        if (withProspects) await deps.prospects.removeOfTable(tx, owner, id, removal)
        await deps.tables.remove(tx, owner, id, removal)
        return { undo: await removal.close() }
      })
    },

    /** Cancels its send first, so that nothing is sent after an undo. */
    async removeCampaign(owner: OwnerId, id: string) {
      await deps.campaigns.getCampaign(db, owner, id)
      await deps.sending.stopCampaign(owner, id)
      return db.transaction(async (tx) => {
        const removal = await openRemoval(tx, owner, { kind: 'campaign', at: isoNow(clock) })
        await deps.campaigns.remove(tx, owner, id, removal)
        return { message: 'Campaign deleted', undo: await removal.close() }
      })
    },

    /** Restores all of it, or nothing if something is in the way. */
    async undo(owner: OwnerId, id: string) {
      return db.transaction(async (tx) => {
        const removal = (await store.lockRemoval(tx, owner, id)) ?? refuse('removals.not_found')
        const restored = await restore(tx, owner, removal)
        await applyMissedChanges(tx, owner, removal)
        await store.forgetRemoval(tx, owner, id)
        return { kind: removal.kind, restored }
      })
    },

    forgetOld: () =>
      store.forgetRemovalsBefore(db, scope, new Date(clock.now().getTime() - DAY_MS).toISOString()),
  }
}

export type Removals = ReturnType<typeof createRemovals>

export function bindRemovals(bind: Binder, removals: Removals): void {
  bind(tableRoutes.remove, ({ owner, params, query }) =>
    removals.removeTable(owner, params.tableId, { withProspects: query.prospects === 'delete' }),
  )
  bind(campaignRoutes.delete, ({ owner, params }) => removals.removeCampaign(owner, params.id))
  bind(removalRoutes.undo, ({ owner, params }) => removals.undo(owner, params.removalId))
}

type Change = Parameters<Campaigns['applyDelivery']>[3]
type Message = Pick<
  MessageOfRemoval,
  'state' | 'reason' | 'round' | 'known_round' | 'finished_at' | 'step_id'
>
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
  const isStop = typeof detail === 'object' && detail !== null && 'stop' in detail
  return [isStop ? unsubscribed : { email_status: 'responded', responded_at: at }]
}
