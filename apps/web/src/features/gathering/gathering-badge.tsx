import { gatheringLabels } from '@goldpan/contract/gathering'
import type { GatheringStatus } from '@goldpan/contract/tables'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'

const colours: Record<GatheringStatus, BadgeColour> = {
  completed: 'green',
  processing: 'blue',
  pending: 'yellow',
  failed: 'red',
  cancelled: 'grey',
}

export function GatheringBadge({ status }: { status: GatheringStatus }) {
  return <Badge colour={colours[status]}>{gatheringLabels[status]}</Badge>
}
