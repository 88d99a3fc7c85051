import { type Campaign, campaignFallbacks } from '@goldpan/contract/campaigns'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DeliveryLog } from '../sending/delivery-log.tsx'
import { PauseBanners } from '../sending/pause-banners.tsx'
import { SendButton } from '../sending/send-button.tsx'
import { SendProgress } from '../sending/send-progress.tsx'
import { useSending } from '../sending/sending.queries.ts'
import { UnconfirmedBanner } from '../sending/unconfirmed-banner.tsx'
import { ActivityPanel } from './activity-panel.tsx'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignBadge } from './campaign-badge.tsx'
import { CampaignNotFound } from './campaign-form-page.tsx'
import { CampaignSkeleton, campaignButtons } from './campaign-skeleton.tsx'
import { useCampaign } from './campaigns.queries.ts'
import { ContentPanels } from './content-panel.tsx'
import { DeleteCampaignDialog } from './delete-campaign-dialog.tsx'
import { RecipientsPanel } from './recipients/recipients-panel.tsx'
import { RepliesPanel } from './replies-panel.tsx'
import { SignaturePanel } from './signature-panel.tsx'
import { StatTiles } from './stat-tiles.tsx'
import { TemplatePanel } from './template/template-panel.tsx'
import { TimelineCard } from './timeline-card.tsx'

/** One campaign: how far it is, what it says, to whom. */
export function CampaignPage() {
  const { campaignId: id = '' } = useParams()
  const campaign = useCampaign(id)
  usePageTitle(campaign.data?.name)
  if (campaign.isPending)
    return (
      <Page>
        <PageHeader
          title="Campaign"
          back={<Link to={paths.campaigns}>Email Campaigns</Link>}
          {...campaignButtons}
        />
        <CampaignSkeleton />
      </Page>
    )
  if (campaign.isError && isApiError(campaign.error) && campaign.error.status === 404)
    return (
      <Page>
        <CampaignNotFound />
      </Page>
    )
  if (campaign.isError)
    return (
      <Page>
        <ErrorState
          level={1}
          message={errorText(campaign.error, campaignFallbacks.fetchData)}
          onRetry={() => void campaign.refetch()}
          isRetrying={campaign.isFetching}
          action={
            <Link to={paths.campaigns} className={buttonClass('ghost')}>
              Back to Email Campaigns
            </Link>
          }
        />
      </Page>
    )
  return <LoadedCampaign campaign={campaign.data} />
}

function LoadedCampaign({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const sending = useSending(campaign.id)
  const isArchived = campaign.status === 'archived'
  return (
    <Page>
      <PageHeader
        title={campaign.name}
        description={campaign.description}
        mark={<CampaignBadge status={campaign.status} />}
        back={<Link to={paths.campaigns}>Email Campaigns</Link>}
        secondary={<CampaignActions campaign={campaign} onDelete={() => setLeaving(true)} />}
        action={!isArchived && <SendButton campaign={campaign} sending={sending} />}
      />
      <SendProgress sending={sending} />
      <PauseBanners campaignId={campaign.id} isSending={sending.isActive} />
      <UnconfirmedBanner campaign={campaign} sending={sending} />
      <StatTiles counts={campaign.counts} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <TimelineCard campaignId={campaign.id} hasSent={campaign.counts.sent > 0} />
          <TemplatePanel campaign={campaign} />
          <RepliesPanel campaignId={campaign.id} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <SignaturePanel campaign={campaign} />
          <ActivityPanel campaignId={campaign.id} isArchived={isArchived} />
          <ContentPanels campaign={campaign} />
        </div>
      </div>
      <RecipientsPanel campaign={campaign} />
      <DeliveryLog campaignId={campaign.id} isSending={sending.isActive} />
      {isLeaving && (
        <DeleteCampaignDialog
          campaign={campaign}
          onClose={() => setLeaving(false)}
          onDeleted={() => void navigate(paths.campaigns)}
        />
      )}
    </Page>
  )
}
