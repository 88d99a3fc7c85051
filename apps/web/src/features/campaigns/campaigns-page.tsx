import { type CampaignInList, campaignFallbacks, campaignMessages } from '@goldpan/contract/campaigns'
import { Copy, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isolated } from '../../ui/isolated.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { CampaignBadge } from './campaign-badge.tsx'
import { useCampaigns, useDuplicateCampaign } from './campaigns.queries.ts'
import { DeleteCampaignDialog } from './delete-campaign-dialog.tsx'

export function CampaignsPage() {
  return (
    <Page>
      <PageHeader
        title="Email Campaigns"
        description="Personal emails to a list of prospects."
        action={
          <Link to={paths.newCampaign} className={buttonClass('primary')}>
            <Plus aria-hidden="true" />
            New Campaign
          </Link>
        }
      />
      <CampaignCards />
    </Page>
  )
}

function CampaignCards() {
  const campaigns = useCampaigns()
  const [leaving, setLeaving] = useState<CampaignInList | null>(null)
  if (campaigns.isPending) return <SkeletonCards label="Loading campaigns" />
  if (campaigns.isError)
    return (
      <ErrorState
        message={errorText(campaigns.error, campaignFallbacks.fetchAll)}
        onRetry={() => void campaigns.refetch()}
        isRetrying={campaigns.isFetching}
      />
    )
  if (campaigns.data.length === 0)
    return (
      <EmptyState
        illustration="letter"
        title={campaignMessages.none}
        action={
          <Link to={paths.newCampaign} className={buttonClass()}>
            Write your first campaign
          </Link>
        }
      >
        Say what you offer, choose whom to write to, and look at every email before it leaves.
      </EmptyState>
    )
  return (
    <>
      <ul className="card-grid">
        {campaigns.data.map((campaign) => (
          <CampaignCard key={campaign.id} campaign={campaign} onDelete={() => setLeaving(campaign)} />
        ))}
      </ul>
      {leaving && <DeleteCampaignDialog campaign={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function CampaignCard({ campaign, onDelete }: { campaign: CampaignInList; onDelete: () => void }) {
  const { id, name, status, created_at, counts } = campaign
  const items = useCardActions(campaign, onDelete)
  return (
    <Card
      as="li"
      level={2}
      className="relative transition-colors hover:border-line-strong"
      title={
        // The link covers the whole card; the menu lies above it.
        <Link
          to={paths.campaign(id)}
          className="after:absolute after:inset-0 after:rounded-lg hover:underline"
        >
          {name}
        </Link>
      }
      description={`Created ${formatDate(created_at)}`}
      actions={
        // Centred on the title's first line.
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
