import { PAGE_ROWS } from '@goldpan/contract/pages'
import type { HandlerInput } from '@goldpan/contract/route'
import type { sendingRoutes } from '@goldpan/contract/sending'
import type { Database } from '../../db/database.ts'
import { readCursor, writeCursor } from '../../db/keyset.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { CampaignMailboxCare } from './campaign-mailboxes.ts'
import * as store from './delivery-log.store.ts'
import type { InstallationEpoch } from './epoch.ts'
import { toDelivery } from './sending.rules.ts'

export interface DeliveryLogDeps {
  db: Database
  clock: Clock
  campaigns: Pick<Campaigns, 'getCampaign'>
  campaignMailboxes: Pick<CampaignMailboxCare, 'listWaits'>
  epoch: Pick<InstallationEpoch, 'findHold'>
}

type DeliveriesQuery = HandlerInput<typeof sendingRoutes.listDeliveries>['query']

/** The delivery log of a campaign: its messages, where each stands, and the replies of the mail servers. */
export function createDeliveryLog({ db, clock, campaigns, campaignMailboxes, epoch }: DeliveryLogDeps) {
  return {
    async listDeliveries(owner: OwnerId, campaignId: string, query: DeliveriesQuery) {
      await campaigns.getCampaign(db, owner, campaignId)
      const { cursor, limit = PAGE_ROWS, sort = 'queued', ...filter } = query
      const after = cursor === undefined ? null : readCursor(sort, cursor, 'timestamptz')
      if (cursor !== undefined && !after) refuse('sending.bad_cursor')
      const rows = await store.listDeliveries(db, owner, campaignId, { filter, sort, after, limit })
      const last = rows.length === limit ? rows.at(-1) : undefined
      const total = await store.countDeliveries(db, owner, campaignId, filter)
      const ids = rows.map(({ id }) => id)
      const held = await epoch.findHold()
      const waits = await campaignMailboxes.listWaits(owner)
      const attempts = Map.groupBy(await store.listAttempts(db, owner, ids), (one) => one.recipient_id)
      const deliveries = rows.map((row) => {
        const wait = waits.get(row.mailbox_id ?? '') ?? null
        return toDelivery(row, attempts.get(row.id) ?? [], { now: clock.now(), held, wait })
      })
      return {
        answer: { total, deliveries },
        next_cursor: last ? writeCursor(sort, { value: last.sorted_by, id: last.id }) : null,
        total,
      }
    },
  }
}
