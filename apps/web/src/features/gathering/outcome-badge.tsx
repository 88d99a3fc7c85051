import { outcomeLabels, retryableOutcomes } from '@goldpan/contract/gathering'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'

/** The outcome of a visit to a website, with the reason as a tooltip. */
export function OutcomeBadge({ outcome, reason }: { outcome: string; reason: string | null }) {
  return (
    <span title={reason ?? undefined} className="inline-flex max-w-full">
      <Badge colour={colourOf(outcome)}>{outcomeLabels[outcome] ?? outcome}</Badge>
      {reason && <span className="sr-only"> ({reason})</span>}
    </span>
  )
}

function colourOf(outcome: string): BadgeColour {
  if (outcome === 'found') return 'green'
  if (retryableOutcomes.includes(outcome)) return 'red'
  return outcome === 'refused_by_robots' || outcome === 'excluded' ? 'yellow' : 'grey'
}
