import { type CampaignInList, campaignFallbacks, campaignMessages } from '@goldpan/contract/campaigns'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { CampaignCard } from './campaign-card.tsx'
import { useCampaigns } from './campaigns.queries.ts'
import { DeleteCampaignDialog } from './delete-campaign-dialog.tsx'

export function CampaignsPage() {
  return (
    <Page>
      <PageHeader
        title="Email Campaigns"
        description="Each campaign is one message to many people, written to each of them by name."
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
