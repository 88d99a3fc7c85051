import type { GatheringJob } from '@goldpan/contract/gathering'
import type { JobRow, JobTally } from './gathering.store.ts'

/** How long a claimed business is left alone without a sign of life; its worker renews it far more often. */
export const LEASE_MS = 15_000
export const RENEW_MS = 4_000

/** How soon a running worker notices that a job was cancelled. */
export const CANCEL_POLL_MS = 500

/** A business whose workers died this often is given up. */
export const MAX_ATTEMPTS = 3

const isOver = (status: JobRow['status']) => status !== 'pending' && status !== 'processing'

/** Progress and result are counted from the rows of the businesses, never kept. */
export function toJob(row: JobRow, tally: JobTally): GatheringJob {
  const { processed, prospects_found, with_contacts, without_websites } = tally
  return {
    id: row.id,
    table_id: row.table_id,
    status: row.status,
    progress: { total: row.total, processed, prospects_found },
    result: isOver(row.status)
      ? {
          total_prospects_found: prospects_found,
          businesses_processed: processed,
          businesses_with_contacts: with_contacts,
          businesses_without_websites: without_websites,
        }
      : null,
    error: row.error,
    created_at: row.created_at,
    completed_at: row.completed_at,
  }
}
