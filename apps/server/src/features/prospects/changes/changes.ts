import { randomUUID } from 'node:crypto'
import type { ProspectSelection, ProspectStatus } from '@goldpan/contract/prospects'
import type { Database, Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { type OpenRemoval, openRemoval } from '../../../db/removals/removals.ts'
import { isRowId } from '../../../db/row-id.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import * as store from './changes.store.ts'

/** Rows that a delete of many takes at a time, all in one transaction. */
const DELETE_ROWS = 5000

export interface ChangesDeps {
  db: Database
  clock: Clock
  /** Remembers what the owner did not want, so that gathering leaves it out. */
  remember: (tx: Db, owner: OwnerId, rows: { place_id: string; email: string }[]) => Promise<void>
}

/** What is done to many prospects at once, and what is kept of it. */
export function createChanges({ db, clock, remember }: ChangesDeps) {
  async function remove(tx: Db, owner: OwnerId, ids: string[], removal: OpenRemoval): Promise<void> {
    await removal.keep('prospects', ids)
    await remember(tx, owner, await store.deleteByIds(tx, owner, ids))
  }

  return {
    /** `undo` names the change; null when nothing had to change. */
    async changeStatus(owner: OwnerId, selection: ProspectSelection, status: ProspectStatus) {
      const id = randomUUID()
      const changed = await db.transaction((tx) =>
        store.changeStatus(tx, owner, selection, { id, status, at: isoNow(clock) }),
      )
      return { changed, undo: changed > 0 ? id : null }
    },

    async undoStatus(owner: OwnerId, changeId: string) {
      const isKnown = isRowId(changeId) && (await store.hasChange(db, owner, changeId))
      if (!isKnown) refuse('prospects.change_not_found')
      return { changed: await store.undoChange(db, owner, changeId, isoNow(clock)) }
    },

    /** `undo` names the removal; null when there was nothing to delete, or more than is kept. */
    async removeMany(owner: OwnerId, selection: ProspectSelection) {
      return db.transaction(async (tx) => {
        const removal = await openRemoval(owner, tx, { kind: 'prospects', at: isoNow(clock) })
        let deleted = 0
        for (;;) {
          const ids = await store.lockSelected(tx, owner, selection, DELETE_ROWS)
          await remove(tx, owner, ids, removal)
          deleted += ids.length
          if (ids.length < DELETE_ROWS) return { deleted, undo: await removal.close() }
        }
      })
    },

    /** For tables: their prospects go with them, and come back with them. */
    async removeOfTable(tx: Db, owner: OwnerId, tableId: string, removal: OpenRemoval): Promise<void> {
      await remove(tx, owner, await store.lockOfTable(tx, owner, tableId), removal)
    },

    /** For the timeline: what was done with a prospect, oldest first. */
    listEvents: (owner: OwnerId, prospectId: string) => store.listEvents(db, owner, prospectId),
  }
}
