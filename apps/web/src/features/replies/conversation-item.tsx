import { type ConversationMessage, replyRoutes } from '@goldpan/contract/replies'
import clsx from 'clsx'
import { Download, Paperclip } from 'lucide-react'
import { Link } from 'react-router'
import { formatDateTime } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'

const states: Record<NonNullable<ConversationMessage['state']>, { label: string; colour: BadgeColour }> = {
  waiting: { label: 'On its way', colour: 'blue' },
  sent: { label: 'Sent', colour: 'green' },
  failed: { label: 'Failed', colour: 'red' },
  unconfirmed: { label: 'Not confirmed', colour: 'yellow' },
}

/** One message of a conversation: theirs at the start of the line, one's own at its end. */
export function ConversationItem({ message }: { message: ConversationMessage }) {
  const { id, kind, at, from, subject, text, campaign, state, reason, attachments, has_original } = message
  const isOwn = kind === 'sent' || kind === 'answer'
  return (
    <li
      className={clsx(
        'flex min-w-0 flex-col gap-2 rounded-lg border border-line px-4 py-3',
        isOwn ? 'bg-sunken sm:ms-12' : 'bg-surface sm:me-12',
      )}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-ink-muted">
        <span className="min-w-0 wrap-anywhere">
          <bdi className="font-medium text-ink">{isOwn ? 'You' : from}</bdi>
          {campaign && (
            <>
              {' · '}
              <Link to={paths.campaign(campaign.id)} className="hyperlink" dir="auto">
                {campaign.name}
              </Link>
            </>
          )}
        </span>
        <span className="flex flex-wrap items-baseline gap-2">
          {kind === 'auto_reply' && <Badge>Automatic</Badge>}
          {state && <Badge colour={states[state].colour}>{states[state].label}</Badge>}
          <time dateTime={at}>{formatDateTime(at)}</time>
        </span>
      </p>
      {subject && (
        <p dir="auto" className="font-medium break-words text-ink">
          {subject}
        </p>
      )}
      <p dir="auto" className="break-words whitespace-pre-wrap text-ink">
        {text || 'This message has no text.'}
      </p>
      {reason && state !== 'sent' && <p className="text-sm break-words text-ink-muted">{reason}</p>}
      {attachments.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm text-ink-muted" aria-label="Attached files">
          {[...new Set(attachments)].map((name) => (
            <li key={name} className="flex items-center gap-2 wrap-anywhere">
              <Paperclip className="size-4 shrink-0" aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      )}
      {!isOwn && !has_original && (
        <p className="text-sm text-ink-muted">The original of this message is no longer kept.</p>
      )}
      {!isOwn && has_original && (
        <a
          href={replyRoutes.raw.path.replace(':id', id)}
          download
          className="hyperlink inline-flex min-h-6 items-center gap-1.5 self-start text-sm"
        >
          <Download className="size-4" aria-hidden="true" />
          Save the whole message
        </a>
      )}
    </li>
  )
}
