import type { Pace, SendPreview } from '@goldpan/contract/sending-care'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { PlannedDay } from './pace.rules.ts'

type CountedRecipients = Awaited<ReturnType<Campaigns['countRecipients']>>
export type Skipped = SendPreview['skipped'][number]

/** Recipients that a send skips because of their status. */
export function skippedByStatus(counts: CountedRecipients, isResend: boolean): Skipped[] {
  return [
    { reason: 'Already replied', count: counts.responded },
    { reason: 'Bounced', count: counts.bounced },
    { reason: 'Unsubscribed', count: counts.unsubscribed },
    { reason: 'Already sent to', count: isResend ? 0 : counts.resendable + counts.enrolled },
  ].map((entry) => ({ ...entry, emails: [] }))
}

/** Approximate times of the first messages; gaps are random. */
export function planFirst(
  rows: { email: string }[],
  days: PlannedDay[],
  pace: Pace,
): { email: string; at: string }[] {
  const gap = ((pace.gap_from_seconds + pace.gap_to_seconds) / 2) * 1000
  const times = days.flatMap(({ from, messages }) =>
    Array.from({ length: Math.min(messages, rows.length) }, (_, index) => from.getTime() + index * gap),
  )
  return rows.flatMap(({ email }, index) => {
    const at = times[index]
    return at === undefined ? [] : [{ email, at: new Date(at).toISOString() }]
  })
}
