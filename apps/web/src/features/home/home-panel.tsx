import { type HomeOverview, homeMessages, homeRoutes, type TableResult } from '@goldpan/contract/home'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { percentOf } from '../../ui/usage-state.ts'
import { OtherAccounts } from '../organizations/other-accounts.tsx'
import { ContinueCard } from './continue-card.tsx'
import { NextSteps, type Sample } from './next-steps.tsx'
import { RecentDays } from './recent-days.tsx'
import { useRunning } from './running.ts'
import { RunningCard } from './running-card.tsx'
import { WaitingPeople } from './waiting-people.tsx'

/** Below the search form before the first search: who waits, what runs, the next steps and the results. */
export function HomePanel({ onTry }: { onTry: (sample: Sample) => void }) {
  const overview = useOverview()
  const jobs = useRunning().data ?? []
  if (overview.isPending)
    return (
      <div
        role="status"
        aria-label="Loading the overview"
        className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_23.5rem]"
      >
        <SkeletonCard height="9rem" lines={3} />
        <SkeletonCard height="14rem" lines={5} />
      </div>
    )
  if (overview.isError)
    return (
      <ErrorState
        message={errorText(overview.error, homeMessages.failed)}
        onRetry={() => void overview.refetch()}
        isRetrying={overview.isFetching}
      />
    )
  const { steps, sample, waiting, replies_waiting, days, best_tables, mailboxes } = overview.data
  const work = (
    <>
      {mailboxes.length > 0 && <WaitingMailboxes mailboxes={mailboxes} />}
      {waiting.length > 0 && <WaitingPeople people={waiting} count={replies_waiting} />}
      {jobs.length > 0 && <RunningCard jobs={jobs} />}
      <ContinueCard />
    </>
  )
  if (!steps.sent)
    return (
      <div className="flex flex-col gap-4">
        {!steps.found && <OtherAccounts />}
        {work}
        <NextSteps steps={steps} sample={sample} onTry={onTry} />
      </div>
    )
  const results = (
    <>
      <RecentDays days={days} />
      {best_tables.length > 0 && <BestTables tables={best_tables} />}
    </>
  )
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_23.5rem]">
      <div className="peer flex min-w-0 flex-col gap-4 empty:hidden">{work}</div>
      <div className="flex min-w-0 flex-col gap-4 peer-empty:col-span-full">{results}</div>
    </div>
  )
}

/** Mailboxes that need somebody. */
function WaitingMailboxes({ mailboxes }: Pick<HomeOverview, 'mailboxes'>) {
  return (
    <Banner
      kind="warning"
      action={
        <Link to={paths.ownMailboxes} className={buttonClass('secondary', 'sm')}>
          Mailboxes
        </Link>
      }
    >
      <ul className="flex flex-col gap-1">
        {mailboxes.map(({ id, sentence }) => (
          <li key={id}>{sentence}</li>
        ))}
      </ul>
    </Banner>
  )
}

/** Tables by reply rate. */
function BestTables({ tables }: { tables: readonly TableResult[] }) {
  return (
    <Card title="Reply rate by table">
      <ol className="flex flex-col gap-2.5">
        {tables.map(({ id, name, delivered, replied }) => (
          <li key={id} className="flex items-center gap-3 text-sm">
            <Link to={paths.table(id)} dir="auto" className="cut min-w-0 flex-1 rounded-sm hover:underline">
              {name}
            </Link>
            <span aria-hidden="true" className="h-1 w-24 shrink-0 overflow-hidden rounded-full bg-pressed">
              <span
                className="block h-full rounded-full bg-chart-3"
                style={{ width: `${percentOf(replied, delivered)}%` }}
              />
            </span>
            <span
              title={`${replied.toLocaleString()} of ${delivered.toLocaleString()} replied`}
              className="w-10 text-end text-ink-muted tabular-nums"
            >
              {`${percentOf(replied, delivered)}%`}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const useOverview = () =>
  useQuery({ queryKey: ['home'], queryFn: () => call(homeRoutes.overview), staleTime: 30_000 })
