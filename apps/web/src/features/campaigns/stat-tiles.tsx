import type { CampaignCounts } from '@goldpan/contract/campaigns'
import { StatRow, StatTile } from '../../ui/stat-tile.tsx'

export function StatTiles({ counts }: { counts: CampaignCounts }) {
  const share = (part: number) =>
    counts.sent > 0 && part > 0 ? `${Math.round((part / counts.sent) * 100)} % of sent` : undefined
  const tiles = [
    { label: 'Prospects', value: counts.total },
    { label: 'Ready to send', value: counts.generated },
    {
      label: 'Sent',
      value: counts.sent,
      hint: counts.unconfirmed > 0 ? `of which ${counts.unconfirmed} unconfirmed` : undefined,
    },
    { label: 'Opened', value: counts.opened, hint: share(counts.opened) },
    { label: 'Responded', value: counts.responded, hint: share(counts.responded) },
    { label: 'Failed', value: counts.failed },
    { label: 'Unsubscribed', value: counts.unsubscribed },
  ]
  return (
    <StatRow label="Figures of the campaign">
      {tiles.map(({ value, ...tile }) => (
        <StatTile key={tile.label} {...tile} value={value.toLocaleString()} />
      ))}
    </StatRow>
  )
}
