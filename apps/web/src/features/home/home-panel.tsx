import { homeMessages } from '@goldpan/contract/home'
import { errorText } from '../../lib/error-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { BestTables } from './best-tables.tsx'
import { useOverview } from './home.queries.ts'
import { MonthUsage } from './month-usage.tsx'
import { NextSteps, type Sample } from './next-steps.tsx'
import { RecentDays } from './recent-days.tsx'
import { RepliesWaiting } from './replies-waiting.tsx'

/** Under the search form while nothing was searched: what to do next, who waits, and what came of it all. */
export function HomePanel({ onTry }: { onTry: (sample: Sample) => void }) {
  const overview = useOverview()
  if (overview.isPending)
    return (
      <div role="status" aria-label="Loading what is going on" className="grid gap-4 lg:grid-cols-[3fr_2fr]">
        <SkeletonCard height="17rem" lines={5} />
        <SkeletonCard height="9rem" lines={3} />
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
  const { steps, sample, replies_waiting, days, best_tables } = overview.data
  return (
    <div className="flex flex-col gap-4">
      {!steps.sent && <NextSteps steps={steps} sample={sample} onTry={onTry} />}
      {replies_waiting > 0 && <RepliesWaiting count={replies_waiting} />}
      {steps.sent && (
        <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
          <RecentDays days={days} />
          <BestTables tables={best_tables} />
        </div>
      )}
      {steps.found && <MonthUsage />}
    </div>
  )
}
