import type { MailboxEntry } from '@goldpan/contract/mailbox'
import clsx from 'clsx'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../lib/api-error.ts'
import { formatDateTime, formatRelative } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useProductNow } from '../../lib/product-time.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { SkeletonCard, SkeletonList } from '../../ui/skeleton.tsx'
import { useMailbox, useMessage, useOpening } from './mailbox.queries.ts'
import { MessagePane } from './message-pane.tsx'
import { SkipAhead } from './skip-ahead.tsx'

/** The built-in outbox, and what recipients can do with its messages. */
export function MailboxPage() {
  usePageTitle('Test mailbox')
  const [query, setQuery] = useSearchParams()
  const token = query.get('token') ?? undefined
  const to = query.get('to') ?? ''
  const mailbox = useMailbox({ to, token })
  // Not while a search is loading, or its field would disappear.
  const isEmpty = mailbox.data?.length === 0 && !mailbox.isPlaceholderData
  const canNarrow = to !== '' || !(isEmpty || mailbox.isLoadingError)
  const chosenId = query.get('message')
  const change = (name: 'to' | 'message', value: string, replace: boolean) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace, preventScrollReset: true },
    )

  return (
    <main id="main" tabIndex={-1}>
      <Page width="full">
        <PageHeader
          title="Test mailbox"
          description="No email leaves this machine until a mail server is set up. Read each email here, and reply, bounce or unsubscribe as its recipient."
        />
        <SkipAhead token={token} />
        {canNarrow && (
          <FilterBar
            search={
              <SearchInput
                label="Recipient"
                placeholder="Recipient"
                className="w-72"
                value={to}
                onChange={(text) => change('to', text.trim(), true)}
              />
            }
          />
        )}
        <Content
          mailbox={mailbox}
          isNarrowed={to !== ''}
          chosenId={chosenId}
          token={token}
          onChoose={(id) => change('message', id, false)}
        />
      </Page>
    </main>
  )
}

interface ContentProps {
  mailbox: ReturnType<typeof useMailbox>
  isNarrowed: boolean
  chosenId: string | null
  token: string | undefined
  onChoose: (id: string) => void
}

function Content({ mailbox, isNarrowed, chosenId, token, onChoose }: ContentProps) {
  if (mailbox.isPending) return <SkeletonList count={6} lines={3} label="Loading the mail" />
  if (mailbox.isError)
    return (
      <ErrorState
        message={explain(mailbox.error)}
        onRetry={mailbox.refetch}
        isRetrying={mailbox.isFetching}
      />
    )
  if (mailbox.data.length === 0 && isNarrowed)
    return <EmptyState illustration="stream" title="No mail to such an address" />
  if (mailbox.data.length === 0)
    return (
      <EmptyState title="No mail yet">
        Sign up, reset a password or send a campaign, and the emails appear here.
      </EmptyState>
    )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <MessageList
        messages={mailbox.data}
        chosenId={chosenId}
        onChoose={onChoose}
        className={chosenId ? 'max-lg:hidden' : ''}
      />
      {chosenId ? (
        <Chosen key={chosenId} id={chosenId} token={token} onBack={() => onChoose('')} />
      ) : (
        <p className="px-4 py-12 text-center text-ink-muted max-lg:hidden">Choose a message to read it.</p>
      )}
    </div>
  )
}

function Chosen({ id, token, onBack }: { id: string; token: string | undefined; onBack: () => void }) {
  const message = useMessage(id, token)
  useOpening(message.data, token)
  if (message.isPending)
    return (
      <div role="status" aria-label="Loading the message">
        <SkeletonCard height="24rem" lines={8} />
      </div>
    )
  if (message.isError)
    return (
      <ErrorState
        message={errorText(message.error, 'Failed to fetch the message')}
        onRetry={() => void message.refetch()}
        isRetrying={message.isFetching}
        action={
          <Button variant="ghost" onClick={onBack}>
            All messages
          </Button>
        }
      />
    )
  return <MessagePane message={message.data} token={token} onBack={onBack} />
}

function explain(error: Error): string {
  if (error instanceof ApiError && error.status === 404)
    return 'The test mailbox is only available on this machine, and only while no mail server is set up.'
  return errorText(error, 'Failed to fetch mail')
}

interface MessageListProps {
  messages: readonly MailboxEntry[]
  chosenId: string | null
  onChoose: (id: string) => void
  className?: string
}

function MessageList({ messages, chosenId, onChoose, className }: MessageListProps) {
  const now = useProductNow()
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
                {formatRelative(message.received_at, now)}
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
