import type { ConversationFilter } from '@goldpan/contract/inbox'
import type { Conversation, Correspondent } from '@goldpan/contract/replies'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { countSelected, type ManySelection, nothing, shownSelected } from '../../lib/many-selection.ts'
import { paths } from '../../lib/paths.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useConversations } from './inbox.queries.ts'
import { type FilterChange, readFilter, withFilter } from './inbox-filter.ts'

const SEARCH_PAUSE_MS = 250
/** This many rows before the last one, keys fetch the next page. */
const NEAR_END = 10

/** Conversations by the filter of the address, with the open one among them, and the selected ones. */
export function useInboxList(openId: string | undefined, open: Conversation | undefined) {
  const [address, setAddress] = useSearchParams()
  const navigate = useNavigate()
  const filter = useRestedFilter(useMemo(() => readFilter(address), [address]))
  const list = useConversations(filter)
  const [selection, select] = useState<ManySelection>(nothing)
  const filterKey = JSON.stringify(filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter shows other rows
  useEffect(() => select(nothing), [filterKey])

  const listed = useMemo(() => list.data?.pages.flatMap(({ correspondents }) => correspondents), [list.data])
  const shownId = openId === undefined ? undefined : (open?.conversation_id ?? openId)
  const rows = useRowsWithOpen(listed, { shownId, open, filterKey, isOld: list.isPlaceholderData })
  const shown = rows?.findIndex((row) => row.conversation_id === shownId) ?? -1
  const total = list.data?.pages[0]?.total ?? 0
  const search = address.size > 0 ? `?${address}` : ''
  const pathOf = (row: Correspondent) => `${paths.conversation(row.conversation_id)}${search}`
  const { hasNextPage, isFetching, fetchNextPage } = list
  const loadMore = () => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }

  return {
    ...list,
    filter,
    rows,
    shown,
    total,
    search,
    selection,
    select,
    selectedCount: countSelected(selection, total),
    /** Other conversations, of which the first one is opened on wide screens. */
    narrow: (change: FilterChange) =>
      navigate(`${paths.inbox}?${withFilter(address, change)}`.replace(/\?$/, ''), { replace: true }),
    /** Leaves the open conversation open, because it is called while somebody types. */
    find: (text: string) => setAddress((before) => withFilter(before, { search: text }), { replace: true }),
    open(index: number) {
      const row = rows?.[index]
      if (row) void navigate(pathOf(row))
      if (rows && index >= rows.length - NEAR_END) loadMore()
    },
    /** After the open conversation has left: the next one that stays, else the one before. */
    openNext(leaving: (row: Correspondent) => boolean = (row) => row.conversation_id === shownId) {
      const stays = (row: Correspondent) => row.conversation_id !== shownId && !leaving(row)
      const next = rows?.slice(shown + 1).find(stays) ?? rows?.slice(0, Math.max(0, shown)).findLast(stays)
      void navigate(next ? pathOf(next) : `${paths.inbox}${search}`, { replace: true })
    },
    loadMore,
  }
}

/** Searches after a pause in typing; other changes apply at once. */
function useRestedFilter(filter: ConversationFilter): ConversationFilter {
  const rested = useDebounced(filter, SEARCH_PAUSE_MS)
  return rested.search === filter.search ? filter : rested
}

export type InboxList = ReturnType<typeof useInboxList>

interface OpenRow {
  shownId: string | undefined
  open: Conversation | undefined
  filterKey: string
  /** The rows are still those of the filter before. */
  isOld: boolean
}

/** The open conversation stays in the list until another one is opened, though it no longer matches the filter. */
function useRowsWithOpen(rows: Correspondent[] | undefined, openRow: OpenRow) {
  const { shownId, open, filterKey, isOld } = openRow
  const kept = useRef<{ row: Correspondent; filterKey: string }>(undefined)
  const listed = rows?.find(({ conversation_id }) => conversation_id === shownId)
  useEffect(() => {
    if (listed && !isOld) kept.current = { row: listed, filterKey }
  }, [listed, isOld, filterKey])
  return useMemo(() => {
    const last = kept.current
    if (!rows || !last || listed || last.row.conversation_id !== shownId || last.filterKey !== filterKey)
      return rows
    const row = open
      ? { ...last.row, unread: open.unread, has_draft: hasDraft(open), ...labelOf(open) }
      : last.row
    const place = rows.findIndex(({ received_at }) => received_at <= row.received_at)
    return rows.toSpliced(place < 0 ? rows.length : place, 0, row)
  }, [rows, listed, shownId, open, filterKey])
}

const labelOf = ({ label, label_name, label_reason }: Conversation) => ({ label, label_name, label_reason })

const hasDraft = ({ draft }: Conversation) => draft.text !== '' || draft.files.length > 0

/** The loaded rows that are selected. */
export const selectedRows = ({ rows = [], selection }: Pick<InboxList, 'rows' | 'selection'>) =>
  shownSelected(
    selection,
    rows.map(({ conversation_id }) => conversation_id),
  )
