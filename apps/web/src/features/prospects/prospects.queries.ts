import { activityRoutes } from '@goldpan/contract/activity'
import { PAGE_ROWS } from '@goldpan/contract/pages'
import {
  type Prospect,
  type ProspectListQuery,
  type ProspectSelection,
  type ProspectStatus,
  prospectMessages,
  prospectRoutes,
} from '@goldpan/contract/prospects'
import { replyRoutes } from '@goldpan/contract/replies'
import type { CallInput } from '@goldpan/contract/route'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { tableRoutes } from '@goldpan/contract/tables'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { call, callPage } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { firstPage, mapPages, type Pages, pageParams } from '../../lib/paged.ts'
import { toast } from '../../ui/toast.ts'
import { useDeletionToast } from '../removals/deletion-toast.ts'

const listsKey = ['prospects', 'all'] as const
const listKey = (query: ProspectListQuery) => [...listsKey, query] as const

type ProspectValues = CallInput<typeof prospectRoutes.update>['body']
type ListPages = Pages<Prospect[]>

export const prospectPagesQuery = (query: ProspectListQuery) =>
  infiniteQueryOptions({
    queryKey: listKey(query),
    queryFn: ({ pageParam, signal }) =>
      callPage(prospectRoutes.list, { query: { ...query, limit: PAGE_ROWS, cursor: pageParam } }, { signal }),
    ...pageParams,
  })

/** The matching prospects, page by page while scrolling. */
export function useProspects(query: ProspectListQuery) {
  const client = useQueryClient()
  // Drop all pages but the first on leaving; coming back starts at the top.
  useEffect(
    () => () => void client.setQueriesData<ListPages>({ queryKey: listsKey }, (data) => firstPage(data)),
    [client],
  )
  return useInfiniteQuery({ ...prospectPagesQuery(query), placeholderData: keepPreviousData })
}

/** The number of prospects without a filter. */
export const useProspectsCount = () =>
  useQuery({
    queryKey: ['prospects', 'count'],
    queryFn: async () => (await callPage(prospectRoutes.list, { query: { limit: 1 } })).total ?? 0,
  })

/** Marks everything about prospects as outdated; the lists start at their first page again. */
function refresh(client: QueryClient) {
  client.setQueriesData<ListPages>({ queryKey: listsKey }, (data) => firstPage(data))
  return client.invalidateQueries({ queryKey: ['prospects'] })
}

/** One business in one of the user's tables. */
export interface BusinessInTable {
  tableId: string
  placeId: string
}

interface SavedProspect {
  /** Null adds one. */
  id: string | null
  values: ProspectValues
}

/** Adds a prospect, to a business where one is given, or merges changes into the lists. */
export function useSaveProspect(business?: BusinessInTable) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, values }: SavedProspect) => {
      if (id !== null) return call(prospectRoutes.update, { params: { id }, body: values })
      const place = business && { business_table_id: business.tableId, place_id: business.placeId }
      return call(prospectRoutes.create, { body: { ...values, status: 'new', ...place } })
    },
    onSuccess: (saved, { id }) => {
      if (id === null)
        return Promise.all([refresh(client), client.invalidateQueries({ queryKey: ['tables'] })])
      client.setQueriesData<ListPages>(
        { queryKey: listsKey },
        (data) =>
          data && mapPages(data, (rows) => rows.map((row) => (row.id === id ? { ...row, ...saved } : row))),
      )
      return Promise.all(
        ['of', 'activity'].map((part) => client.invalidateQueries({ queryKey: ['prospects', part] })),
      )
    },
  })
}

export function useDeleteProspect(query: ProspectListQuery) {
  const client = useQueryClient()
  const showDeleted = useDeletionToast()
  return useMutation({
    mutationFn: (id: string) => call(prospectRoutes.remove, { params: { id } }),
    ...optimisticChange<ListPages, string>(client, {
      keyOf: () => listKey(query),
      change: (data, id) => mapPages(data, (rows) => rows.filter((row) => row.id !== id), -1),
      onRefused: (error) => toast.error(errorText(error, prospectMessages.deleteFailed)),
    }),
    onSuccess: ({ undo }) => {
      showDeleted(prospectMessages.deleted, { undo, back: 'The prospect is back' })
      return Promise.all(
        ['of', 'count'].map((part) => client.invalidateQueries({ queryKey: ['prospects', part] })),
      )
    },
  })
}

interface StatusChange {
  selection: ProspectSelection
  status: ProspectStatus
}

function choiceOf(selection: ProspectSelection): (id: string) => boolean {
  const named = new Set('ids' in selection ? selection.ids : selection.except)
  return (id) => named.has(id) === 'ids' in selection
}

/** Optimistic: restores the old status if the server refuses. */
export function useChangeStatus() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: StatusChange) => call(prospectRoutes.changeStatus, { body }),
    ...optimisticChange<ListPages, StatusChange>(client, {
      keyOf: () => listsKey,
      everyPage: true,
      change: (data, { selection, status }) => {
        const isChosen = choiceOf(selection)
        return mapPages(data, (rows) => rows.map((row) => (isChosen(row.id) ? { ...row, status } : row)))
      },
      onRefused: (error) => toast.error(errorText(error, prospectMessages.updateFailed)),
    }),
    onSuccess: () => refresh(client),
  })
}

export function useUndoStatus() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changeId: string) => call(prospectRoutes.undoStatus, { params: { changeId } }),
    onSuccess: () => refresh(client),
  })
}

/** Optimistic: restores the rows if the server refuses. */
export function useDeleteProspects() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (selection: ProspectSelection) => call(prospectRoutes.removeMany, { body: { selection } }),
    ...optimisticChange<ListPages, ProspectSelection>(client, {
      keyOf: () => listsKey,
      everyPage: true,
      change: (data, selection) => {
        const isChosen = choiceOf(selection)
        const total = data.pages[0]?.total ?? 0
        const gone = 'ids' in selection ? selection.ids.length : total - selection.except.length
        return mapPages(data, (rows) => rows.filter((row) => !isChosen(row.id)), -gone)
      },
      onRefused: (error) => toast.error(errorText(error, prospectMessages.deleteFailed)),
    }),
    onSuccess: () => Promise.all([refresh(client), client.invalidateQueries({ queryKey: ['tables'] })]),
  })
}

/** The businesses of the user's tables whose name or address contains a text. */
export function useBusinessesNamed(text: string) {
  const { data } = useQuery({
    queryKey: ['tables', 'named', text],
    queryFn: () => call(tableRoutes.findByName, { query: { text } }),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
  })
  return text.trim() === '' ? [] : (data ?? [])
}

/** Lists of prospects mark suppressed addresses. */
const refreshSuppressed = (client: QueryClient) =>
  Promise.all(['suppressions', 'prospects'].map((part) => client.invalidateQueries({ queryKey: [part] })))

/** Adds the addresses of prospects to the do-not-contact list. */
export function useSuppressProspects() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (selection: ProspectSelection) => call(prospectRoutes.suppressMany, { body: { selection } }),
    onSuccess: () => refreshSuppressed(client),
  })
}

export const useExportProspects = () =>
  useMutation({
    mutationFn: (selection: ProspectSelection) => call(prospectRoutes.exportMany, { body: { selection } }),
  })

/** The entry of an address on the do-not-contact list; null if it may be written to. */
export const useSuppressionOf = (email: string) =>
  useQuery({
    queryKey: ['suppressions', 'of', email],
    queryFn: async () => {
      const query = { search: email, offset: 0, limit: 50 }
      const { suppressions } = await call(suppressionRoutes.list, { query })
      return suppressions.find(({ address }) => address === email.toLowerCase()) ?? null
    },
  })

export function useLiftSuppression() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(suppressionRoutes.remove, { params: { id } }),
    onSuccess: () => refreshSuppressed(client),
  })
}

export const useActivity = (prospectId: string) =>
  useQuery({
    queryKey: ['prospects', 'activity', prospectId],
    queryFn: () => call(activityRoutes.list, { params: { id: prospectId } }),
    staleTime: 0,
  })

/** The newest answer of a person who wrote. */
export const useLastAnswer = (prospectId: string, hasAnswered: boolean) =>
  useQuery({
    queryKey: ['conversation', prospectId],
    queryFn: () => call(replyRoutes.get, { params: { id: prospectId } }),
    enabled: hasAnswered,
    select: ({ messages }) => messages.findLast(({ kind }) => kind === 'reply') ?? null,
  })
