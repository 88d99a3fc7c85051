import { reviewMessages } from '@goldpan/contract/review'
import { Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { isApiError } from '../../../lib/api-error.ts'
import { countOf } from '../../../lib/counts.ts'
import { errorText } from '../../../lib/error-text.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton, SkeletonCard, SkeletonText } from '../../../ui/skeleton.tsx'
import { standUndo } from '../../../ui/toast.ts'
import { TableNotFound } from '../table-not-found.tsx'
import { type Review, useReview } from './review.queries.ts'
import { ReviewCard } from './review-card.tsx'

/** Gathered prospects one after another, with what the page said: keep or delete, by key or by touch. */
export function ReviewPage() {
  const tableId = useParams().tableId?.trim() ?? ''
  const review = useReview(tableId)
  usePageTitle('Review prospects')
  useReviewKeys(review)
  if (isApiError(review.next.error) && review.next.error.status === 404) return <TableNotFound />
  return (
    <Page width="narrow">
      <PageHeader
        title="Review prospects"
        description="Keep the emails that belong to the business, delete the erroneous ones. A deleted one is not gathered again."
        back={<Link to={paths.table(tableId)}>Back to the table</Link>}
      />
      <ReviewBody review={review} tableId={tableId} />
    </Page>
  )
}

function ReviewBody({ review, tableId }: { review: Review; tableId: string }) {
  const { next, current, left, decided } = review
  if (next.isError && !current)
    return (
      <ErrorState
        message={errorText(next.error, reviewMessages.loadFailed)}
        onRetry={next.refetch}
        isRetrying={next.isFetching}
      />
    )
  if (next.isPending || (!current && left > 0))
    return (
      <div role="status" aria-label="Loading the prospects to review">
        <SkeletonCard>
          <Skeleton height="5rem" />
          <SkeletonText lines={7} />
          <Skeleton height="3rem" />
        </SkeletonCard>
      </div>
    )
  const last = decided.at(-1)
  const words = last && `${last.decision === 'keep' ? 'Kept' : 'Deleted'} ${last.prospect.email}`
  const wayBack = words && <LastDecision words={words} onUndo={review.undo} />
  return (
    <>
      {/* Stands throughout, or it would not be read out. */}
      <span role="status" className="sr-only">
        {words}
      </span>
      {current ? (
        <ReviewCard
          key={current.id}
          prospect={current}
          place={`${decided.length + 1} of ${decided.length + left}`}
          last={wayBack}
          onDecide={review.decide}
        />
      ) : (
        <>
          <Done review={review} tableId={tableId} />
          {wayBack}
        </>
      )}
    </>
  )
}

function LastDecision({ words, onUndo }: { words: string; onUndo: () => void }) {
  return (
    <div className="flex items-center justify-between gap-2 text-sm text-ink-muted">
      <span className="min-w-0 wrap-anywhere">{words}</span>
      <Button
        size="sm"
        className="shrink-0 whitespace-nowrap"
        icon={<Undo2 aria-hidden="true" />}
        aria-keyshortcuts="U Control+Z Meta+Z"
        onClick={onUndo}
      >
        Undo (U)
      </Button>
    </div>
  )
}

function Done({ review, tableId }: { review: Review; tableId: string }) {
  const kept = review.decided.filter(({ decision }) => decision === 'keep').length
  const deleted = review.decided.length - kept
  return (
    <EmptyState
      illustration="pan"
      title={review.decided.length > 0 ? 'All looked over' : 'Nothing to review'}
      action={
        <Link to={paths.table(tableId)} className={buttonClass('primary')}>
          Back to the table
        </Link>
      }
    >
      {review.decided.length > 0
        ? `${countOf(kept, 'prospect')} kept, ${deleted.toLocaleString()} deleted.`
        : 'Every gathered prospect of this table has been looked over.'}
    </EmptyState>
  )
}

/** K or → keeps, D or Delete deletes, U (as Ctrl Z) takes the last decision back. */
function useReviewKeys(review: Review) {
  const latest = useRef(review)
  latest.current = review
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
      const action = keys[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      action(latest.current)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  const hasDecided = review.decided.length > 0
  useEffect(() => (hasDecided ? standUndo(() => latest.current.undo()) : undefined), [hasDecided])
}

const keys: Record<string, (review: Review) => void> = {
  k: (review) => review.decide('keep'),
  arrowright: (review) => review.decide('keep'),
  d: (review) => review.decide('delete'),
  delete: (review) => review.decide('delete'),
  u: (review) => review.undo(),
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
