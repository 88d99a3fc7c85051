import { randomBytes } from 'node:crypto'
import { businessFieldNames, pick } from '@goldpan/contract/fields'
import type { Business } from '@goldpan/contract/tables'
import type { BusinessRow } from './tables.store.ts'

/** A place id for a business entered by hand: 'manual-', the time and a random suffix. */
export const createManualPlaceId = (at: Date): string =>
  `manual-${at.getTime()}-${randomBytes(5).toString('hex')}`

export const toBusiness = (row: BusinessRow, prospectsCount: number): Business => ({
  place_id: row.place_id,
  ...pick(row, businessFieldNames),
  attribution: row.attribution,
  is_demo: row.is_demo,
  expires_at: row.expires_at,
  gathering_outcome: row.gathering_outcome,
  gathering_explanation: row.gathering_explanation,
  gathered_at: row.gathered_at,
  prospects_count: prospectsCount,
})
