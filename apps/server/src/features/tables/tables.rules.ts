import { randomBytes } from 'node:crypto'
import { directoryName } from '@goldpan/contract/directories'
import { businessFieldNames, pick } from '@goldpan/contract/fields'
import type { Business } from '@goldpan/contract/tables'
import type { BusinessRow } from './tables.store.ts'

/** A place id for a business entered by hand: 'manual-', the time and a random suffix. */
export const createManualPlaceId = (at: Date): string =>
  `manual-${at.getTime()}-${randomBytes(5).toString('hex')}`

type Listed = Pick<BusinessRow, 'email' | 'attribution' | 'created_at' | 'updated_at'>

/** The directory that lists the address of a business, and if the user has edited the business since. */
export function emailSource({ email, attribution, created_at, updated_at }: Listed) {
  if (email === null || attribution === null) return null
  return { directory: directoryName(attribution), isEdited: updated_at !== created_at }
}

export const toBusiness = (row: BusinessRow, prospectsCount: number): Business => ({
  place_id: row.place_id,
  ...pick(row, businessFieldNames),
  attribution: row.attribution,
  email_source: unedited(emailSource(row)),
  is_demo: row.is_demo,
  expires_at: row.expires_at,
  gathering_outcome: row.gathering_outcome,
  gathering_explanation: row.gathering_explanation,
  gathered_at: row.gathered_at,
  prospects_count: prospectsCount,
})

const unedited = (source: ReturnType<typeof emailSource>) =>
  source === null || source.isEdited ? null : source.directory
