import { type Campaign, campaignFallbacks } from '@goldpan/contract/campaigns'
import { Archive, Copy, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { type CampaignTab, campaignTabs, paths } from '../../lib/paths.ts'
import { useTab } from '../../lib/use-tab.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isolated } from '../../ui/isolated.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton, SkeletonCard } from '../../ui/skeleton.tsx'
import { TabBar, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { SendButton } from '../sending/send-button.tsx'
import { type Sending, useSending } from '../sending/sending.queries.ts'
import { PauseBanners, SendProgress, UnconfirmedBanner } from '../sending/sending-banners.tsx'
import { CampaignBadge } from './campaign-badge.tsx'
import { CampaignNotFound } from './campaign-not-found.tsx'
import { useCampaign, useDuplicateCampaign, useSaveCampaign } from './campaigns.queries.ts'
import { useAutoSignature } from './choose-signature.ts'
import { DeleteCampaignDialog } from './delete-campaign-dialog.tsx'
import { FigureSkeleton } from './overview/figure-strip.tsx'
import { Overview } from './overview/overview.tsx'
import { PauseButton } from './pause-button.tsx'
import { prospectsAddress, RecipientsPanel } from './recipients/recipients-panel.tsx'
import { RepliesPanel } from './replies-panel.tsx'

const CampaignEmails = lazy(async () => ({ default: (await import('./campaign-emails.tsx')).CampaignEmails }))
const CampaignSettings = lazy(async () => ({
  default: (await import('./campaign-settings.tsx')).CampaignSettings,
}))

export function CampaignPage() {
  const { campaignId: id = '' } = useParams()
  const campaign = useCampaign(id)
  const oldAddress = useOldAddress()
  usePageTitle(campaign.data?.name)
  if (oldAddress) return <Navigate to={oldAddress} replace />
  if (campaign.isPending)
    return (
      <Page width="full">
        <PageHeader
          title="Campaign"
          back={<Link to={paths.campaigns}>Email Campaigns</Link>}
          action={<Skeleton width="8.5rem" height="var(--control)" />}
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
      <Page width="full">
        <PageHeader title="Campaign" back={<Link to={paths.campaigns}>Email Campaigns</Link>} />
        <ErrorState
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

/** Where an address from before the tabs leads: a search, a filter or the anchor of the prospects. Else null. */
function useOldAddress(): string | null {
  const { pathname, search, hash } = useLocation()
  const query = new URLSearchParams(search)
  const isOld = hash === '#recipients' || prospectsAddress.some((name) => query.has(name))
  if (query.has('tab') || !isOld) return null
  query.set('tab', 'prospects' satisfies CampaignTab)
  return `${pathname}?${query}`
}

function LoadedCampaign({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate()
  const [tab, setTab] = useTab<CampaignTab>(campaignTabs)
  const [asked, setAsked] = useState<'archive' | 'delete' | null>(null)
  const stopAsking = () => setAsked(null)
  const sending = useSending(campaign.id)
  useAutoSignature(campaign)
  const isArchived = campaign.status === 'archived'
  return (
    <Tabs value={tab} onChange={setTab}>
      <Page width="full">
        <PageHeader
          title={campaign.name}
          mark={<CampaignBadge status={campaign.status} />}
          back={<Link to={paths.campaigns}>Email Campaigns</Link>}
          action={
            // The gold button of the settings is 'Save campaign'.
            !isArchived && (
              <SendButton
                campaign={campaign}
                sending={sending}
                isNext={tab !== 'settings' && campaign.status !== 'paused'}
              />
            )
          }
          secondary={<PauseButton campaign={campaign} isNext={tab !== 'settings'} />}
          menu={useMenu(campaign, setAsked)}
          tabs={<CampaignTabBar campaign={campaign} />}
        />
        <SendingState campaign={campaign} sending={sending} />
        <TabPanel value="overview">
          <Overview campaign={campaign} sending={sending} />
        </TabPanel>
        <TabPanel value="emails">
          <Suspense fallback={<PanelSkeleton label="Loading the emails" />}>
            <CampaignEmails campaign={campaign} />
          </Suspense>
        </TabPanel>
        <TabPanel value="prospects">
          <RecipientsPanel campaign={campaign} isSending={sending.isActive} />
        </TabPanel>
        <TabPanel value="replies">
          <RepliesPanel campaignId={campaign.id} />
        </TabPanel>
        <TabPanel value="settings">
          <Suspense fallback={<PanelSkeleton label="Loading the settings" />}>
            <CampaignSettings campaign={campaign} />
          </Suspense>
        </TabPanel>
      </Page>
      {asked === 'archive' && <ArchiveDialog campaign={campaign} onClose={stopAsking} />}
      {asked === 'delete' && (
        <DeleteCampaignDialog
          campaign={campaign}
          onClose={stopAsking}
          onDeleted={() => void navigate(paths.campaigns)}
        />
      )}
    </Tabs>
  )
}

function CampaignTabBar({ campaign: { counts, follow_ups } }: { campaign: Campaign }) {
  return (
    <TabBar
      label="Parts of the campaign"
      tabs={[
        { value: 'overview', label: 'Overview' },
        { value: 'emails', label: 'Emails', count: follow_ups.steps ? follow_ups.steps + 1 : undefined },
        { value: 'prospects', label: 'Prospects', count: counts.total || undefined },
        { value: 'replies', label: 'Replies', count: counts.responded || undefined },
        { value: 'settings', label: 'Settings' },
      ]}
    />
  )
}

/** Progress, pauses and unconfirmed messages concern every tab. */
const SendingState = ({ campaign, sending }: { campaign: Campaign; sending: Sending }) => (
  <>
    <SendProgress sending={sending} />
    <PauseBanners campaignId={campaign.id} isSending={sending.isActive} />
    <UnconfirmedBanner campaign={campaign} sending={sending} />
  </>
)

/** An archived campaign can only be deleted. */
function useMenu(campaign: Campaign, onAsk: (what: 'archive' | 'delete') => void): MenuItem[] {
  const navigate = useNavigate()
  const duplicate = useDuplicateCampaign()
  const rest: MenuItem[] = [
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: <Copy aria-hidden="true" />,
      disabled: duplicate.isPending,
      onSelect: () =>
        duplicate.mutate(campaign.id, { onSuccess: (copy) => void navigate(paths.campaign(copy.id)) }),
    },
    {
      id: 'archive',
      label: 'Archive',
      icon: <Archive aria-hidden="true" />,
      onSelect: () => onAsk('archive'),
    },
  ]
  return [
    ...(campaign.status === 'archived' ? [] : rest),
    {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      onSelect: () => onAsk('delete'),
    },
  ]
}

function ArchiveDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const save = useSaveCampaign(campaign)
  const archive = () =>
    save.mutateAsync({ fields: { status: 'archived' }, recipients: null, overwrite: true }).then(
      () => toast.success('Campaign archived'),
      (error: unknown) => toast.error(errorText(error, campaignFallbacks.update)),
    )
  return (
    <ConfirmDialog
      open
      kind="warning"
      title="Archive campaign"
      message={`You can then only view or delete '${isolated(campaign.name)}'. This can't be undone.`}
      confirmLabel="Archive"
      busyLabel="Archiving…"
      onCancel={onClose}
      onConfirm={() => archive().then(onClose)}
    />
  )
}

const PanelSkeleton = ({ label }: { label: string }) => (
  <div
    role="status"
    aria-label={label}
    className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
  >
    <SkeletonCard height="24rem" lines={6} />
    <SkeletonCard height="12rem" lines={3} />
  </div>
)

const CampaignSkeleton = () => (
  <div role="status" aria-label="Loading the campaign" className="flex flex-col gap-4">
    <FigureSkeleton />
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <SkeletonCard height="18.5rem">
        <Skeleton height="13.75rem" />
      </SkeletonCard>
      <SkeletonCard height="12rem" lines={3} />
    </div>
  </div>
)
