import { type ActivityEvent, type ActivityKind, activityMessages } from '@goldpan/contract/activity'
import { statusLabel } from '@goldpan/contract/prospects'
import { Link } from 'react-router'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { useActivity } from './prospects.queries.ts'

/** A prospect's activity, newest first. */
export function ProspectTimeline({ prospectId }: { prospectId: string }) {
  const activity = useActivity(prospectId)
  if (activity.isPending) return <SkeletonText lines={4} />
  if (activity.isError)
    return (
      <ErrorState
        level={3}
        message={errorText(activity.error, activityMessages.failed)}
        onRetry={activity.refetch}
        isRetrying={activity.isFetching}
      />
    )
  return (
    <ol className="flex flex-col">
      {activity.data.map((event, index) => (
        <TimelineEvent
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no id and never change places
          key={index}
          event={event}
          isLast={index === activity.data.length - 1}
        />
      ))}
    </ol>
  )
}

const dots = {
  good: 'bg-success',
  bad: 'bg-danger',
  plain: 'bg-line-strong',
  accent: 'bg-accent',
}

function TimelineEvent({ event, isLast }: { event: ActivityEvent; isLast: boolean }) {
  const isPage = event.detail !== null && /^https?:\/\//i.test(event.detail)
  return (
    <li className="relative flex gap-3 pb-4">
      {!isLast && (
        <span aria-hidden="true" className="absolute start-[0.3125rem] top-4 bottom-0 w-px bg-line" />
      )}
      <span
        aria-hidden="true"
        className={`relative mt-1.5 size-2.5 shrink-0 rounded-full ${dots[toneOf(event.kind)]}`}
      />
      <div className="min-w-0 flex-1">
        <p className="break-words">
          {sentenceOf(event)}
          {event.campaign && (
            <>
              {' · '}
              <Link to={paths.campaign(event.campaign.id)} className="hyperlink" dir="auto">
                {event.campaign.name}
              </Link>
            </>
          )}
        </p>
        {event.detail && (
          <p className="text-sm break-words text-ink-muted" dir="auto">
            {isPage ? (
              <a href={event.detail} target="_blank" rel="noopener noreferrer" className="hyperlink">
                {event.detail}
              </a>
            ) : (
              event.detail
            )}
          </p>
        )}
        <p className="text-sm text-ink-muted">
          <time dateTime={event.at}>{formatDateTime(event.at)}</time>
        </p>
      </div>
    </li>
  )
}

const sentences: Record<Exclude<ActivityKind, 'status'>, string> = {
  added: 'Added',
  found: 'Found on a page',
  email_generated: 'Email generated',
  sent: 'Email sent',
  failed: 'Email could not be sent',
  unconfirmed: 'Email sent, not confirmed',
  delivered: 'Delivery confirmed',
  delayed: 'Delivery delayed',
  opened: 'Email opened',
  clicked: 'Link clicked',
  replied: 'Replied',
  auto_replied: 'Automatic reply',
  bounced: 'Email came back',
  complained: 'Complained about the email',
  unsubscribed: 'Unsubscribed',
  resubscribed: 'Took the unsubscription back',
}

const followUpSentences: Partial<Record<ActivityKind, string>> = {
  sent: 'sent',
  failed: 'could not be sent',
  unconfirmed: 'sent, not confirmed',
}

function sentenceOf({ kind, from_status, to_status, step }: ActivityEvent): string {
  if (step && followUpSentences[kind]) return `Follow-up ${step} ${followUpSentences[kind]}`
  if (kind !== 'status') return sentences[kind]
  return `Status changed from ${statusLabel(from_status ?? 'new')} to ${statusLabel(to_status ?? 'new')}`
}

const good = new Set<ActivityKind>(['opened', 'clicked', 'replied', 'delivered', 'resubscribed'])
const bad = new Set<ActivityKind>(['failed', 'bounced', 'complained', 'unsubscribed'])

function toneOf(kind: ActivityKind): 'good' | 'bad' | 'accent' | 'plain' {
  if (good.has(kind)) return 'good'
  if (bad.has(kind)) return 'bad'
  return kind === 'sent' ? 'accent' : 'plain'
}
