import { reviewMessages, SURE_CONFIDENCE } from '@goldpan/contract/review'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { paths } from '../../lib/paths.ts'
import { singleKeys } from '../../lib/single-keys.ts'
import { useTableNames } from '../../lib/table-cache.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { NotFoundState } from '../../ui/not-found-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx'
import { offerUndo } from '../../ui/toast.ts'
import { OtherAccounts } from '../organizations/other-accounts.tsx'
import { type Review, useReview } from './review.queries.ts'
import { ReviewList } from './review-list.tsx'
import { ReviewedContact } from './reviewed-contact.tsx'

/** Reviews gathered contacts: a list, where each was found, and keep or remove by key or touch. */
export function ReviewPage() {
  const tableId = useParams().tableId?.trim() ?? ''
  const review = useReview(tableId)
  const tableName = useTableNames().data?.find(({ id }) => id === tableId)?.name
  usePageTitle(tableName && `Review: ${tableName}`)
  useReviewKeys(review)
  const { queue, counts } = review
  if (isApiError(queue.error) && queue.error.status === 404) return <TableNotFound />
  const isOver = queue.data !== undefined && counts.left === 0
  return (
    <Page width="full">
      <PageHeader
        title="Review"
        back={
          <Link to={paths.table(tableId)} dir="auto">
            {tableName ?? 'Back to the table'}
          </Link>
        }
        mark={counts.total > 0 && <Progress reviewed={counts.total - counts.left} total={counts.total} />}
        secondary={
          <>
            {review.hasSure && (
              <Button busy={review.isKeepingSure && 'Keeping…'} onClick={review.keepSure}>
                {`Keep all above ${SURE_CONFIDENCE * 100}%`}
              </Button>
            )}
            {!isOver && <WriteToKept tableId={tableId} kept={counts.kept} isOver={false} />}
          </>
        }
        action={isOver && <WriteToKept tableId={tableId} kept={counts.kept} isOver />}
      />
      <ReviewBody review={review} tableId={tableId} />
    </Page>
  )
}

/** Starts a campaign for those kept: the next step when the review is over. */
function WriteToKept({ tableId, kept, isOver }: { tableId: string; kept: number; isOver: boolean }) {
  if (kept === 0) return null
  const count = kept.toLocaleString()
  return (
    <Link
      to={paths.newCampaignFor(tableId, 'kept')}
      className={buttonClass(isOver ? 'primary' : 'secondary')}
    >
      {isOver ? `Write to these ${count}` : `Write to the ${count} kept`}
    </Link>
  )
}

function Progress({ reviewed, total }: { reviewed: number; total: number }) {
  const words = `${reviewed.toLocaleString()} of ${total.toLocaleString()} reviewed`
  return (
    <span className="flex items-center gap-2.5 text-sm whitespace-nowrap text-ink-muted tabular-nums">
      {words}
      <span
        role="progressbar"
        aria-label="Reviewed"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={reviewed}
        aria-valuetext={words}
        className="h-1 w-28 overflow-hidden rounded-full bg-pressed max-sm:w-16"
      >
        <span
          className="block h-full rounded-full bg-success transition-[width]"
          style={{ width: `${(reviewed / total) * 100}%` }}
        />
      </span>
    </span>
  )
}

/** Both panes reach the edges of the page. */
const panes =
  'page-bleed -my-4 grid grid-cols-[minmax(0,1fr)] md:min-h-[calc(100dvh-3.25rem)] md:grid-cols-[minmax(16rem,25rem)_minmax(0,1fr)]'

function ReviewBody({ review, tableId }: { review: Review; tableId: string }) {
  const { queue, entries, shown, last, counts } = review
  const pane = useFocusAfterDecision(review.decidedCount)
  if (queue.isError && entries.length === 0)
    return (
      <ErrorState
        message={errorText(queue.error, reviewMessages.loadFailed)}
        onRetry={queue.refetch}
        isRetrying={queue.isFetching}
      />
    )
  if (queue.isPending || (!shown && counts.left > 0)) return <ReviewLoading />
  const words = last && `${last.decision === 'keep' ? 'Kept' : 'Removed'} ${last.prospect.email}`
  return (
    <>
      {/* Always rendered, because live regions announce only changes. */}
      <span role="status" className="sr-only">
        {words}
      </span>
      {entries.length === 0 ? (
        <Done review={review} tableId={tableId} />
      ) : (
        <div className={panes}>
          <ReviewList
            entries={entries}
            shownId={shown?.prospect.id ?? null}
            hidden={counts.total - entries.length}
            onShow={review.show}
          />
          <div ref={pane} tabIndex={-1} className="min-w-0 outline-none">
            {shown ? (
              <ReviewedContact entry={shown} review={review} />
            ) : (
              <Done review={review} tableId={tableId} />
            )}
          </div>
        </div>
      )}
    </>
  )
}

const ReviewLoading = () => (
  <div role="status" aria-label="Loading the contacts to review" className={panes}>
    <div className="max-md:hidden">
      <SkeletonText lines={12} />
    </div>
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <Skeleton width="16rem" height="1.5rem" />
      <Skeleton height="20rem" />
    </div>
  </div>
)

function Done({ review, tableId }: { review: Review; tableId: string }) {
  const { counts, last } = review
  return (
    <EmptyState
      illustration="pan"
      title={last ? 'All reviewed' : 'Nothing to review'}
      action={
        <Link to={paths.table(tableId)} className={buttonClass()}>
          Back to the table
        </Link>
      }
    >
      {last
        ? `${countOf(counts.kept, 'contact')} kept${counts.deleted > 0 ? `, ${counts.deleted.toLocaleString()} removed` : ''}.`
        : 'Every gathered contact of this table has been reviewed.'}
    </EmptyState>
  )
}

/** After a decision screen readers go on with the next contact; walking through the list keeps the focus there. */
function useFocusAfterDecision(decidedCount: number) {
  const pane = useRef<HTMLDivElement>(null)
  const before = useRef(decidedCount)
  useEffect(() => {
    if (before.current === decidedCount) return
    before.current = decidedCount
    const heading = pane.current?.querySelector<HTMLElement>('h2[tabindex]')
    const target = heading ?? pane.current
    target?.focus()
  }, [decidedCount])
  return pane
}

/** K or → keeps, D or Delete removes, U or Ctrl Z undoes the last decision, ↑ and ↓ walk through the list. */
function useReviewKeys(review: Review) {
  const latest = useRef(review)
  latest.current = review
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
      if (event.key.length === 1 && !singleKeys.get()) return
      const action = keys[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      action(latest.current)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  const hasDecided = review.last !== null
  useEffect(() => (hasDecided ? offerUndo(() => latest.current.undoLast()) : undefined), [hasDecided])
}

const keys: Record<string, (review: Review) => void> = {
  k: (review) => review.decide('keep'),
  arrowright: (review) => review.decide('keep'),
  d: (review) => review.decide('delete'),
  delete: (review) => review.decide('delete'),
  u: (review) => review.undoLast(),
  arrowup: (review) => review.step(-1),
  arrowdown: (review) => review.step(1),
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null

const TableNotFound = () => (
  <Page>
    <NotFoundState
      title="Table Not Found"
      message="This table may have been deleted"
      action={
        <Link to={paths.tables} className={buttonClass('primary')}>
          Back to Tables
        </Link>
      }
      more={<OtherAccounts isMissing className="mt-4 justify-center" />}
    />
  </Page>
)
