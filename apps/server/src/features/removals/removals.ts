import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import {
  countKept,
  forgetRemoval,
  forgetRemovalsBefore,
  lockRemoval,
  putBack,
  type RemovalRow,
} from '../../db/removals/removals.store.ts'
import { refuse } from '../../http/refuse.ts'
import type { Clock } from '../../providers/clock/port.ts'
import { requireRoom } from '../accounts/account-limits.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { SendingHistory } from '../sending/history.ts'
import type { TrackingHistory } from '../tracking/history.ts'
import { toChanges } from './removals.rules.ts'

export interface RemovalsDeps {
  db: Database
  clock: Clock
  prospects: Pick<Prospects, 'listByIds' | 'wantAgain'>
  campaigns: Pick<Campaigns, 'applyDelivery'>
  sendingHistory: Pick<SendingHistory, 'lockMessagesOf'>
  trackingHistory: Pick<TrackingHistory, 'listEventsSince'>
}

const DAY_MS = 24 * 60 * 60 * 1000
const scope = systemScope('what was deleted long ago is forgotten, whoever did it')

/** Deletions of prospects, tables and campaigns come back for a day, with everything that hung on them. */
export function createRemovals({ db, clock, ...deps }: RemovalsDeps) {
  async function restoreProspects(tx: Db, owner: OwnerId, removal: RemovalRow): Promise<number> {
    const count = await countKept(tx, owner, removal.id, 'prospects')
    if (count === 0) return 0
    await requireRoom(tx, owner, 'prospects', count)
    const ids = await putBack(tx, owner, removal.id, 'prospects')
    await deps.prospects.wantAgain(tx, owner, await deps.prospects.listByIds(tx, owner, ids))
    return ids.length
  }

  /**
   * Messages that were on their way when their recipients were deleted have left since, were opened or answered.
   * Whoever got one must not look as if nothing had been sent: it would be sent again.
   */
  async function catchUp(tx: Db, owner: OwnerId, removal: RemovalRow): Promise<void> {
    const messages = await deps.sendingHistory.lockMessagesOf(tx, owner, removal.id)
    const events = await deps.trackingHistory.listEventsSince(
      tx,
      owner,
      messages.map(({ id }) => id),
      removal.removed_at,
    )
    const byMessage = Map.groupBy(events, ({ recipient_id }) => recipient_id)
    for (const message of messages)
      for (const change of toChanges(message, byMessage.get(message.id) ?? []))
        await deps.campaigns.applyDelivery(tx, owner, message.campaign_prospect_id, change)
  }

  async function restore(tx: Db, owner: OwnerId, removal: RemovalRow): Promise<number> {
    if (removal.kind === 'prospects') return restoreProspects(tx, owner, removal)
    await requireRoom(tx, owner, removal.kind === 'table' ? 'business_tables' : 'campaigns')
    const [id] = await putBack(tx, owner, removal.id, removal.kind)
    if (removal.kind === 'table') await restoreProspects(tx, owner, removal)
    return id === undefined ? 0 : 1
  }

  return {
    /** All of it or, when something stands in the way, nothing. */
    async undo(owner: OwnerId, id: string) {
      return db.transaction(async (tx) => {
        const removal = (await lockRemoval(tx, owner, id)) ?? refuse('removals.not_found')
        const restored = await restore(tx, owner, removal)
        await catchUp(tx, owner, removal)
        await forgetRemoval(tx, owner, id)
        return { kind: removal.kind, restored }
      })
    },

    forgetOld: () => forgetRemovalsBefore(db, scope, new Date(clock.now().getTime() - DAY_MS).toISOString()),
  }
}

export type Removals = ReturnType<typeof createRemovals>
