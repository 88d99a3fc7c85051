import { reviewRoutes } from '@goldpan/contract/review'
import type { Binder } from '../../../http/bind.ts'
import type { Review } from './review.ts'

export function bindReview(bind: Binder, review: Review): void {
  bind(reviewRoutes.next, ({ owner, params }) => review.listNext(owner, params.tableId))
  bind(reviewRoutes.decide, ({ owner, params, body }) => review.decide(owner, params.id, body.decision))
  bind(reviewRoutes.undo, ({ owner, params }) => review.undo(owner, params.id))
}
