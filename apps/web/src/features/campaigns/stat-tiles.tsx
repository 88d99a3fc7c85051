import type { CampaignCounts } from '@goldpan/contract/campaigns'
import { StatRow, StatTile } from '../../ui/stat-tile.tsx'

const labels = {
  total: 'Prospects',
  generated: 'Ready to send',
  sent: 'Sent',
  opened: 'Opened',
  responded: 'Responded',
  failed: 'Failed',
  unsubscribed: 'Unsubscribed',
} as const

/** The names of the figures, in their order. */
export const figureLabels = Object.values(labels)

export function StatTiles({ counts }: { counts: CampaignCounts }) {
  const share = (part: number) =>
    counts.sent > 0 && part > 0 ? `${Math.round((part / counts.sent) * 100)} % of sent` : undefined
  const tiles = [
    { label: labels.total, value: counts.total },
    { label: labels.generated, value: counts.generated },
    {
      label: labels.sent,
      value: counts.sent,
      hint: counts.unconfirmed > 0 ? `of which ${counts.unconfirmed} unconfirmed` : undefined,
    },
    { label: labels.opened, value: counts.opened, hint: share(counts.opened) },
    { label: labels.responded, value: counts.responded, hint: share(counts.responded) },
    { label: labels.failed, value: counts.failed },
    { label: labels.unsubscribed, value: counts.unsubscribed },
  ]
  return (
    <StatRow label="Figures of the campaign">
      {tiles.map(({ value, ...tile }) => (
        <StatTile key={tile.label} {...tile} value={value.toLocaleString()} />
      ))}
    </StatRow>
  )
}
