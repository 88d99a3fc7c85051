import { REVIEW_PAGE, reviewRoutes } from '@goldpan/contract/review'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Binder } from '../../http/bind.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Tables } from '../tables/tables.ts'
import * as store from './prospects.store.ts'
import type { Prospects } from './prospects.ts'

export interface ReviewDeps {
  db: Database
  clock: Clock
  tables: Pick<Tables, 'getTable'>
  prospects: Pick<Prospects, 'get' | 'remove' | 'toProspects'>
}

/** Reviews gathered prospects: keep or delete. */
export function createReview({ db, clock, tables, prospects }: ReviewDeps) {
  return {
    async listNext(owner: OwnerId, tableId: string) {
      await tables.getTable(db, owner, tableId)
      const rows = await store.listToReview(db, owner, tableId, REVIEW_PAGE)
      return {
        prospects: await prospects.toProspects(owner, rows),
        remaining: await store.countToReview(db, owner, tableId),
        kept: await store.countKept(db, owner, tableId),
      }
    },

    /** All prospects of one call get the same timestamp, which Undo refers to. */
    async keepAbove(owner: OwnerId, tableId: string, confidence: number) {
      await tables.getTable(db, owner, tableId)
      const kept_at = isoNow(clock)
      return { kept: await store.keepAbove(db, owner, tableId, { confidence, at: kept_at }), kept_at }
    },

    async undoKeepAbove(owner: OwnerId, tableId: string, keptAt: string) {
      await tables.getTable(db, owner, tableId)
      return { restored: await store.undoKept(db, owner, tableId, keptAt) }
    },

    countLeft: (owner: OwnerId, tableId: string) => store.countToReview(db, owner, tableId),

    /** `undo` is the id of the removal of a deleted prospect. */
    async decide(owner: OwnerId, id: string, decision: 'keep' | 'delete'): Promise<{ undo: string | null }> {
      if (decision === 'delete') return prospects.remove(owner, id)
      if (!(await store.setReviewed(db, owner, id, isoNow(clock)))) refuse('prospects.not_found')
      return { undo: null }
    },

    /** Puts a kept prospect back into the review. */
    async undo(owner: OwnerId, id: string) {
      if (!(await store.setReviewed(db, owner, id, null))) refuse('review.gone')
      return prospects.get(owner, id)
    },
  }
}

export type Review = ReturnType<typeof createReview>

export function bindReview(bind: Binder, review: Review): void {
  bind(reviewRoutes.next, ({ owner, params }) => review.listNext(owner, params.tableId))
  bind(reviewRoutes.keepAbove, ({ owner, params, body }) =>
    review.keepAbove(owner, params.tableId, body.confidence),
  )
  bind(reviewRoutes.undoKeepAbove, ({ owner, params, body }) =>
    review.undoKeepAbove(owner, params.tableId, body.kept_at),
  )
  bind(reviewRoutes.decide, ({ owner, params, body }) => review.decide(owner, params.id, body.decision))
  bind(reviewRoutes.undo, ({ owner, params }) => review.undo(owner, params.id))
}
