import type { Campaign } from '@goldpan/contract/campaigns'
import type { StepResults } from '@goldpan/contract/follow-ups'
import { countOf } from '../../lib/counts.ts'
import { formatLongDay } from '../../lib/dates.ts'
import { productNow } from '../../lib/product-time.ts'

/** The sentence for what remains after all first emails were sent. */
export function sentText(
  {
    status,
    follow_ups: { steps, waiting, queued, held, stopped, finished },
  }: Pick<Campaign, 'status' | 'follow_ups'>,
  due: StepResults['due'] = [],
): string {
  const count = waiting + queued
  const ended = finished + stopped
  if (count + held === 0 && steps > 0 && ended > 0)
    return `Everyone has been sent to. ${finished.toLocaleString()} of ${countOf(ended, 'person', 'people')} got every follow-up.`
  if (count + held === 0) return 'Everyone has been sent to.'
  const day = due[0] && dayWords(due[0].day)
  const waits =
    count === 1
      ? `is waiting${day ? ` and will be sent ${day}` : ''}`
      : `are waiting${day ? `; the next will be sent ${day}` : ''}`
  return [
    'All first emails were sent.',
    count > 0 && `${countOf(count, 'follow-up')} ${waits}.`,
    held > 0 &&
      `${countOf(held, 'follow-up is', 'follow-ups are')} on hold${status === 'paused' ? ' while the campaign is paused' : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function dayWords(day: string): string {
  const today = productNow().toISOString().slice(0, 10)
  if (day < today) return 'soon'
  return day === today ? 'today' : `on ${formatLongDay(day)}`
}
