import type { ClaimRow } from './held.store.ts'

/** What a claim knows of its message's try. */
export const toTried = ({ worker_id, attempts, first_tried_at, transmitting_at }: ClaimRow) => ({
  ...{ worker_id, attempts, first_tried_at, transmitting_at, is_charged: true },
})
