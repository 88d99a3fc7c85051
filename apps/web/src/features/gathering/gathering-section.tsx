import { outcomeLabels, retryableOutcomes } from '@goldpan/contract/gathering'
import type { TableDetail } from '@goldpan/contract/tables'
import { CircleAlert, CircleCheck, Users, X } from 'lucide-react'
import { Link } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Outcomes, useOutcomes } from './gathering.queries.ts'
import type { Gathering } from './use-gathering.ts'

const WHY_ID = 'gathering-why'

interface GatherButtonProps {
  tableId: string
  gathering: Gathering
  /** The number of selected businesses, those of them without website and email, and a call that lists them all. */
  selectedCount: number
  withoutContact: number
  listSelected: () => Promise<string[]>
  /** True if gathering is the next step. */
  isNext: boolean
}

/** Starts gathering for the selected businesses that have a website or an address. */
export function GatherButton(props: GatherButtonProps) {
  const { tableId, gathering, selectedCount, withoutContact, listSelected, isNext } = props
  const outcomes = useOutcomes(tableId)
  const count = Math.max(0, selectedCount - withoutContact)
  // The results count them, too, once they were gathered.
  const isSaidBelow = outcomes.data?.outcomes.some(({ outcome }) => outcome === 'no_website') ?? true
  const why = gathering.isRunning
    ? null
    : selectedCount === 0
      ? 'Select at least one business'
      : withoutContact > 0 && !isSaidBelow
        ? `${withoutContact.toLocaleString()} without a website or email`
        : null
  return (
    <div className="flex flex-col gap-x-2 sm:flex-row sm:items-center">
      <span id={WHY_ID} className="text-xs text-ink-muted tabular-nums empty:hidden">
        {why}
      </span>
      <Button
        variant={isNext ? 'primary' : 'secondary'}
        disabled={count === 0 || gathering.isRunning}
        busy={gathering.isStarting && 'Starting…'}
        onClick={() => gathering.start(listSelected)}
        aria-describedby={WHY_ID}
      >
        {`Gather Prospects (${count.toLocaleString()})`}
      </Button>
    </div>
  )
}

/** True if gathering is the next step. With contacts to review, reviewing is. */
export function useIsGatheringNext(table: TableDetail): boolean {
  const outcomes = useOutcomes(table.id)
  if (!outcomes.data) return table.prospecting_status === null
  return outcomes.data.contacts === 0 && outcomes.data.waiting > 0
}

/** One line above the businesses: progress while a job runs, afterwards its result and the next step. */
export function GatheringSection({ table, gathering }: { table: TableDetail; gathering: Gathering }) {
  const { job, isRunning } = gathering
  const outcomes = useOutcomes(table.id)
  const wasGathered = (job?.status ?? table.prospecting_status) !== null
  return (
    <section aria-label="Gathering" className="page-row">
      <Message gathering={gathering} />
      <div className="flex min-h-7.5 flex-wrap items-center gap-x-4 gap-y-2">
        {isRunning && job ? (
          <Progress gathering={gathering} />
        ) : outcomes.data && (wasGathered || outcomes.data.contacts > 0) ? (
          <Summary table={table} outcomes={outcomes.data} gathering={gathering} />
        ) : outcomes.isPending && wasGathered ? (
          <span role="status" aria-label="Loading the results" className="flex-1">
            <Skeleton width="24rem" height="1.25rem" />
          </span>
        ) : (
          <p className="text-ink-muted">
            Goldpan reads the websites of the selected businesses and collects the contacts they publish,
            along with the email addresses already in this table. Sites that block crawlers are skipped.
          </p>
        )}
      </div>
    </section>
  )
}

/** The end of a job that was followed here. Always rendered, because live regions announce only changes. */
function Message({ gathering }: { gathering: Gathering }) {
  const { outcome } = gathering
  const isError = outcome?.kind === 'error'
  const Icon = isError ? CircleAlert : CircleCheck
  return (
    <div role="status">
      {outcome && (
        <div className="flex items-center gap-2 pb-1">
          <Icon
            className={isError ? 'size-4 shrink-0 text-danger-ink' : 'size-4 shrink-0 text-success-ink'}
            aria-hidden="true"
          />
          <span className={isError ? 'text-danger-ink' : undefined}>{outcome.text}</span>
          <IconButton
            label="Dismiss"
            icon={<X aria-hidden="true" />}
            onClick={gathering.clearOutcome}
            className="ms-auto"
          />
        </div>
      )}
    </div>
  )
}

function Progress({ gathering }: { gathering: Gathering }) {
  const { job } = gathering
  if (!job) return null
  const { processed, total, prospects_found } = job.progress
  const percent = total === 0 ? 0 : Math.round((processed / total) * 100)
  const words = `${processed.toLocaleString()} of ${countOf(total, 'business', 'businesses')}, ${countOf(prospects_found, 'prospect')} found`
  return (
    <>
      <span className="tabular-nums">{words}</span>
      <span
        role="progressbar"
        aria-label="Websites read"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${words}, ${percent}%`}
        className="h-1.5 max-w-80 flex-1 basis-24 overflow-hidden rounded-full bg-pressed"
      >
        <span
          className="block h-full rounded-full bg-info transition-[width] duration-220"
          style={{ width: `${percent}%` }}
        />
      </span>
      <span className="text-ink-muted tabular-nums">{percent}%</span>
      <Button size="sm" className="ms-auto" onClick={gathering.cancel}>
        Cancel
      </Button>
    </>
  )
}

interface SummaryProps {
  table: TableDetail
  outcomes: Outcomes
  gathering: Gathering
}

/** '33 contacts at 11 of 16 businesses', the outcomes of the others, and the next step. */
function Summary({ table, outcomes, gathering }: SummaryProps) {
  const { contacts, with_contacts, to_review, in_no_campaign, waiting, failed } = outcomes
  const isUsedUp = to_review === 0 && in_no_campaign === 0 && (contacts > 0 || waiting === 0)
  return (
    <>
      <p className="flex flex-1 basis-72 flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted tabular-nums">
        <span className="inline-flex items-center gap-2">
          <Users className="size-4" aria-hidden="true" />
          <span>
            <strong className="font-semibold text-ink">{countOf(contacts, 'contact')}</strong>
            {` at ${with_contacts.toLocaleString()} of ${countOf(table.businesses_count, 'business', 'businesses')}`}
          </span>
        </span>
        {outcomes.outcomes.flatMap(({ outcome, businesses }) => {
          const words = summaryWords[outcome]
          return words ? [<span key={outcome}>{words(businesses)}</span>] : []
        })}
        {waiting > 0 && <span>{`${waiting.toLocaleString()} not gathered yet`}</span>}
        {failed > 0 && (
          <span className="inline-flex items-center gap-1.5 text-danger-ink" title={listErrors(outcomes)}>
            {countOf(failed, 'error')}
            <button
              type="button"
              onClick={gathering.retry}
              className="min-h-6 rounded-sm font-medium text-accent-ink hover:underline"
            >
              Retry
            </button>
          </span>
        )}
      </p>
      <div className="ms-auto flex flex-wrap gap-2 empty:hidden">
        {to_review > 0 && (
          <Link to={paths.review(table.id)} className={buttonClass('primary', 'sm')}>
            {`Review ${to_review.toLocaleString()}`}
          </Link>
        )}
        {isUsedUp && (
          <Link to={paths.search} className={buttonClass('primary', 'sm')}>
            New Search
          </Link>
        )}
        {contacts > 0 && (
          <Link
            to={paths.newCampaignFor(table.id, 'all')}
            className={buttonClass(to_review > 0 || isUsedUp ? 'secondary' : 'primary', 'sm')}
          >
            Create campaign
          </Link>
        )}
      </div>
    </>
  )
}

/** Outcomes without contacts; those that a retry may change are counted as errors. */
const summaryWords: Record<string, (businesses: number) => string> = {
  nothing_found: (count) => `${count.toLocaleString()} without contacts`,
  no_website: (count) => `${count.toLocaleString()} without a website`,
  social_profile: (count) => `${count.toLocaleString()} only on social media`,
  refused_by_robots: (count) => `${count.toLocaleString()} ${count === 1 ? 'blocks' : 'block'} crawlers`,
  excluded: (count) => `${count.toLocaleString()} opted out`,
  parked: (count) => `${count.toLocaleString()} without a real website`,
}

const listErrors = ({ outcomes }: Outcomes): string =>
  outcomes
    .filter(({ outcome }) => retryableOutcomes.includes(outcome))
    .map(({ outcome, businesses }) => `${outcomeLabels[outcome]}: ${businesses.toLocaleString()}`)
    .join(', ')
