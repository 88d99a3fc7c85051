import { campaignRoutes } from '@goldpan/contract/campaigns'
import { inboxRoutes } from '@goldpan/contract/inbox'
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
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { Conversations } from '../inbox/conversations.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { InboundStorage } from '../replies/storage.ts'
import type { Sending } from '../sending/sending.ts'
import type { Tables } from '../tables/tables.ts'
import { createMissed, type MissedDeps, type Whom } from './missed.ts'

export const forgetRemovalsJob = defineJob({
  name: 'forget-removals',
  payload: z.object({}),
  every: { seconds: 3600, payload: {} },
})

export interface RemovalsDeps extends MissedDeps {
  db: Database
  clock: Clock
  tables: Pick<Tables, 'lockTable' | 'remove'>
  prospects: Pick<Prospects, 'removeOfTable' | 'listByIds' | 'unmarkDeleted'>
  campaigns: Pick<Campaigns, 'getCampaign' | 'remove'> & MissedDeps['campaigns']
  enrolments: Pick<Enrolments, 'reopenRemoved' | 'followHolds'> & MissedDeps['enrolments']
  sending: Pick<Sending, 'stopCampaign'>
  conversations: Pick<Conversations, 'lock' | 'remove' | 'followRestored'>
  inboundStorage: Pick<InboundStorage, 'removeMailOf' | 'recount'>
}

/** The number of restored rows, and the people whose follow-ups may continue. */
interface Restored {
  count: number
  whom: Whom
}

const DAY_MS = 24 * 60 * 60 * 1000
const scope = systemScope('removals of all owners are forgotten after a day')

/**
 * Deletes tables, campaigns and conversations, which several features share. Undoes any deletion within a day, and
 * restores everything that depended on it.
 */
export function createRemovals({ db, clock, ...deps }: RemovalsDeps) {
  const { applyMissed } = createMissed(deps)

  async function restoreProspects(tx: Db, owner: OwnerId, removalId: string): Promise<string[]> {
    const count = await store.countKept(tx, owner, removalId, 'prospects')
    if (count === 0) return []
    await requireRoom(tx, owner, 'prospects', count)
    const ids = await store.putBack(tx, owner, removalId, 'prospects')
    await deps.prospects.unmarkDeleted(tx, owner, await deps.prospects.listByIds(tx, owner, ids))
    await deps.enrolments.reopenRemoved(tx, owner, ids)
    return ids
  }

  /** Refuses if none can be restored and keeps the removal: their table may be deleted and come back. */
  async function restoreBusinesses(tx: Db, owner: OwnerId, removalId: string): Promise<Restored> {
    const ids = await store.putBack(tx, owner, removalId, 'businesses')
    return ids.length > 0 ? { count: ids.length, whom: { prospects: [] } } : refuse('removals.not_found')
  }

  async function restoreConversation(tx: Db, owner: OwnerId, removalId: string): Promise<Restored> {
    await store.putBack(tx, owner, removalId, 'conversation')
    await deps.conversations.followRestored(tx, owner, removalId)
    await deps.inboundStorage.recount(tx, owner)
    return { count: 1, whom: { prospects: [] } }
  }

  async function restore(tx: Db, owner: OwnerId, { id, kind }: store.RemovalRow): Promise<Restored> {
    if (kind === 'conversation') return restoreConversation(tx, owner, id)
    if (kind === 'businesses') return restoreBusinesses(tx, owner, id)
    if (kind === 'prospects') {
      const prospects = await restoreProspects(tx, owner, id)
      return { count: prospects.length, whom: { prospects } }
    }
    await requireRoom(tx, owner, kind === 'table' ? 'business_tables' : 'campaigns')
    const ids = await store.putBack(tx, owner, id, kind)
    if (kind === 'table')
      return { count: ids.length, whom: { prospects: await restoreProspects(tx, owner, id) } }
    for (const campaign of ids) await deps.enrolments.followHolds(tx, owner, campaign)
    return { count: ids.length, whom: { campaign: ids[0]! } }
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

    /** With its mail, answers, notes and drafts. Suppressions and figures stay. */
    removeConversation: (owner: OwnerId, id: string) =>
      db.transaction(async (tx) => {
        const conversation = await deps.conversations.lock(tx, owner, id)
        const removal = await openRemoval(tx, owner, { kind: 'conversation', at: isoNow(clock) })
        await removal.keep('conversation', [conversation.id])
        await deps.conversations.remove(tx, owner, conversation.id)
        await deps.inboundStorage.removeMailOf(tx, owner, conversation.email)
        return { message: 'Conversation deleted', undo: await removal.close() }
      }),

    /** Restores all of it, or nothing if something is in the way. */
    async undo(owner: OwnerId, id: string) {
      return db.transaction(async (tx) => {
        const removal = (await store.lockRemoval(tx, owner, id)) ?? refuse('removals.not_found')
        const { count, whom } = await restore(tx, owner, removal)
        await applyMissed(tx, owner, removal, whom)
        await store.forgetRemoval(tx, owner, id)
        return { kind: removal.kind, restored: count }
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
  bind(inboxRoutes.remove, ({ owner, params }) => removals.removeConversation(owner, params.id))
  bind(removalRoutes.undo, ({ owner, params }) => removals.undo(owner, params.removalId))
}
