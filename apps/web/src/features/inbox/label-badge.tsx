import type { BuiltInLabel, Label } from '@goldpan/contract/inbox'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { useLabels } from './inbox.queries.ts'

const builtIn: Record<BuiltInLabel, BadgeColour> = {
  stop: 'red',
  left_company: 'yellow',
  away: 'teal',
  automatic: 'grey',
  wrong_person: 'yellow',
  meeting: 'purple',
  later: 'yellow',
  not_interested: 'grey',
  question: 'blue',
  interested: 'green',
  other: 'grey',
}

export const colourOf = (labelId: string, labels: readonly Label[] | undefined): BadgeColour =>
  builtIn[labelId as BuiltInLabel] ?? labels?.find(({ id }) => id === labelId)?.colour ?? 'grey'

interface LabelBadgeProps {
  labelled: { label: string | null; label_name: string | null; label_reason: string | null }
}

/** The label, with its reason on hover. Nothing for mail that is older than labels. */
export function LabelBadge({ labelled: { label, label_name, label_reason } }: LabelBadgeProps) {
  const labels = useLabels()
  if (label === null) return null
  return (
    <span title={label_reason ?? undefined} className="inline-flex max-w-full min-w-0">
      <Badge colour={colourOf(label, labels.data)}>{label_name ?? label}</Badge>
    </span>
  )
}
