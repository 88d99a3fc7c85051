import { randomUUID } from 'node:crypto'
import type { ProspectSelection, ProspectStatus } from '@goldpan/contract/prospects'
import type { Database, Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
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
  return {
    /** `undo` names the change; null when nothing had to change. */
    async changeStatus(owner: OwnerId, selection: ProspectSelection, status: ProspectStatus) {
      const id = randomUUID()
      const changed = await db.transaction((tx) =>
        store.changeStatus(owner, tx, selection, { id, status, at: isoNow(clock) }),
      )
      return { changed, undo: changed > 0 ? id : null }
    },

    async undoStatus(owner: OwnerId, changeId: string) {
      const isKnown = isRowId(changeId) && (await store.hasChange(owner, db, changeId))
      if (!isKnown) refuse('prospects.change_not_found')
      return { changed: await store.undoChange(owner, db, changeId, isoNow(clock)) }
    },

    async removeMany(owner: OwnerId, selection: ProspectSelection) {
      return db.transaction(async (tx) => {
        let deleted = 0
        for (;;) {
          const rows = await store.deleteSelected(owner, tx, selection, DELETE_ROWS)
          await remember(tx, owner, rows)
          deleted += rows.length
          if (rows.length < DELETE_ROWS) return { deleted }
        }
      })
    },

    /** For the timeline: what was done with a prospect, oldest first. */
    listEvents: (owner: OwnerId, prospectId: string) => store.listEvents(owner, db, prospectId),
  }
}
