import { type CampaignInList, campaignFallbacks, campaignMessages } from '@goldpan/contract/campaigns'
import { LayoutGrid, Plus, Table2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { OtherAccounts } from '../organizations/other-accounts.tsx'
import { CampaignCards, CampaignTable } from './campaign-list.tsx'
import { useCampaigns } from './campaigns.queries.ts'
import { DeleteCampaignDialog } from './delete-campaign-dialog.tsx'

export function CampaignsPage() {
  const campaigns = useCampaigns()
  const [view, setView] = useView()
  const hasNone = campaigns.data?.length === 0
  return (
    <Page width={view === 'table' && campaigns.data && !hasNone ? 'full' : 'normal'}>
      <PageHeader
        title="Email Campaigns"
        secondary={!hasNone && !campaigns.isError && <ViewSwitch view={view} onChange={setView} />}
        action={
          <Link to={paths.newCampaign} className={buttonClass('primary')}>
            <Plus aria-hidden="true" />
            New Campaign
          </Link>
        }
      />
      <Campaigns view={view} />
    </Page>
  )
}

function Campaigns({ view }: { view: View }) {
  const campaigns = useCampaigns()
  const [leaving, setLeaving] = useState<CampaignInList | null>(null)
  if (campaigns.isPending && view === 'cards') return <SkeletonCards label="Loading campaigns" />
  if (campaigns.isError)
    return (
      <ErrorState
        message={errorText(campaigns.error, campaignFallbacks.fetchAll)}
        onRetry={() => void campaigns.refetch()}
        isRetrying={campaigns.isFetching}
      />
    )
  if (campaigns.data?.length === 0)
    return (
      <EmptyState
        illustration="letter"
        title={campaignMessages.none}
        action={
          <Link to={paths.newCampaign} className={buttonClass()}>
            Write your first campaign
          </Link>
        }
        more={<OtherAccounts className="mt-4 justify-center" />}
      >
        Say what you offer and to whom. You can read every email before it goes out.
      </EmptyState>
    )
  return (
    <>
      {view === 'table' ? (
        <CampaignTable campaigns={campaigns.data} onDelete={setLeaving} />
      ) : (
        <CampaignCards campaigns={campaigns.data ?? []} onDelete={setLeaving} />
      )}
      {leaving && <DeleteCampaignDialog campaign={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

type View = 'cards' | 'table'

const views = [
  { view: 'cards', label: 'Show as cards', icon: <LayoutGrid aria-hidden="true" /> },
  { view: 'table', label: 'Show as table', icon: <Table2 aria-hidden="true" /> },
] as const

const ViewSwitch = (props: { view: View; onChange: (view: View) => void }) => (
  <div className="flex gap-0.5">
    {views.map(({ view, ...button }) => (
      <IconButton
        key={view}
        {...button}
        size="md"
        aria-pressed={props.view === view}
        className={props.view === view ? 'bg-pressed text-ink' : undefined}
        onClick={() => props.onChange(view)}
      />
    ))}
  </div>
)

const STORAGE_KEY = 'goldpan.campaigns.view'

/** Stored in this browser. */
function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (readView() === 'table' ? 'table' : 'cards'))
  return [
    view,
    (next) => {
      setView(next)
      try {
        localStorage.setItem(STORAGE_KEY, next)
      } catch {
        // Without storage the choice lasts until the page is left.
      }
    },
  ]
}

function readView(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
