import { outcomeLabels, retryableOutcomes } from '@goldpan/contract/gathering'
import type { TableDetail } from '@goldpan/contract/tables'
import { ListChecks, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useOutcomes } from './gathering.queries.ts'
import { GatheringBadge } from './gathering-badge.tsx'
import type { Gathering } from './use-gathering.ts'

interface GatheringSectionProps {
  table: TableDetail
  gathering: Gathering
  /** The number of selected businesses, and a call that lists them all. */
  selectedCount: number
  listSelected: () => Promise<string[]>
}

/** Starts gathering for the selected businesses and shows its progress and result. */
export function GatheringSection(props: GatheringSectionProps) {
  const { table, gathering, selectedCount, listSelected } = props
  const { job, isRunning, outcome } = gathering
  const status = job?.status ?? table.prospecting_status
  const isDisabled = selectedCount === 0 || isRunning
  const isNext = useIsNext(table.id, status !== null)
  return (
    <section aria-label="Gathering" className="flex flex-col gap-4">
      {outcome && (
        <Banner kind={outcome.kind} announce onDismiss={gathering.clearOutcome}>
          {outcome.text}
        </Banner>
      )}
      {status && !isRunning && (
        <div role="status" className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
          <GatheringBadge status={status} />
          {table.last_prospecting_at && <span>{formatDateTime(table.last_prospecting_at)}</span>}
        </div>
      )}
      {isRunning && job && <JobCard gathering={gathering} />}
      <Banner
        kind="info"
        action={
          <div className={isNext ? 'page-action' : undefined}>
            <Button
              variant={isNext ? 'primary' : 'secondary'}
              disabled={isDisabled}
              busy={gathering.isStarting && 'Starting…'}
              onClick={() => gathering.start(listSelected)}
              aria-describedby="gathering-why"
            >
              {`Gather Prospects (${selectedCount.toLocaleString()})`}
            </Button>
          </div>
        }
      >
        <p>
          Goldpan reads the websites of the selected businesses and collects the email contacts that they
          publish.
        </p>
        <p id="gathering-why" className="text-sm text-ink-muted">
          {isRunning
            ? 'A job is running for this table; another can start when it is over.'
            : selectedCount === 0
              ? 'Select at least one business below to start.'
              : 'Businesses without a website are skipped. Sites that ask robots to stay away are left alone.'}
        </p>
      </Banner>
    </section>
  )
}

/** True if gathering is the next step. With prospects to review, reviewing is. */
function useIsNext(tableId: string, wasGathered: boolean): boolean {
  const outcomes = useOutcomes(tableId)
  return outcomes.data ? outcomes.data.to_review === 0 : !wasGathered
}

function JobCard({ gathering }: { gathering: Gathering }) {
  const { job } = gathering
  if (!job) return null
  const { processed, total, prospects_found } = job.progress
  return (
    <Card title="Gathering prospects" actions={<GatheringBadge status={job.status} />}>
      <ProgressBar
        label="Websites read"
        value={processed}
        max={total}
        text={`${processed.toLocaleString()} of ${countOf(total, 'business', 'businesses')}, ${countOf(prospects_found, 'prospect')} found`}
        action={
          <Button size="sm" onClick={gathering.cancel}>
            Cancel
          </Button>
        }
      />
    </Card>
  )
}

/** Counts by outcome, with buttons to retry failures and to review prospects. */
export function GatheringOutcomes({ table, gathering }: { table: TableDetail; gathering: Gathering }) {
  const { data, isPending } = useOutcomes(table.id)
  if (isPending && table.prospecting_status !== null && !gathering.isRunning) return <OutcomesSkeleton />
  // The progress card replaces it while a job runs.
  if (!data || data.outcomes.length === 0 || gathering.isRunning) return null
  const { outcomes, waiting, failed, to_review } = data
  return (
    <Card
      title="Results"
      actions={
        <>
          {failed > 0 && (
            <Button icon={<RotateCcw aria-hidden="true" />} onClick={gathering.retry}>
              {`Try again (${failed.toLocaleString()})`}
            </Button>
          )}
          {to_review > 0 && (
            <div className="page-action">
              <Link to={paths.review(table.id)} className={buttonClass('primary')}>
                <ListChecks aria-hidden="true" />
                {`Review prospects (${to_review.toLocaleString()})`}
              </Link>
            </div>
          )}
        </>
      }
    >
      <ul className="flex flex-wrap gap-2">
        {outcomes.map(({ outcome, businesses }) => (
          <li key={outcome} className="max-w-full">
            <Badge colour={colourOf(outcome)}>
              {`${outcomeLabels[outcome] ?? outcome}: ${businesses.toLocaleString()}`}
            </Badge>
          </li>
        ))}
        {waiting > 0 && (
          <li>
            <Badge>{`Not gathered yet: ${waiting.toLocaleString()}`}</Badge>
          </li>
        )}
      </ul>
    </Card>
  )
}

/** Reserves the height, so that the list below doesn't jump. */
const OutcomesSkeleton = () => (
  <Card title="Results" actions={<Skeleton width="10rem" height="var(--control)" />}>
    <div role="status" aria-label="Loading the results">
      <Skeleton width="60%" height="1.25rem" />
    </div>
  </Card>
)

function colourOf(outcome: string): BadgeColour {
  if (outcome === 'found') return 'green'
  return retryableOutcomes.includes(outcome) ? 'red' : 'grey'
}
