import type { MailboxEntry } from '@goldpan/contract/mailbox'
import clsx from 'clsx'
import { formatDateTime, formatRelative } from '../../lib/dates.ts'

interface MessageListProps {
  messages: readonly MailboxEntry[]
  chosenId: string | null
  onChoose: (id: string) => void
  className?: string
}

/** Messages in the outbox, newest first. */
export function MessageList({ messages, chosenId, onChoose, className }: MessageListProps) {
  return (
    <ul
      aria-label="Messages"
      className={clsx(
        'divide-y divide-line overflow-y-auto rounded-lg border border-line bg-surface lg:max-h-[70dvh]',
        className,
      )}
    >
      {messages.map((message) => (
        <li key={message.id}>
          <button
            type="button"
            aria-current={message.id === chosenId ? 'true' : undefined}
            onClick={() => onChoose(message.id)}
            className={clsx(
              'flex w-full flex-col gap-0.5 px-4 py-3 text-start hover:bg-hover focus-visible:-outline-offset-2',
              message.id === chosenId && 'bg-pressed',
            )}
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate text-sm text-ink-muted">To {message.to}</span>
              <time
                dateTime={message.received_at}
                title={formatDateTime(message.received_at)}
                className="shrink-0 text-xs text-ink-muted"
              >
                {formatRelative(message.received_at)}
              </time>
            </span>
            <span dir="auto" className="truncate font-medium text-ink">
              {message.subject || '(no subject)'}
            </span>
            <span dir="auto" className="truncate text-sm text-ink-muted">
              {message.from}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
