import { campaignFallbacks } from '@goldpan/contract/campaigns'
import type { ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton, SkeletonCard, SkeletonFields } from '../../ui/skeleton.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { CampaignNotFound } from './campaign-not-found.tsx'
import { useCampaign } from './campaigns.queries.ts'

/** /campaigns/new and /campaigns/:id/edit. */
export function CampaignFormPage() {
  const { campaignId: id } = useParams()
  return id === undefined ? <NewCampaign /> : <EditedCampaign id={id} />
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page width="narrow">
      <PageHeader title={title} back={<Link to={paths.campaigns}>Email Campaigns</Link>} />
      {children}
    </Page>
  )
}

function NewCampaign() {
  const navigate = useNavigate()
  return (
    <Frame title="New Campaign">
      <CampaignForm campaign={null} onSaved={(saved) => void navigate(paths.campaign(saved))} />
    </Frame>
  )
}

function EditedCampaign({ id }: { id: string }) {
  const campaign = useCampaign(id)
  if (campaign.isError && isApiError(campaign.error) && campaign.error.status === 404)
    return (
      <Page>
        <CampaignNotFound />
      </Page>
    )
  return (
    <Frame title="Edit campaign">
      <LoadedCampaign campaign={campaign} />
    </Frame>
  )
}

function LoadedCampaign({ campaign }: { campaign: ReturnType<typeof useCampaign> }) {
  const navigate = useNavigate()
  if (campaign.isPending)
    return (
      <div role="status" aria-label="Loading the campaign" className="flex flex-col gap-6">
        <SkeletonCard>
          <SkeletonFields count={4} hasButton={false} />
        </SkeletonCard>
        <SkeletonCard>
          <Skeleton height="15rem" />
        </SkeletonCard>
      </div>
    )
  if (campaign.isError)
    return (
      <ErrorState
        message={errorText(campaign.error, campaignFallbacks.fetch)}
        onRetry={() => void campaign.refetch()}
        isRetrying={campaign.isFetching}
      />
    )
  if (campaign.data.status === 'archived')
    return <Banner kind="info">This campaign is archived. It can only be deleted.</Banner>
  return <CampaignForm campaign={campaign.data} onSaved={(saved) => void navigate(paths.campaign(saved))} />
}
