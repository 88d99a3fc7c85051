import { type Correspondent, replyFallbacks } from '@goldpan/contract/replies'
import clsx from 'clsx'
import { Paperclip } from 'lucide-react'
import { memo, type ReactNode, useEffect, useId, useMemo, useRef, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { formatDateTime, formatDay, formatShort } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { everything, nothing, stateOf, withShown } from '../../lib/many-selection.ts'
import { paths } from '../../lib/paths.ts'
import { useProductNow } from '../../lib/product-time.ts'
import { singleKeys } from '../../lib/single-keys.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { useStableCallback } from '../../ui/stable-callback.ts'
import { withRow } from '../../ui/table-selection.ts'
import { useRowWindow, useScrollAnchor } from '../../ui/table-window.ts'
import { OtherAccounts } from '../organizations/other-accounts.tsx'
import { Filters } from './filters.tsx'
import { useCounts } from './inbox.queries.ts'
import { type InboxList, selectedRows } from './inbox-list.ts'
import { LabelBadge } from './label-badge.tsx'
import { nameOf } from './names.ts'

interface ConversationListProps {
  list: InboxList
  /** 1 where no conversation is open beside it. */
  level: 1 | 2
  /** Actions for the selected ones. */
  bulk: ReactNode
}

export function ConversationList({ list, level, bulk }: ConversationListProps) {
  const { filter, rows, total, selection, select } = list
  const unread = useCounts(filter.campaign)?.unread ?? 0
  const Title = `h${level}` as const
  const allId = useId()
  return (
    <section
      aria-label="Conversations"
      className="flex min-w-0 flex-col border-line [overflow-anchor:none] md:sticky md:top-0 md:h-dvh md:border-e"
    >
      <header className="flex min-h-13 items-center gap-2.5 border-b border-line px-3.5">
        <Title tabIndex={level === 1 ? -1 : undefined} className="text-base font-semibold tracking-[-0.01em]">
          Inbox
        </Title>
        {unread > 0 && (
          <span className="text-sm text-ink-muted tabular-nums">{unread.toLocaleString()} unread</span>
        )}
        {total > 0 && (
          <label htmlFor={allId} className="ms-auto grid min-h-6 min-w-6 place-items-center max-md:size-11">
            <Checkbox
              hideLabel
              id={allId}
              label="Select all conversations"
              checked={stateOf(selection, total) === 'all'}
              indeterminate={stateOf(selection, total) === 'some'}
              onChange={({ target }) => select(target.checked ? everything : nothing)}
            />
          </label>
        )}
      </header>
      <Filters filter={filter} onSearch={list.find} onNarrow={list.narrow} />
      <div className="flex min-h-0 flex-1 flex-col md:overflow-y-auto">
        {list.isError && !rows ? (
          <ErrorState
            message={errorText(list.error, replyFallbacks.list)}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        ) : !rows ? (
          <SkeletonList count={6} label="Loading the conversations" />
        ) : rows.length === 0 ? (
          <NoConversations list={list} isAlone={level === 1} />
        ) : (
          <Rows list={list} rows={rows} />
        )}
        {bulk}
      </div>
      <Keys />
    </section>
  )
}

function NoConversations({ list, isAlone }: { list: InboxList; isAlone: boolean }) {
  const { state, label, assignee, unread, campaign, mailbox, search } = list.filter
  const counts = useCounts(campaign)
  const hasNone = counts !== undefined && counts.open + counts.snoozed + counts.done === 0
  const isNarrowed = [label, assignee, unread, campaign, mailbox, search].some(Boolean) || state !== 'open'
  if (isNarrowed)
    return (
      <EmptyState
        illustration="stream"
        title="Nothing matches"
        action={
          <Link to={paths.inbox} className={buttonClass()}>
            Show open conversations
          </Link>
        }
      />
    )
  return (
    <EmptyState
      illustration="letter"
      title="No open conversations"
      action={
        <Link to={paths.campaigns} className={buttonClass()}>
          Go to your campaigns
        </Link>
      }
      more={isAlone && hasNone && <OtherAccounts className="mt-4 justify-center" />}
    >
      Replies arrive here and are forwarded to your mailbox.
    </EmptyState>
  )
}

function Rows({ list, rows }: { list: InboxList; rows: readonly Correspondent[] }) {
  const { total, selection, select, shown, search, loadMore } = list
  const body = useRef<HTMLOListElement>(null)
  const view = useRowWindow(body, rows.length)
  const keys = useMemo(() => rows.map(({ conversation_id }) => conversation_id), [rows])
  useScrollAnchor(body, keys)
  const selected = selectedRows(list)
  const lastPressed = useRef<string | null>(null)
  const press = useStableCallback((key: string, isSelected: boolean, isRange: boolean) => {
    const rangeFrom = isRange ? lastPressed.current : null
    lastPressed.current = key
    select(withShown(selection, keys, withRow(selected, keys, { key, isSelected, rangeFrom })))
  })
  useLoadMore(body, rows.length, loadMore)
  useShownRow(body, rows[shown]?.conversation_id, () => view.show(shown))
  return (
    <>
      <ol ref={body} aria-label="Conversations">
        {view.above > 0 && <li aria-hidden="true" style={{ height: view.above }} />}
        {rows.slice(view.from, view.to).map((row, index) => (
          <Row
            key={row.conversation_id}
            row={row}
            search={search}
            isShown={view.from + index === shown}
            isSelected={selected.has(row.conversation_id)}
            isSelecting={selected.size > 0}
            onPress={press}
          />
        ))}
        {view.below > 0 && <li aria-hidden="true" style={{ height: view.below }} />}
      </ol>
      <p className="px-3.5 py-3 text-xs text-ink-muted tabular-nums">
        {list.isFetchingNextPage ? 'Loading more…' : countOf(total, 'conversation')}
      </p>
    </>
  )
}

/** Fetches the next page when the end of the list is near. */
function useLoadMore(
  body: React.RefObject<HTMLOListElement | null>,
  count: number,
  loadMore: () => void,
): void {
  const load = useStableCallback(loadMore)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that grew may end in view again
  useEffect(() => {
    const end = body.current?.nextElementSibling
    if (!end) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      rootMargin: '600px',
    })
    observer.observe(end)
    return () => observer.disconnect()
  }, [body, count, load])
}

/** Another conversation was opened: its row comes into view. New mail scrolls nothing. */
function useShownRow(
  body: React.RefObject<HTMLOListElement | null>,
  id: string | undefined,
  show: () => void,
): void {
  const showRow = useStableCallback(show)
  useEffect(() => {
    if (id === undefined) return
    const row = body.current?.querySelector(`[data-row="${CSS.escape(id)}"]`)
    if (row) row.scrollIntoView({ block: 'nearest' })
    else showRow()
  }, [body, id, showRow])
}

interface RowProps {
  row: Correspondent
  search: string
  isShown: boolean
  isSelected: boolean
  /** Something is selected, so all checkboxes show. */
  isSelecting: boolean
  onPress: (id: string, isSelected: boolean, isRange: boolean) => void
}

const Row = memo(function Row({ row, search, isShown, isSelected, isSelecting, onPress }: RowProps) {
  const { conversation_id, unread, from_email, company, subject, excerpt, received_at, campaign } = row
  const id = useId()
  const reasonId = `${id}-reason`
  const now = useProductNow()
  const name = nameOf(row)
  const isSnoozed = row.state === 'snoozed' && row.snoozed_until !== null
  return (
    <li
      data-row={conversation_id}
      className={clsx(
        'group/row relative flex h-22 border-s-2 border-b border-b-line md:h-14.5',
        isShown ? 'border-s-accent' : 'border-s-transparent',
        isSelected ? 'bg-accent-tint' : isShown ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <label
        htmlFor={`${id}-tick`}
        className="grid w-8 shrink-0 cursor-pointer place-items-center max-md:w-11"
      >
        {unread && !isSelected && !isSelecting && (
          <span
            aria-hidden="true"
            className="absolute start-3 top-4.5 size-1.75 rounded-full bg-accent group-focus-within/row:hidden group-hover/row:hidden max-md:start-1.5"
          />
        )}
        <span
          className={clsx(
            'grid group-focus-within/row:opacity-100 group-hover/row:opacity-100 max-md:opacity-100',
            !isSelected && !isSelecting && 'md:opacity-0',
          )}
        >
          <Checkbox
            hideLabel
            id={`${id}-tick`}
            label={`Select ${name}`}
            checked={isSelected}
            onChange={({ target, nativeEvent }) =>
              onPress(conversation_id, target.checked, (nativeEvent as MouseEvent).shiftKey === true)
            }
          />
        </span>
      </label>
      <Link
        to={`${paths.conversation(conversation_id)}${search}`}
        title={campaign ? `${from_email}, ${campaign.name}` : from_email}
        aria-current={isShown || undefined}
        aria-describedby={row.label_reason ? reasonId : undefined}
        className="flex min-w-0 flex-1 flex-col justify-center gap-0.5 pe-3.5 -outline-offset-2"
      >
        {unread && <span className="sr-only">Unread: </span>}
        <span className="flex min-w-0 items-baseline gap-x-2">
          <bdi className={clsx('cut max-w-2/3 shrink-0', unread ? 'font-semibold' : 'font-medium')}>
            {name}
          </bdi>
          {company && <bdi className="cut min-w-0 text-ink-muted max-md:hidden">{company}</bdi>}
          <span className="ms-auto flex shrink-0 items-center gap-1.5 text-xs text-ink-muted">
            {row.has_files && <Paperclip aria-label="With files" className="size-3.5 self-center" />}
            {isSnoozed ? (
              <time dateTime={row.snoozed_until!} title={formatDateTime(row.snoozed_until)}>
                until {formatDay(row.snoozed_until, now)}
              </time>
            ) : (
              <time dateTime={received_at} title={formatDateTime(received_at)}>
                {formatShort(received_at, now)}
              </time>
            )}
          </span>
        </span>
        <span className="flex min-w-0 items-center gap-2 max-md:flex-wrap">
          <span dir="auto" className="cut min-w-0 flex-1 text-start text-ink-muted max-md:basis-full">
            {row.has_draft && <span className="font-medium text-accent-ink">Draft · </span>}
            {excerpt || subject || 'No text'}
          </span>
          <LabelBadge labelled={row} />
          {company && <bdi className="cut min-w-0 text-sm text-ink-muted md:hidden">{company}</bdi>}
        </span>
      </Link>
      {row.label_reason && (
        <span id={reasonId} hidden>
          {row.label_reason}
        </span>
      )}
    </li>
  )
})

const keys = [
  [['J', 'K'], 'move'],
  [['R'], 'answer'],
  [['E'], 'done'],
  [['S'], 'snooze'],
  [['L'], 'label'],
] as const

/** The keys that are used most; '?' shows all. */
function Keys() {
  const areOn = useSyncExternalStore(singleKeys.subscribe, singleKeys.get)
  if (!areOn) return null
  return (
    <footer className="flex flex-wrap gap-x-3 gap-y-1 border-t border-line px-3.5 py-2 text-xs text-ink-muted max-md:hidden">
      {keys.map(([names, words]) => (
        <span key={words} className="inline-flex items-center gap-1">
          {names.map((name) => (
            <kbd key={name} className="rounded-sm border border-line bg-sunken px-1">
              {name}
            </kbd>
          ))}
          {words}
        </span>
      ))}
    </footer>
  )
}
