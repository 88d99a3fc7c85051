import type { Conversation } from '@goldpan/contract/replies'
import clsx from 'clsx'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { nothing, selectionBody, shownSelected, withShown } from '../../lib/many-selection.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { paths } from '../../lib/paths.ts'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { isolated } from '../../ui/isolated.ts'
import { ROOM_FOR_PANEL, ROOM_FOR_SIDEBAR, useMedia } from '../../ui/media.ts'
import { NotFoundState } from '../../ui/not-found-state.tsx'
import { Page } from '../../ui/page.tsx'
import { OtherAccounts } from '../organizations/other-accounts.tsx'
import { useDeletionToast } from '../removals/deletion-toast.ts'
import { AnswerBox } from './answer-box.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import { FollowUpState } from './follow-up-state.tsx'
import {
  useConversation,
  useFirstConversation,
  usePrefetchConversation,
  useRemoveConversation,
} from './inbox.queries.ts'
import { type InboxList, selectedRows, useInboxList } from './inbox-list.ts'
import { LabelBadge } from './label-badge.tsx'
import { newestIncoming, useMarkRead } from './mark-read.ts'
import { nameOf } from './names.ts'
import { PersonPanel } from './person-panel.tsx'
import { type Triage, useTriage } from './triage.ts'
import { ConversationActions, SelectionActions } from './triage-bars.tsx'

/** The list of conversations, the open one and its person beside each other. Phones show one of them. */
export function InboxPage() {
  const { id } = useParams()
  const isWide = useMedia(ROOM_FOR_SIDEBAR)
  const conversation = useConversation(id)
  const { data, error } = conversation
  const list = useInboxList(id, data)
  const triage = useInboxTriage(list, { id, data })
  usePrefetchConversation(data && list.rows?.[list.shown + 1]?.conversation_id)
  const row = list.rows?.[list.shown]
  const name = data ? nameOf(data) : row && nameOf(row)
  usePageTitle(id === undefined ? 'Inbox' : (name ?? 'Conversation'))
  const isMissing = isApiError(error) && error.status === 404
  return (
    <Page width="full">
      <div className={columns}>
        {(isWide || id === undefined) && (
          <ConversationList
            list={list}
            level={id === undefined ? 1 : 2}
            bulk={
              <SelectionActions
                triage={triage.many}
                count={list.selectedCount}
                onClear={() => list.select(nothing)}
              />
            }
          />
        )}
        {id === undefined ? (
          isWide && <OpenFirst key={JSON.stringify(list.filter)} list={list} />
        ) : isMissing ? (
          <NoConversation />
        ) : (
          <OpenConversation
            id={id}
            name={name}
            conversation={conversation}
            triage={triage.one}
            list={list}
            isWide={isWide}
          />
        )}
      </div>
    </Page>
  )
}

/** All columns reach the edges of the page, and scroll by themselves. */
const columns =
  'page-bleed -my-4 grid grid-cols-[minmax(0,1fr)] md:grid-cols-[min(21.75rem,38%)_minmax(0,1fr)] lg:grid-cols-[min(21.75rem,29%)_minmax(0,1fr)_18.5rem]'

interface Opened {
  id: string | undefined
  data: Conversation | undefined
}

/** Actions for the open conversation and for the selected ones, by buttons and keys. */
function useInboxTriage(list: InboxList, { id, data }: Opened) {
  const { keepUnread } = useMarkRead(data)
  const row = list.rows?.[list.shown]
  const openId = data?.conversation_id ?? row?.conversation_id ?? id
  const one = useTriage({
    selection: { ids: openId === undefined ? [] : [openId] },
    person: data
      ? { name: nameOf(data), email: data.email }
      : { name: row ? nameOf(row) : 'Conversation', email: row?.from_email ?? '' },
    upTo: data?.unread ? newestIncoming(data) : undefined,
    onLeave: () => list.openNext(),
  })
  const many = useTriage({
    selection: selectionBody(list.selection, list.filter),
    person: null,
    onLeave: () => {
      const selected = selectedRows(list)
      if (row && selected.has(row.conversation_id))
        list.openNext(({ conversation_id }) => selected.has(conversation_id))
    },
    onChanged: () => list.select(nothing),
  })
  const markUnread = () => {
    keepUnread()
    return one.markUnread()
  }
  const opened = { ...one, markUnread }
  const canChange = data ? data.conversation_id !== null : row !== undefined
  useInboxKeys(list, { opened: canChange ? opened : undefined, many, data })
  return { one: opened, many }
}

interface KeyTargets {
  /** Undefined while nothing is open that could be changed. */
  opened: Triage | undefined
  many: Triage
  data: Conversation | undefined
}

/** Keys act on the selected conversations, else on the open one. */
function useInboxKeys(list: InboxList, { opened, many, data }: KeyTargets) {
  const isSelecting = list.selectedCount > 0
  const focusSoon = useFocusSoon(data !== undefined)
  const target = isSelecting ? many : opened
  useSingleKeys({
    j: () => list.open(list.shown + 1),
    k: () => list.open(list.shown - 1),
    r: () => focusSoon('#your-answer'),
    n: () => focusSoon('#new-note'),
    '/': () => focusOn('[data-inbox-filters] input[type=search]'),
    e: () => {
      if (isSelecting || (data ?? list.rows?.[list.shown])?.state !== 'done') void target?.done()
    },
    s: () => target?.setMenu('snooze'),
    l: () => target?.setMenu('label'),
    a: () => target?.setMenu('assign'),
    u: () => void target?.markUnread(),
    x: () => toggle(list),
    ...(isSelecting && { Escape: () => list.select(nothing) }),
  })
}

/** Also where it is in a closed disclosure. False if there is no such place. */
function focusOn(selector: string): boolean {
  const place = document.querySelector<HTMLElement>(selector)
  place?.closest('details')?.setAttribute('open', '')
  place?.focus()
  return place !== null
}

/** Focuses a place of the conversation, once it is loaded. */
function useFocusSoon(isLoaded: boolean): (selector: string) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (!isLoaded || !wanted.current) return
    focusOn(wanted.current)
    wanted.current = undefined
  }, [isLoaded])
  return (selector) => {
    if (!focusOn(selector) && !isLoaded) wanted.current = selector
  }
}

/** Selects the open conversation, or no longer. */
function toggle({ rows, shown, selection, select }: InboxList): void {
  const id = rows?.[shown]?.conversation_id
  if (id === undefined) return
  const isSelected = shownSelected(selection, [id]).size > 0
  select(withShown(selection, [id], new Set(isSelected ? [] : [id])))
}

/** Opens the newest unread conversation of a list, else the newest, unless the user clicks before it is known. */
function OpenFirst({ list }: { list: InboxList }) {
  // Going to a conversation moves the focus, which somebody who types a search needs.
  const isSearch = Boolean(list.filter.search)
  const isClicked = useAnyClick()
  const first = useFirstConversation(list.filter)
  const mayOpen = !isSearch && !isClicked
  if (first && mayOpen) return <Navigate to={`${paths.conversation(first)}${list.search}`} replace />
  return (
    <div className="lg:col-span-2">
      {(!mayOpen || first !== undefined) && list.total > 0 && (
        <EmptyState illustration="letter" title="No conversation is open">
          Choose one from the list.
        </EmptyState>
      )}
    </div>
  )
}

/**
 * True from the first click on. The router goes to a clicked link in a transition, so a redirect can still be rendered
 * after the click and would replace it.
 */
function useAnyClick(): boolean {
  const [isClicked, setClicked] = useState(false)
  useEffect(() => {
    const onClick = () => setClicked(true)
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
  return isClicked
}

interface OpenConversationProps {
  id: string
  name: string | undefined
  conversation: ReturnType<typeof useConversation>
  triage: Triage
  list: InboxList
  isWide: boolean
}

function OpenConversation({ id, name, conversation, triage, list, isWide }: OpenConversationProps) {
  const hasPanel = useMedia(ROOM_FOR_PANEL)
  const remove = useRemoveConversation()
  const showDeleted = useDeletionToast()
  const { data } = conversation

  async function onDelete() {
    list.openNext()
    try {
      const { message, undo } = await remove.mutateAsync(id)
      showDeleted(message, { undo, back: 'The conversation is back' })
    } catch {
      // The mutation has shown the reason.
    }
  }

  const actions = data && (
    <ConversationActions
      triage={triage}
      conversation={data}
      isCompact={!isWide}
      onDelete={() => void onDelete()}
    />
  )
  return (
    <>
      <div className="flex min-w-0 flex-col max-md:min-h-[calc(100dvh-3.3125rem)] md:sticky md:top-0 md:h-dvh">
        <header className="@container/header flex min-h-13 shrink-0 items-center gap-x-2.5 border-b border-line px-4 py-1.5 md:px-6">
          {!isWide && (
            <div className="page-back">
              <Link to={`${paths.inbox}${list.search}`}>Inbox</Link>
              <ChevronRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />
            </div>
          )}
          <div className="min-w-0 flex-1">
            <h1
              tabIndex={-1}
              dir="auto"
              title={name}
              className="cut text-base font-semibold tracking-[-0.01em]"
            >
              {name ?? 'Conversation'}
            </h1>
            {data && <Whereabouts data={data} name={name} />}
          </div>
          {isWide && <div className="shrink-0">{actions}</div>}
        </header>
        {data?.answers_for && (
          <Line className="text-ink-muted">In answer to your message to {data.answers_for}</Line>
        )}
        {data && <LabelLine data={data} triage={triage} />}
        <div key={id} className="flex min-h-0 min-w-0 flex-1 flex-col md:overflow-y-auto">
          <ConversationPane conversation={conversation} triage={triage} />
        </div>
        {data && (
          <footer
            data-bar
            className="sticky bottom-0 z-10 flex flex-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
          >
            <AnswerBox
              conversation={data}
              onSent={(state) => {
                // A sent answer stays on the screen while it can be taken back.
                if (state === 'snoozed') list.openNext()
              }}
            />
            {/* Where a keyboard leaves little room, the answer has it. */}
            {!isWide && (
              <div className="px-3 pb-2 [@media(max-height:26rem)]:hidden [[data-keyboard]~&]:hidden">
                {actions}
              </div>
            )}
          </footer>
        )}
      </div>
      {hasPanel && (
        <aside
          aria-label="Person"
          className="min-w-0 border-s border-line md:sticky md:top-0 md:h-dvh md:overflow-y-auto"
        >
          {data && <PersonPanel conversation={data} />}
        </aside>
      )}
    </>
  )
}

function Whereabouts({ data, name }: { data: Conversation; name: string | undefined }) {
  const { company, email } = data
  if (!company && name === email) return null
  return (
    <p className="flex min-w-0 gap-x-2 text-xs text-ink-muted">
      {company && <bdi className="cut">{company}</bdi>}
      {name !== email && (
        <bdi title={email} className="cut">
          {email}
        </bdi>
      )}
    </p>
  )
}

/** The label with its reason, and what else holds for the conversation. Nothing if nothing is to be said. */
function LabelLine({ data, triage }: { data: Conversation; triage: Triage }) {
  const { label, label_reason, state, snoozed_until, assignee } = data
  return (
    <Line>
      {label && (
        <div className="flex min-w-0 flex-[1_1_24rem] items-center gap-x-2">
          <span className="flex shrink-0">
            <LabelBadge labelled={data} />
          </span>
          {label_reason && (
            <span
              dir="auto"
              title={label_reason}
              className="line-clamp-2 min-w-0 wrap-anywhere text-ink-muted"
            >
              {label_reason}
            </span>
          )}
          <button
            type="button"
            className="hyperlink min-h-6 shrink-0"
            onClick={() => triage.setMenu('label')}
          >
            Change
          </button>
        </div>
      )}
      {state === 'snoozed' && snoozed_until && <span>Snoozed until {formatDateTime(snoozed_until)}</span>}
      {state === 'done' && <span>Done</span>}
      {assignee && <span>Assigned to {isolated(assignee.name)}</span>}
      <FollowUpState conversation={data} />
    </Line>
  )
}

const Line = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div
    className={clsx(
      'flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-sm empty:hidden md:px-6',
      className,
    )}
  >
    {children}
  </div>
)

const NoConversation = () => (
  <div className="lg:col-span-2">
    <NotFoundState
      title="Conversation not found"
      message="It may have been deleted, or the address of this page is incomplete."
      action={
        <Link to={paths.inbox} className={buttonClass('primary')}>
          Back to Inbox
        </Link>
      }
      more={<OtherAccounts isMissing className="mt-4 justify-center" />}
    />
  </div>
)

/** The inbox was at /replies. */
export function OldInboxAddress() {
  const { pathname, search } = useLocation()
  return <Navigate to={pathname.replace('/replies', paths.inbox) + search} replace />
}
