import type { CampaignStatus, EmailStatus } from '@goldpan/contract/campaigns'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'

const campaignColours: Record<CampaignStatus, BadgeColour> = {
  draft: 'grey',
  active: 'blue',
  paused: 'yellow',
  completed: 'green',
  archived: 'purple',
}

const emailColours: Record<EmailStatus, BadgeColour> = {
  pending: 'grey',
  generated: 'indigo',
  sent: 'teal',
  opened: 'blue',
  responded: 'green',
  unsubscribed: 'purple',
  failed: 'red',
  bounced: 'red',
}

export const labelOf = (status: string): string => status.charAt(0).toUpperCase() + status.slice(1)

/** One word for one thing: the columns and figures say 'Replied'. */
export const emailLabelOf = (status: EmailStatus): string =>
  status === 'responded' ? 'Replied' : labelOf(status)

export const CampaignBadge = ({ status }: { status: CampaignStatus }) => (
  <Badge colour={campaignColours[status]}>{labelOf(status)}</Badge>
)

export function EmailBadge({ status, isUnconfirmed }: { status: EmailStatus; isUnconfirmed: boolean }) {
  if (isUnconfirmed) return <Badge colour="yellow">Unconfirmed</Badge>
  return <Badge colour={emailColours[status]}>{emailLabelOf(status)}</Badge>
}
