import type { Prospect } from '@goldpan/contract/prospects'
import { reviewMessages } from '@goldpan/contract/review'
import { Check, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { paths } from '../../lib/paths.ts'
import { personName } from '../../lib/person-name.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isolated } from '../../ui/isolated.ts'
import { NotFoundState } from '../../ui/not-found-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton, SkeletonCard, SkeletonText } from '../../ui/skeleton.tsx'
import { offerUndo } from '../../ui/toast.ts'
import { AddressCheck, FoundOn, NoAdvertising, PhoneNumber } from '../prospects/prospect-cells.tsx'
import { type Decision, type Review, useReview } from './review.queries.ts'

/** Reviews gathered prospects one by one: keep or delete, by key or touch. */
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
        description="Review the contacts and remove wrong ones. Removed contacts stay out."
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
  const undoBar = words && <UndoBar words={words} onUndo={review.undo} />
  return (
    <>
      {/* Always rendered, because live regions announce only changes. */}
      <span role="status" className="sr-only">
        {words}
      </span>
      {current ? (
        <ReviewCard
          key={current.id}
          prospect={current}
          place={`${decided.length + 1} of ${decided.length + left}`}
          last={undoBar}
          onDecide={review.decide}
        />
      ) : (
        <>
          <Done review={review} tableId={tableId} />
          {undoBar}
        </>
      )}
    </>
  )
}

function UndoBar({ words, onUndo }: { words: string; onUndo: () => void }) {
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
      title={review.decided.length > 0 ? 'All reviewed' : 'Nothing to review'}
      action={
        <Link to={paths.table(tableId)} className={buttonClass('primary')}>
          Back to the table
        </Link>
      }
    >
      {review.decided.length > 0
        ? `${countOf(kept, 'prospect')} kept, ${deleted.toLocaleString()} deleted.`
        : 'Every gathered prospect of this table has been reviewed.'}
    </EmptyState>
  )
}

/** K or → keeps, D or Delete deletes, U or Ctrl Z undoes the last decision. */
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
  useEffect(() => (hasDecided ? offerUndo(() => latest.current.undo()) : undefined), [hasDecided])
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
    />
  </Page>
)

interface ReviewCardProps {
  prospect: Prospect
  /** '3 of 12' */
  place: string
  /** The last decision with its Undo. */
  last: ReactNode
  onDecide: (decision: Decision) => void
}

/** One prospect with the text around its address on the page. */
function ReviewCard({ prospect, place, last, onDecide }: ReviewCardProps) {
  const { first_name, last_name, confidence } = prospect
  const heading = useRef<HTMLSpanElement>(null)
  // Focuses the next prospect, so that screen readers read it after the pressed button is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1} className="wrap-anywhere outline-none">
          {prospect.email}
        </span>
      }
      description={`Prospect ${place}${prospect.business ? `, ${isolated(prospect.business.name)}` : ''}`}
      keepFooterInView
      footer={
        <div className="grid grid-cols-2 gap-3">
          {last && <div className="col-span-2">{last}</div>}
          <Button
            variant="danger"
            className="min-h-12"
            icon={<Trash2 aria-hidden="true" />}
            aria-keyshortcuts="D Delete"
            onClick={() => onDecide('delete')}
          >
            Delete (D)
          </Button>
          <Button
            variant="primary"
            className="min-h-12"
            icon={<Check aria-hidden="true" />}
            aria-keyshortcuts="K ArrowRight"
            onClick={() => onDecide('keep')}
          >
            Keep (K)
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {prospect.source_snippet && (
          <blockquote
            className="rounded-md border-s-4 border-accent bg-sunken px-4 py-3 break-words whitespace-pre-line"
            dir="auto"
          >
            <Marked text={prospect.source_snippet} email={prospect.email} />
          </blockquote>
        )}
        <DataList
          items={[
            { label: 'Source', value: <FoundOn prospect={prospect} /> },
            { label: 'Name', value: <bdi>{personName({ first_name, last_name }) || '–'}</bdi> },
            { label: 'Title', value: prospect.title && <bdi>{prospect.title}</bdi> },
            { label: 'Phone', value: prospect.phone && <PhoneNumber number={prospect.phone} /> },
            { label: 'Address', value: <AddressCheck prospect={prospect} /> },
            ...(prospect.no_solicitation
              ? [{ label: 'Notice', value: <NoAdvertising prospect={prospect} /> }]
              : []),
            {
              label: 'Confidence',
              value: confidence === null ? null : `${Math.round(confidence * 100)} %`,
            },
          ]}
        />
      </div>
    </Card>
  )
}

function Marked({ text, email }: { text: string; email: string }) {
  const start = text.toLowerCase().indexOf(email.toLowerCase())
  if (start < 0) return text
  const end = start + email.length
  return (
    <>
      {text.slice(0, start)}
      <mark className="rounded-sm bg-accent px-0.5 text-on-accent">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}
