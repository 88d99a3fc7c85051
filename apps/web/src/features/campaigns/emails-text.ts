import type { Campaign } from '@goldpan/contract/campaigns'
import { countOf } from '../../lib/counts.ts'

/** '53 emails with follow-ups', beside the people sent to. Null if each of them got one email. */
export function emailsText({
  counts: { emails, sent },
  follow_ups,
}: Pick<Campaign, 'counts' | 'follow_ups'>): string | null {
  if (emails <= sent) return null
  return `${countOf(emails, 'email')} ${follow_ups.steps > 0 ? 'with follow-ups' : 'in all'}`
}
