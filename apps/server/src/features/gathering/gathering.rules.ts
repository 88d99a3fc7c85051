import { type GatheringJob, gatheringMessages } from '@goldpan/contract/gathering'
import type { Contact } from '@goldpan/crawler'
import { registrableDomain } from '@goldpan/crawler/address/address'
import { readWebsite } from '@goldpan/crawler/website'
import type { JobRow, JobTally } from './gathering.store.ts'

/** How long a claimed business is left alone without a sign of life; its worker renews it far more often. */
export const LEASE_MS = 15_000
export const RENEW_MS = 4_000
/** Clocks of machines differ by seconds; one that is an hour ahead was set back. */
export const LATEST_LEASE_MS = 60 * 60_000

/** How soon a running worker notices that a job was cancelled. */
export const CANCEL_POLL_MS = 500

/** How soon a busy worker with free places looks for new work and for businesses of dead workers. */
export const LOOK_MS = 1000

/** A business whose workers died this often is given up. */
export const MAX_ATTEMPTS = 3

const isOver = (status: JobRow['status']) => status !== 'pending' && status !== 'processing'

/** Progress and result are counted from the rows of the businesses, never kept. */
export function toJob(row: JobRow, tally: JobTally): GatheringJob {
  const { processed, prospects_found, with_contacts, without_websites, ...counts } = tally
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
          prospects_added: counts.prospects_added,
          left_out_suppressed: counts.left_out_suppressed,
          left_out_deleted: counts.left_out_deleted,
        }
      : null,
    error: row.error,
    created_at: row.created_at,
    completed_at: row.completed_at,
  }
}

/** In which order a job's businesses are read: those that share a website one after another, the others first. */
export function turnsOf(
  businesses: { id: string; website: string | null }[],
): { business_id: string; host: string | null; turn: number }[] {
  const seen = new Map<string, number>()
  return businesses.map(({ id, website }) => {
    const read = readWebsite(website)
    const host = read.kind === 'site' ? registrableDomain(read.urls[0]!.hostname) : null
    const turn = host === null ? 0 : (seen.get(host) ?? 0)
    if (host !== null) seen.set(host, turn + 1)
    return { business_id: id, host, turn }
  })
}

/** A job has failed when nothing of it could be finished; what single websites came to is told beside them. */
export function endOf(tally: JobTally | undefined): { status: 'completed' | 'failed'; error?: string } {
  if (!tally || tally.interrupted === 0 || tally.interrupted < tally.processed) return { status: 'completed' }
  return { status: 'failed', error: gatheringMessages.interrupted }
}

const addresses = (count: number) => (count === 1 ? '1 address was' : `${count} addresses were`)

/** What a visit came to, and what was found but left out on purpose. */
export function explainVisit(
  explanation: string,
  { left_out_suppressed, left_out_deleted }: Pick<JobTally, 'left_out_suppressed' | 'left_out_deleted'>,
): string {
  const parts = [explanation]
  if (left_out_suppressed > 0)
    parts.push(`${addresses(left_out_suppressed)} left out: no mail may go there any more.`)
  if (left_out_deleted > 0)
    parts.push(`${addresses(left_out_deleted)} left out: you deleted that prospect before.`)
  return parts.join(' ')
}

export const toGathered = (contact: Contact) => ({
  email: contact.email,
  first_name: contact.first_name,
  last_name: contact.last_name,
  phone: contact.phone,
  title: contact.title,
  source_url: contact.source_url,
  source_method: contact.method,
  source_snippet: contact.snippet,
  found_at: contact.found_at,
  confidence: contact.confidence,
  no_solicitation: contact.no_solicitation,
})
