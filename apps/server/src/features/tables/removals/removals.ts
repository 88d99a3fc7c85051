import { randomUUID } from 'node:crypto'
import type { BusinessSelection } from '@goldpan/contract/tables'
import type { Database } from '../../../db/database.ts'
import { type OwnerId, systemScope } from '../../../db/owner.ts'
import { isRowId } from '../../../db/row-id.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import type { TableRow } from '../tables.store.ts'
import * as store from './removals.store.ts'

export interface RemovalsDeps {
  db: Database
  clock: Clock
  getTable: (owner: OwnerId, id: string) => Promise<TableRow>
}

const DAY_MS = 24 * 60 * 60 * 1000
const scope = systemScope('what was removed long ago is forgotten, whoever did it')

/** Businesses leave a table, one or many at a time, and come back for a day. */
export function createRemovals({ db, clock, getTable }: RemovalsDeps) {
  async function remove(owner: OwnerId, tableId: string, selection: BusinessSelection) {
    await getTable(owner, tableId)
    const id = randomUUID()
    const deleted = await store.removeSelected(db, owner, tableId, { selection, id, at: isoNow(clock) })
    return { deleted, undo: deleted > 0 ? id : null }
  }

  return {
    async removeBusiness(owner: OwnerId, tableId: string, placeId: string) {
      const { undo } = await remove(owner, tableId, { ids: [placeId] })
      return { undo: undo ?? refuse('tables.business_not_found') }
    },

    /** `undo` names the removal; null when there was nothing to remove. */
    removeBusinesses: remove,

    /** They stand where they stood, as they were. */
    async restoreBusinesses(owner: OwnerId, tableId: string, removalId: string) {
      await getTable(owner, tableId)
      if (!isRowId(removalId)) refuse('tables.removal_not_found')
      const restored = await db.transaction((tx) => store.restoreRemoved(tx, owner, tableId, removalId))
      return { restored: restored ?? refuse('tables.removal_not_found') }
    },

    forgetRemoved: () =>
      store.forgetRemoved(db, scope, new Date(clock.now().getTime() - DAY_MS).toISOString()),
  }
}
