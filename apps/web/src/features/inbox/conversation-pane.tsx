import { type ConversationMessage, replyFallbacks, replyRoutes } from '@goldpan/contract/replies'
import clsx from 'clsx'
import { Download, Paperclip } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import type { useConversation } from './inbox.queries.ts'

interface ConversationPaneProps {
  conversation: ReturnType<typeof useConversation>
}

/** All messages to and from one person. */
export function ConversationPane({ conversation }: ConversationPaneProps) {
  const { data } = conversation
  if (conversation.isPending)
    return (
      <div role="status" aria-label="Loading the conversation" className="flex flex-col gap-3 p-4 md:px-6">
        <div className="sm:ms-12">
          <SkeletonCard lines={9} />
        </div>
        <div className="sm:me-12">
          <SkeletonCard lines={2} />
        </div>
      </div>
    )
  if (!data)
    return (
      <ErrorState
        message={errorText(conversation.error, replyFallbacks.get)}
        onRetry={() => void conversation.refetch()}
        isRetrying={conversation.isFetching}
      />
    )
  if (data.messages.length === 0)
    return (
      <EmptyState illustration="letter" title="No messages yet">
        Messages appear here once a campaign has been sent to this person.
      </EmptyState>
    )
  const { messages, closed_reason } = data
  return (
    <div className="flex w-full max-w-5xl min-w-0 flex-col gap-3 p-4 md:px-6">
      <Messages messages={messages} />
      {closed_reason && <Banner kind="info">{closed_reason}</Banner>}
    </div>
  )
}

/** Begins at the newest message, and shows one's own answer once it is sent. New mail scrolls nothing. */
function Messages({ messages }: { messages: readonly ConversationMessage[] }) {
  const list = useRef<HTMLOListElement>(null)
  const newestAnswer = messages.findLast(({ kind }) => kind === 'answer')?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is shown too
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [newestAnswer])
  return (
    <ol ref={list} className="flex flex-col gap-3" aria-label="Messages, oldest first">
      {messages.map((message) => (
        <ConversationItem key={message.id} message={message} />
      ))}
    </ol>
  )
}

const states: Record<NonNullable<ConversationMessage['state']>, { label: string; colour: BadgeColour }> = {
  waiting: { label: 'On its way', colour: 'blue' },
  sent: { label: 'Sent', colour: 'green' },
  failed: { label: 'Failed', colour: 'red' },
  unconfirmed: { label: 'Not confirmed', colour: 'yellow' },
}

/** One message: theirs at the start of the line, the user's own at the end. */
function ConversationItem({ message }: { message: ConversationMessage }) {
  const { id, kind, at, from, subject, text, campaign, state, reason, notice, attachments, has_original } =
    message
  const isOwn = kind === 'sent' || kind === 'answer'
  return (
    <li
      className={clsx(
        // The answer form stands over the end of the screen.
        'flex min-w-0 scroll-mb-64 flex-col gap-2 rounded-lg border border-line px-4 py-3',
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
        {text || '(no text)'}
      </p>
      {reason && state !== 'sent' && <p className="text-sm break-words text-ink-muted">{reason}</p>}
      {notice && <p className="text-sm break-words text-ink-muted">{notice}</p>}
      {attachments.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm text-ink-muted" aria-label="Attachments">
          {[...new Set(attachments)].map((name) => (
            <li key={name} className="flex items-center gap-2 wrap-anywhere">
              <Paperclip className="size-4 shrink-0" aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      )}
      {!isOwn && !has_original && <p className="text-sm text-ink-muted">The original has been deleted.</p>}
      {!isOwn && has_original && (
        <a
          href={replyRoutes.raw.path.replace(':id', id)}
          download
          className="hyperlink inline-flex min-h-6 items-center gap-1.5 self-start text-sm"
        >
          <Download className="size-4" aria-hidden="true" />
          Download original (.eml)
        </a>
      )}
    </li>
  )
}
