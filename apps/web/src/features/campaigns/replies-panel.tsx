import { type Correspondent, replyFallbacks, replyRoutes } from '@goldpan/contract/replies'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'

const SHOWN = 5

/** The newest replies, each a link to its conversation. Hidden without replies. */
export function RepliesPanel({ campaignId }: { campaignId: string }) {
  const replies = useQuery({
    queryKey: ['campaign', campaignId, 'replies'],
    queryFn: () => call(replyRoutes.list, { query: { campaign: campaignId, limit: SHOWN } }),
  })
  if (replies.isError)
    return (
      <Card title="Replies">
        <ErrorState
          level={3}
          message={errorText(replies.error, replyFallbacks.list)}
          onRetry={() => void replies.refetch()}
          isRetrying={replies.isFetching}
        />
      </Card>
    )
  if (!replies.data || replies.data.total === 0) return null
  return (
    <Card
      title="Replies"
      actions={
        replies.data.total > SHOWN && (
          <Link to={paths.repliesOfCampaign(campaignId)} className="hyperlink">
            All {replies.data.total.toLocaleString()}
          </Link>
        )
      }
    >
      <ul className="-my-2 divide-y divide-line">
        {replies.data.correspondents.map((one) => (
          <Reply key={one.id} reply={one} />
        ))}
      </ul>
    </Card>
  )
}

function Reply({ reply }: { reply: Correspondent }) {
  return (
    <li>
      <Link
        to={paths.conversation(reply.id)}
        className="flex flex-col gap-0.5 rounded-md py-2 hover:bg-hover"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0 font-medium wrap-anywhere text-ink">{reply.from_email}</span>
          <span className="flex items-baseline gap-2 text-sm text-ink-muted">
            {reply.kind === 'auto_reply' && <Badge>Automatic</Badge>}
            <time dateTime={reply.received_at}>{formatDateTime(reply.received_at)}</time>
          </span>
        </span>
        <span dir="auto" className="line-clamp-2 text-left break-words">
          {reply.excerpt || reply.subject || 'No text'}
        </span>
      </Link>
    </li>
  )
}
