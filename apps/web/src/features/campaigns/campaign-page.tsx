import { type Campaign, type CampaignCounts, campaignFallbacks } from '@goldpan/contract/campaigns'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DayBars } from '../../ui/day-bars.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton, SkeletonCard } from '../../ui/skeleton.tsx'
import { StatRow, StatTile } from '../../ui/stat-tile.tsx'
import { DeliveryLog } from '../sending/delivery-log.tsx'
import { SendButton } from '../sending/send-button.tsx'
import { useSending } from '../sending/sending.queries.ts'
import { PauseBanners, SendProgress, UnconfirmedBanner } from '../sending/sending-banners.tsx'
import { ActivityPanel } from './activity-panel.tsx'
import { CampaignBadge } from './campaign-badge.tsx'
import { CampaignNotFound } from './campaign-form-page.tsx'
import { useCampaign, useDuplicateCampaign, useTimeline } from './campaigns.queries.ts'
import { DeleteCampaignDialog } from './delete-campaign-dialog.tsx'
import { RecipientsPanel } from './recipients/recipients-panel.tsx'
import { RepliesPanel } from './replies-panel.tsx'
import { SignaturePanel } from './signature-panel.tsx'
import { TemplatePanel } from './template/template-panel.tsx'

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

/** Icons only on small screens, so that all three fit beside the title. */
const Word = ({ children }: { children: string }) => <span className="max-md:sr-only">{children}</span>

/** An archived campaign can only be deleted. */
function CampaignActions({ campaign, onDelete }: { campaign: Campaign; onDelete: () => void }) {
  const navigate = useNavigate()
  const duplicate = useDuplicateCampaign()
  const isArchived = campaign.status === 'archived'
  return (
    <>
      {!isArchived && (
        <>
          <Link to={paths.editCampaign(campaign.id)} className={buttonClass('ghost')}>
            <Pencil aria-hidden="true" />
            <Word>Edit</Word>
          </Link>
          <Button
            variant="ghost"
            icon={<Copy aria-hidden="true" />}
            busy={duplicate.isPending && 'Duplicating…'}
            onClick={() =>
              duplicate.mutate(campaign.id, {
                onSuccess: (copy) => void navigate(paths.campaign(copy.id)),
              })
            }
          >
            <Word>Duplicate</Word>
          </Button>
        </>
      )}
      <Button variant="ghost" icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
        <Word>Delete</Word>
      </Button>
    </>
  )
}

const LongText = ({ children }: { children: string }) => (
  <p dir="auto" className="max-h-80 max-w-[72ch] overflow-y-auto break-words whitespace-pre-wrap">
    {children}
  </p>
)

function ContentPanels({ campaign }: { campaign: Campaign }) {
  return (
    <>
      <Card title="Campaign content" description="The emails are written from this.">
        <LongText>{campaign.marketing_copy}</LongText>
      </Card>
      <Card title="Promotional content">
        {campaign.promotional_content ? (
          <LongText>{campaign.promotional_content}</LongText>
        ) : (
          <p className="text-ink-muted">None.</p>
        )}
      </Card>
    </>
  )
}

const series = [
  { key: 'sent', label: 'Sent', colour: 'var(--chart-1)' },
  { key: 'opened', label: 'Opened', colour: 'var(--chart-2)' },
  { key: 'responded', label: 'Responded', colour: 'var(--chart-3)' },
] as const

/** Sent, opened and responded by day, once something was sent. Reserves its height while loading. */
function TimelineCard({ campaignId, hasSent }: { campaignId: string; hasSent: boolean }) {
  const timeline = useTimeline(campaignId)
  if (timeline.isPending && hasSent)
    return (
      <Card title="Over time">
        <div role="status" aria-label="Loading the days">
          <Skeleton height="13.75rem" />
        </div>
      </Card>
    )
  if (!timeline.data || timeline.data.length === 0) return null
  const days = timeline.data.map(({ day, ...counts }) => ({ ...counts, label: formatDate(day) }))
  return (
    <Card title="Over time">
      <DayBars caption="Emails sent, opened and responded by day" series={series} days={days} />
    </Card>
  )
}

const labels = {
  total: 'Prospects',
  generated: 'Ready to send',
  sent: 'Sent',
  opened: 'Opened',
  responded: 'Responded',
  failed: 'Failed',
  unsubscribed: 'Unsubscribed',
} as const

const figureLabels = Object.values(labels)

function StatTiles({ counts }: { counts: CampaignCounts }) {
  const share = (part: number) =>
    counts.delivered > 0 && part > 0
      ? `${Math.round((part / counts.delivered) * 100)}% of delivered`
      : undefined
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

const CampaignSkeleton = () => (
  <div role="status" aria-label="Loading the campaign" className="flex flex-col gap-6">
    <StatRow label="Figures of the campaign">
      {figureLabels.map((label) => (
        <StatTile
          key={label}
          label={label}
          value={<Skeleton width="2rem" height="1.25rem" className="my-1" />}
        />
      ))}
    </StatRow>
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="flex flex-col gap-6">
        <SkeletonCard height="18.5rem">
          <Skeleton height="13.75rem" />
        </SkeletonCard>
        <SkeletonCard height="24rem" lines={9} />
      </div>
      <div className="flex flex-col gap-6">
        <SkeletonCard height="12rem" lines={3} />
        <SkeletonCard height="15rem" lines={4} />
      </div>
    </div>
  </div>
)

const campaignButtons = {
  secondary: <Skeleton width="8.5rem" height="var(--control)" />,
  action: <Skeleton width="8.5rem" height="var(--control)" className="max-sm:w-full!" />,
}
