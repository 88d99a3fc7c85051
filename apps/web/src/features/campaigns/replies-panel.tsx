import { type Correspondent, replyFallbacks, replyRoutes } from '@goldpan/contract/replies'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { usePagedAddress } from '../../lib/paged-address.ts'
import { paths } from '../../lib/paths.ts'
import { personName } from '../../lib/person-name.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { ReplyItem } from '../inbox/reply-item.tsx'

const LATEST = 3
const PER_PAGE = 30

/** The newest replies, each a link to its conversation. Hidden without replies. */
export function LatestReplies({ campaignId }: { campaignId: string }) {
  const replies = useReplies(campaignId, { limit: LATEST, offset: 0 })
  if (replies.isError && !replies.data)
    return (
      <Card title="Latest replies">
        <RepliesError replies={replies} />
      </Card>
    )
  if (!replies.data || replies.data.total === 0) return null
  return (
    <Card
      title="Latest replies"
      flush
      actions={
        <Link to={paths.inboxOfCampaign(campaignId)} className="hyperlink text-sm">
          Open inbox
        </Link>
      }
    >
      <div className="border-t border-line">
        <ReplyList replies={replies.data.correspondents} />
      </div>
    </Card>
  )
}

/** Who replied, the newest first, page by page. */
export function RepliesPanel({ campaignId }: { campaignId: string }) {
  const { page, goTo } = usePagedAddress()
  const replies = useReplies(campaignId, { limit: PER_PAGE, offset: (page - 1) * PER_PAGE })
  if (replies.isPending)
    return (
      <div role="status" aria-label="Loading the replies">
        <SkeletonText lines={6} />
      </div>
    )
  if (replies.isError && !replies.data) return <RepliesError replies={replies} />
  const { total = 0, correspondents = [] } = replies.data ?? {}
  if (total === 0)
    return (
      <EmptyState illustration="letter" title="No replies yet">
        Replies to this campaign appear here and in your inbox.
      </EmptyState>
    )
  return (
    <>
      <div className="page-bleed border-b border-line [--reply-edge:var(--page-x)]">
        <ReplyList replies={correspondents} />
      </div>
      <Pagination
        label="Pages of replies"
        page={page}
        pageCount={Math.ceil(total / PER_PAGE)}
        onPage={goTo}
      />
    </>
  )
}

const useReplies = (campaign: string, page: { limit: number; offset: number }) =>
  useQuery({
    queryKey: ['campaign', campaign, 'replies', page],
    queryFn: () => call(replyRoutes.list, { query: { campaign, ...page } }),
    placeholderData: keepPreviousData,
  })

const RepliesError = ({ replies }: { replies: ReturnType<typeof useReplies> }) => (
  <ErrorState
    message={errorText(replies.error, replyFallbacks.list)}
    onRetry={() => void replies.refetch()}
    isRetrying={replies.isFetching}
  />
)

const ReplyList = ({ replies }: { replies: readonly Correspondent[] }) => (
  <ul className="divide-y divide-line">
    {replies.map((reply) => (
      <ReplyItem
        key={reply.id}
        name={personName({ ...reply, email: reply.from_email })}
        reply={reply}
        title={reply.from_email}
      />
    ))}
  </ul>
)
