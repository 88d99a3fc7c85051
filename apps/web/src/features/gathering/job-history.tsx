import { type GatheringJob, gatheringMessages } from '@goldpan/contract/gathering'
import { countOf } from '../../lib/counts.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { useJobHistory } from './gathering.queries.ts'
import { GatheringBadge } from './gathering-badge.tsx'

export function JobHistory({
  tableId,
  open,
  onClose,
}: {
  tableId: string
  open: boolean
  onClose: () => void
}) {
  const history = useJobHistory(tableId)
  return (
    <SidePanel open={open} onClose={onClose} title="Job History">
      {history.isPending ? (
        <SkeletonText lines={6} />
      ) : history.isError ? (
        <ErrorState
          message={errorText(history.error, gatheringMessages.historyFailed)}
          onRetry={history.refetch}
          isRetrying={history.isFetching}
        />
      ) : history.data.length === 0 ? (
        <EmptyState illustration="pan" title="Nothing gathered yet">
          Jobs of this table will be listed here.
        </EmptyState>
      ) : (
        <ol className="flex flex-col divide-y divide-line">
          {history.data.map((job) => (
            <Job key={job.id} job={job} />
          ))}
        </ol>
      )}
    </SidePanel>
  )
}

function Job({ job }: { job: GatheringJob }) {
  const { result, progress } = job
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <time dateTime={job.created_at} className="text-sm">
          {formatDateTime(job.created_at)}
        </time>
        <GatheringBadge status={job.status} />
      </div>
      <p className="mt-1 text-sm text-ink-muted tabular-nums">
        {`${progress.processed} of ${countOf(progress.total, 'business', 'businesses')}, ${countOf(progress.prospects_found, 'prospect')} found`}
        {result &&
          result.businesses_without_websites > 0 &&
          `, ${result.businesses_without_websites} without a website`}
      </p>
      {result && <LeftOut result={result} />}
      {job.error && <p className="mt-1 text-sm text-danger-ink">{job.error}</p>}
    </li>
  )
}

/** Addresses that were found and deliberately not added. */
function LeftOut({ result }: { result: NonNullable<GatheringJob['result']> }) {
  const { left_out_suppressed, left_out_deleted } = result
  if (left_out_suppressed + left_out_deleted === 0) return null
  return (
    <ul className="mt-1 text-sm text-ink-muted">
      {left_out_suppressed > 0 && (
        <li>{`${countOf(left_out_suppressed, 'address', 'addresses')} left out: on your do-not-contact list`}</li>
      )}
      {left_out_deleted > 0 && (
        <li>{`${countOf(left_out_deleted, 'address', 'addresses')} left out: you removed them before`}</li>
      )}
    </ul>
  )
}
