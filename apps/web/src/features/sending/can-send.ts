import type { Campaign } from '@goldpan/contract/campaigns'
import { countOf } from '../../lib/counts.ts'

type Sendable = Pick<Campaign, 'counts' | 'waiting' | 'rendering'>

/** Why nothing can be sent now, as a sentence; null when it can. Every prospect needs an email first. */
export function findSendObstacle(
  { counts, waiting, rendering }: Sendable,
  isSending: boolean,
): string | null {
  if (isSending) return 'The campaign is being sent.'
  if (counts.total === 0) return 'Add prospects first.'
  if (rendering) return 'The emails are still being written.'
  const missing = Math.max(counts.pending, waiting)
  if (missing > 0)
    return `Every prospect needs an email first: ${countOf(missing, 'email')} still to be written.`
  if (counts.generated + countResendable({ counts }) === 0) return 'There is nobody left to send to.'
  return null
}

/** Those a second round would reach: sent to or failed, but neither answered, bounced nor unsubscribed. */
export const countResendable = ({ counts }: Pick<Campaign, 'counts'>): number =>
  counts.sent - counts.responded + counts.failed - counts.bounced
