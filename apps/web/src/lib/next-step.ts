import { isActiveJob } from '@goldpan/contract/gathering'
import type { TableSummary } from '@goldpan/contract/tables'
import { paths } from './paths.ts'

interface NextStep {
  kind: 'wait' | 'review' | 'write' | 'fill' | 'gather' | 'look'
  words: string
  to: string
}

/** What comes next with a table, from its businesses to a campaign. */
export function nextStepOf(table: TableSummary): NextStep {
  const { id, prospecting_status: status, prospects_count, to_review, businesses } = table
  const to = paths.table(id)
  if (status !== null && isActiveJob(status)) return { kind: 'wait', words: 'See progress', to }
  if (to_review > 0)
    return { kind: 'review', words: `Review ${to_review.toLocaleString()}`, to: paths.review(id) }
  if (prospects_count > 0)
    return { kind: 'write', words: 'Create campaign', to: paths.newCampaignFor(id, 'all') }
  if (!businesses[0]?.count) return { kind: 'fill', words: 'Add businesses', to }
  return status === null
    ? { kind: 'gather', words: 'Gather prospects', to }
    : { kind: 'look', words: 'See results', to }
}
