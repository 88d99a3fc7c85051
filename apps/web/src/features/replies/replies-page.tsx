import { type Correspondent, replyFallbacks } from '@goldpan/contract/replies'
import { Link } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { usePagedAddress } from '../../lib/paged-address.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { PER_PAGE, useCorrespondents } from './replies.queries.ts'

/** People who replied, to one campaign or to all. */
export function RepliesPage() {
  const { page, values, goTo } = usePagedAddress('campaign')
  const campaign = values.campaign || undefined
  const list = useCorrespondents(campaign, page)
  return (
    <Page>
      <PageHeader
        title="Inbox"
        secondary={
          campaign && (
            <Link to={paths.replies} className={buttonClass()}>
              Replies to all campaigns
            </Link>
          )
        }
      />
      {list.isPending && <SkeletonList lines={3} label="Loading the replies" />}
      {list.isError && (
        <ErrorState
          message={errorText(list.error, replyFallbacks.list)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.data?.total === 0 && (
        <EmptyState
          illustration="letter"
          title="No replies yet"
          action={
            <Link to={paths.campaigns} className={buttonClass()}>
              Go to your campaigns
            </Link>
          }
        >
          Replies arrive here and are forwarded to your mailbox.
        </EmptyState>
      )}
      {list.data && list.data.total > 0 && (
        <>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {list.data.correspondents.map((one) => (
              <CorrespondentItem key={one.id} correspondent={one} />
            ))}
          </ul>
          <p className="text-sm text-ink-muted">{countOf(list.data.total, 'person', 'people')}</p>
          <Pagination
            label="Pages of replies"
            page={page}
            pageCount={Math.ceil(list.data.total / PER_PAGE)}
            onPage={goTo}
          />
        </>
      )}
    </Page>
  )
}

function CorrespondentItem({ correspondent }: { correspondent: Correspondent }) {
  const { id, kind, from_email, subject, excerpt, received_at, count, campaign } = correspondent
  return (
    <li>
      <Link to={paths.conversation(id)} className="flex flex-col gap-1 px-4 py-3 hover:bg-hover">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere text-ink">{from_email}</span>
          <span className="flex flex-wrap items-baseline gap-2 text-sm text-ink-muted">
            {kind === 'auto_reply' && <Badge colour="grey">Automatic</Badge>}
            {count > 1 && <span>{countOf(count, 'message')}</span>}
            <time dateTime={received_at}>{formatDateTime(received_at)}</time>
          </span>
        </span>
        <span dir="auto" className="line-clamp-2 text-left break-words text-ink">
          {excerpt || subject || 'No text'}
        </span>
        {campaign && <span className="text-sm text-ink-muted">{campaign.name}</span>}
      </Link>
    </li>
  )
}
