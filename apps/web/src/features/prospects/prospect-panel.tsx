import {
  type ActivityEvent,
  type ActivityKind,
  activityMessages,
  activityRoutes,
} from '@goldpan/contract/activity'
import { type Prospect, statusColours, statusLabel } from '@goldpan/contract/prospects'
import { useQuery } from '@tanstack/react-query'
import { CircleHelp, MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { personName } from '../../lib/person-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { AddressCheck, FoundOn, NoAdvertising, PhoneNumber } from './prospect-cells.tsx'
import { ProvenanceDialog } from './provenance-dialog.tsx'

/** One prospect beside the list: its details and history. */
export function ProspectPanel({ prospect, onClose }: { prospect: Prospect | null; onClose: () => void }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <SidePanel open={prospect !== null} onClose={onClose} title={prospect?.email ?? ''}>
      {prospect && (
        <div className="flex flex-col gap-6">
          <About prospect={prospect} />
          <Button
            className="self-start"
            icon={<CircleHelp aria-hidden="true" />}
            onClick={() => setIsAsked(true)}
          >
            Where did you get my address?
          </Button>
          {isAsked && <ProvenanceDialog prospect={prospect} onClose={() => setIsAsked(false)} />}
          <Link to={paths.conversation(prospect.id)} className={`${buttonClass()} self-start`}>
            <MessagesSquare aria-hidden="true" />
            Open the conversation
          </Link>
          <Timeline prospectId={prospect.id} />
        </div>
      )}
    </SidePanel>
  )
}

function About({ prospect }: { prospect: Prospect }) {
  const { first_name, last_name, status } = prospect
  return (
    <DataList
      items={[
        { label: 'Name', value: <bdi>{personName({ first_name, last_name }) || '–'}</bdi> },
        { label: 'Title', value: prospect.title && <bdi>{prospect.title}</bdi> },
        { label: 'Business', value: prospect.business && <bdi>{prospect.business.name}</bdi> },
        {
          label: 'Address',
          value: (
            <span className="flex flex-wrap items-start gap-2">
              <AddressCheck prospect={prospect} />
              <NoAdvertising prospect={prospect} />
            </span>
          ),
        },
        { label: 'Source', value: <FoundOn prospect={prospect} /> },
        { label: 'Phone', value: prospect.phone && <PhoneNumber number={prospect.phone} /> },
        { label: 'Status', value: <Badge colour={statusColours[status]}>{statusLabel(status)}</Badge> },
        {
          label: 'Notes',
          value: prospect.notes && (
            <span className="whitespace-pre-wrap" dir="auto">
              {prospect.notes}
            </span>
          ),
        },
      ]}
    />
  )
}

function Timeline({ prospectId }: { prospectId: string }) {
  const activity = useQuery({
    queryKey: ['prospects', 'activity', prospectId],
    queryFn: () => call(activityRoutes.list, { params: { id: prospectId } }),
    staleTime: 0,
  })
  return (
    <section aria-labelledby="activity" className="flex flex-col gap-3">
      <h3 id="activity" className="font-semibold">
        Activity
      </h3>
      {activity.isPending ? (
        <SkeletonText lines={4} />
      ) : activity.isError ? (
        <ErrorState
          level={3}
          message={errorText(activity.error, activityMessages.failed)}
          onRetry={activity.refetch}
          isRetrying={activity.isFetching}
        />
      ) : (
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
      )}
    </section>
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
  unconfirmed: 'Email handed over, not confirmed',
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

function sentenceOf({ kind, from_status, to_status }: ActivityEvent): string {
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
