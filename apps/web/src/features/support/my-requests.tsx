import { type SupportRequest, supportMessages, supportTypeLabels } from '@goldpan/contract/support'
import { ChevronRight } from 'lucide-react'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { useSupportRequests } from './support.queries.ts'

const states: Record<SupportRequest['state'], { label: string; colour: BadgeColour }> = {
  open: { label: 'Open', colour: 'blue' },
  answered: { label: 'Answered', colour: 'green' },
  closed: { label: 'Closed', colour: 'grey' },
}

/** What the user has sent so far, the newest first. */
export function MyRequests() {
  const requests = useSupportRequests()
  return (
    <Card title="Your requests">
      {requests.isPending ? (
        <div role="status" aria-label="Loading your requests">
          <SkeletonText lines={3} />
        </div>
      ) : requests.isError ? (
        <ErrorState
          level={3}
          message={errorText(requests.error, supportMessages.fetchFailed)}
          onRetry={() => void requests.refetch()}
          isRetrying={requests.isFetching}
        />
      ) : requests.data.length === 0 ? (
        <p className="text-ink-muted">Nothing yet. What you send above is listed here with its state.</p>
      ) : (
        <ul className="divide-y divide-line">
          {requests.data.map((request) => (
            <RequestItem key={request.id} request={request} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function RequestItem({ request }: { request: SupportRequest }) {
  const state = states[request.state]
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <details className="group">
        <summary className="flex cursor-pointer list-none flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="flex min-w-0 items-start gap-2 font-medium">
            <ChevronRight
              className="mt-0.5 size-4 shrink-0 text-ink-muted transition-transform group-open:rotate-90"
              aria-hidden="true"
            />
            <span dir="auto" className="min-w-0 break-words">
              {request.title}
            </span>
          </span>
          <span className="flex items-baseline gap-3 text-sm text-ink-muted">
            {supportTypeLabels[request.type]} · {formatDate(request.created_at)}
            <Badge colour={state.colour}>{state.label}</Badge>
          </span>
        </summary>
        <p dir="auto" className="mt-2 break-words whitespace-pre-wrap text-ink-muted">
          {request.description}
        </p>
        {request.has_screenshot && (
          <p className="mt-1 text-sm text-ink-muted">A screenshot was sent along.</p>
        )}
      </details>
    </li>
  )
}
