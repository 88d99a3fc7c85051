import { REVIEW_PAGE } from '@goldpan/contract/review'
import type { Database, Db } from '../../../db/database.ts'
import { type OwnerId, systemScope } from '../../../db/owner.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import type { Tables } from '../../tables/tables.ts'
import { toProspect } from '../prospects.rules.ts'
import type { Prospects } from '../prospects.ts'
import * as store from './review.store.ts'

export interface ReviewDeps {
  db: Database
  clock: Clock
  tables: Pick<Tables, 'getTable'>
  prospects: Pick<Prospects, 'get' | 'remove' | 'wantAgain'>
}

const DAY_MS = 24 * 60 * 60 * 1000
const scope = systemScope('what was deleted long ago is forgotten, whoever did it')

/** Looking over what was gathered, one prospect after another: keep or delete, and take it back. */
export function createReview({ db, clock, tables, prospects }: ReviewDeps) {
  async function restore(tx: Db, owner: OwnerId, id: string): Promise<void> {
    const row = await store.restoreDiscarded(tx, owner, id)
    await prospects.wantAgain(tx, owner, [row ?? refuse('review.gone')])
  }

  return {
    async listNext(owner: OwnerId, tableId: string) {
      await tables.getTable(owner, tableId)
      const rows = await store.listToReview(db, owner, tableId, REVIEW_PAGE)
      return { prospects: rows.map(toProspect), remaining: await store.countToReview(db, owner, tableId) }
    },

    countLeft: (owner: OwnerId, tableId: string) => store.countToReview(db, owner, tableId),

    /** `undo` names the removal of a deleted one, as wherever prospects are deleted. */
    async decide(owner: OwnerId, id: string, decision: 'keep' | 'delete'): Promise<{ undo: string | null }> {
      if (decision === 'delete') return prospects.remove(owner, id)
      if (!(await store.setReviewed(db, owner, id, isoNow(clock)))) refuse('prospects.not_found')
      return { undo: null }
    },

    /** A kept one is to be looked over again; one that a process of the last release deleted comes back. */
    async undo(owner: OwnerId, id: string) {
      await db
        .transaction(async (tx) => {
          if (!(await store.setReviewed(tx, owner, id, null))) await restore(tx, owner, id)
        })
        .catch(refuseDouble)
      return prospects.get(owner, id)
    },

    forgetDiscarded: () =>
      store.forgetDiscarded(db, scope, new Date(clock.now().getTime() - DAY_MS).toISOString()),
  }
}

export type Review = ReturnType<typeof createReview>

/** The address was added to the business again meanwhile. */
function refuseDouble(error: unknown): never {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  if ((cause?.code ?? code) === '23505') return refuse('prospects.exists')
  throw error
}
