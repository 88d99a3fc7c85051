import type { CampaignInList } from '@goldpan/contract/campaigns'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { formatDate } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { Card } from '../../ui/card.tsx'
import { isolated } from '../../ui/isolated.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { CampaignBadge } from './campaign-badge.tsx'
import { useDuplicateCampaign } from './campaigns.queries.ts'

/** A campaign in the list: its state, how far it is, and its figures. */
export function CampaignCard({ campaign, onDelete }: { campaign: CampaignInList; onDelete: () => void }) {
  const { id, name, status, created_at, counts } = campaign
  const items = useCardActions(campaign, onDelete)
  return (
    <Card
      as="li"
      level={2}
      className="relative transition-colors hover:border-line-strong"
      title={
        // The link covers the card, so that all of it can be pressed; the menu lies above.
        <Link
          to={paths.campaign(id)}
          className="after:absolute after:inset-0 after:rounded-lg hover:underline"
        >
          {name}
        </Link>
      }
      description={`Created ${formatDate(created_at)}`}
      actions={
        // In the middle of the title's first line, however large a finger needs it.
        <div className="relative z-10 -my-[calc((var(--control-small)-1.5rem)/2)] -me-2">
          <Menu label={`Actions for ${isolated(name)}`} items={items} />
        </div>
      }
    >
      <div className="flex h-full flex-col justify-end gap-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <CampaignBadge status={status} />
          <span className="text-sm text-ink-muted tabular-nums">
            {counts.sent.toLocaleString()}/{counts.total.toLocaleString()} sent
          </span>
        </div>
        <dl className="grid grid-cols-3 gap-2 border-t border-line pt-3">
          <Figure label="Sent" value={counts.sent} />
          <Figure label="Opened" value={counts.opened} />
          <Figure label="Failed" value={counts.failed} />
        </dl>
      </div>
    </Card>
  )
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt className="text-sm text-ink-muted">{label}</dt>
    <dd className="text-base font-semibold tabular-nums">{value.toLocaleString()}</dd>
  </div>
)

function useCardActions({ id, status }: CampaignInList, onDelete: () => void): MenuItem[] {
  const navigate = useNavigate()
  const duplicate = useDuplicateCampaign()
  const remove: MenuItem = {
    id: 'delete',
    label: 'Delete',
    icon: <Trash2 aria-hidden="true" />,
    danger: true,
    onSelect: onDelete,
  }
  if (status === 'archived') return [remove]
  return [
    {
      id: 'edit',
      label: 'Edit',
      icon: <Pencil aria-hidden="true" />,
      onSelect: () => void navigate(paths.editCampaign(id)),
    },
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: <Copy aria-hidden="true" />,
      onSelect: () => duplicate.mutate(id),
    },
    { ...remove, startsGroup: true },
  ]
}
