import { type HomeOverview, homeMessages, homeRoutes, type TableResult } from '@goldpan/contract/home'
import { usageRoutes } from '@goldpan/contract/usage'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { DayBars } from '../../ui/day-bars.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonCard } from '../../ui/skeleton.tsx'
import { UsageBar } from '../../ui/usage-bar.tsx'
import { percentOf } from '../../ui/usage-state.ts'
import { NextSteps, type Sample } from './next-steps.tsx'

/** Below the search form before the first search: next steps, waiting replies and results. */
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

function RepliesWaiting({ count }: { count: number }) {
  return (
    <Banner
      kind="info"
      action={
        <Link to={paths.replies} className="hyperlink inline-flex min-h-6 items-center">
          Read replies
        </Link>
      }
    >
      {count === 1
        ? 'One person has written to you and waits for an answer.'
        : `${count} people have written to you and wait for an answer.`}
    </Banner>
  )
}

const series = [
  { key: 'sent', label: 'Sent', colour: 'var(--chart-1)' },
  { key: 'opened', label: 'Opened', colour: 'var(--chart-2)' },
  { key: 'replied', label: 'Replied', colour: 'var(--chart-3)' },
] as const

function RecentDays({ days }: { days: HomeOverview['days'] }) {
  const shown = days.map(({ day, ...counts }) => ({ ...counts, label: formatDate(day) }))
  return (
    <Card title="The last 30 days">
      <DayBars withTotals caption="Emails sent, opened and replied to by day" series={series} days={shown} />
    </Card>
  )
}

/** Tables by reply rate. */
function BestTables({ tables }: { tables: readonly TableResult[] }) {
  return (
    <Card title="Reply rate by list">
      {tables.length === 0 ? (
        <p className="text-ink-muted">
          Once prospects of a table have answered, the tables that bring most replies stand here.
        </p>
      ) : (
        <ol className="flex flex-col gap-4">
          {tables.map(({ id, name, delivered, replied }) => (
            <li key={id} className="flex flex-col gap-1.5">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <Link
                  to={paths.table(id)}
                  dir="auto"
                  className="min-w-0 rounded-sm font-medium break-words hover:underline"
                >
                  {name}
                </Link>
                <span className="text-sm text-ink-muted tabular-nums">
                  {`${percentOf(replied, delivered)}% replied (${replied} of ${delivered})`}
                </span>
              </span>
              <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-pressed">
                <span
                  className="block h-full rounded-full bg-chart-3"
                  style={{ width: `${percentOf(replied, delivered)}%` }}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

const bars = [
  { name: 'business_searches', label: 'Searches' },
  { name: 'email_generations', label: 'Generations' },
  { name: 'emails_sent', label: 'Emails sent' },
] as const

/** This month's usage. Hidden on errors, which the settings show. */
function MonthUsage() {
  const { data, isError } = useMonthUsage()
  if (isError) return null
  return (
    <Card
      title="This month"
      actions={
        <Link to={paths.settings} className="hyperlink inline-flex min-h-6 items-center text-sm">
          Usage and plan
        </Link>
      }
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        {bars.map(({ name, label }) =>
          data ? (
            <UsageBar key={name} label={label} count={data[`${name}_count`]} limit={data[`${name}_limit`]} />
          ) : (
            <Skeleton key={name} height="2.125rem" />
          ),
        )}
      </div>
    </Card>
  )
}

const useOverview = () =>
  useQuery({ queryKey: ['home'], queryFn: () => call(homeRoutes.overview), staleTime: 30_000 })

/** The settings use the same cache key. */
const useMonthUsage = () => useQuery({ queryKey: ['usage'], queryFn: () => call(usageRoutes.getUsage) })
