import type { Campaign } from '@goldpan/contract/campaigns'
import { countOf } from '../../lib/counts.ts'

type Sendable = Pick<Campaign, 'counts' | 'resendable' | 'waiting' | 'rendering' | 'follow_ups'>

/** The reason why the campaign can't be sent now, or null. */
export function findSendObstacle(
  { counts, resendable, waiting, rendering, follow_ups }: Sendable,
  isSending: boolean,
): string | null {
  if (isSending) return 'The campaign is being sent.'
  if (counts.total === 0) return 'Add prospects first.'
  if (rendering) return 'The emails are still being written.'
  const missing = Math.max(counts.pending, waiting)
  if (missing > 0)
    return `Every prospect needs an email first: ${countOf(missing, 'email')} still to be written.`
  if (counts.generated + resendable === 0)
    return follow_ups.waiting > 0 ? 'Follow-ups are sent automatically.' : 'There is nobody left to send to.'
  return null
}
