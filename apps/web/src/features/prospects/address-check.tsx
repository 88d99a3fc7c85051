import type { Prospect } from '@goldpan/contract/prospects'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'

const shown: Record<NonNullable<Prospect['address_check']>, { label: string; colour: BadgeColour }> = {
  safe: { label: 'Takes mail', colour: 'green' },
  risky: { label: 'Risky', colour: 'yellow' },
  bad: { label: 'Bad address', colour: 'red' },
  unknown: { label: 'Not known', colour: 'grey' },
}

type Checked = Pick<Prospect, 'address_check' | 'address_reasons'>

/** What is known of an address without writing to it; the reasons on hover and for the screen reader. */
export function AddressCheckBadge({ prospect }: { prospect: Checked }) {
  if (!prospect.address_check) return <Badge>Being looked up</Badge>
  const { label, colour } = shown[prospect.address_check]
  const reasons = prospect.address_reasons.join(' ')
  return (
    <span title={reasons}>
      <Badge colour={colour}>{label}</Badge>
      {reasons && <span className="sr-only"> ({reasons})</span>}
    </span>
  )
}

/** The same with its reasons written out. */
export function AddressCheck({ prospect }: { prospect: Checked }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <AddressCheckBadge prospect={{ ...prospect, address_reasons: [] }} />
      {prospect.address_reasons.length > 0 && (
        <span className="text-sm text-ink-muted">{prospect.address_reasons.join(' ')}</span>
      )}
    </span>
  )
}

/** The page on which an address stood carries a notice against advertising. */
export function NoAdvertising({ prospect }: { prospect: Pick<Prospect, 'no_solicitation'> }) {
  if (!prospect.no_solicitation) return null
  return (
    <span title="The page says that it does not want advertising. Think twice before you write.">
      <Badge colour="yellow">No advertising</Badge>
    </span>
  )
}
