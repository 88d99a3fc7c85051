import { PAGE_ROWS } from '@goldpan/contract/pages'
import { removalRoutes } from '@goldpan/contract/removals'
import type { CallInput } from '@goldpan/contract/route'
import {
  type Business,
  type BusinessFilter,
  type BusinessListQuery,
  type BusinessSelection,
  type TableDetail,
  type TableSummary,
  tableMessages,
  tableRoutes,
} from '@goldpan/contract/tables'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSayDeleted } from '../../lib/deletions/say-deleted.ts'
import { errorText } from '../../lib/error-text.ts'
import { call, callPage } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { firstPage, mapPages, type Pages, pageParams } from '../../lib/paged.ts'
import { isolated } from '../../ui/isolated.ts'
import { toast } from '../../ui/toast.ts'

export const tablesKey = ['tables'] as const
export const tableKey = (id: string) => ['tables', id] as const
const pagesKey = (id: string) => ['tables', id, 'pages'] as const

type TablePages = Pages<TableDetail>

export type BusinessValues = CallInput<typeof tableRoutes.addBusiness>['body']

export const tablesQuery = queryOptions({
  queryKey: tablesKey,
  queryFn: async () => (await call(tableRoutes.list)).map(withCount),
})

/** Nobody has been found where an answer does not say how many were. */
const withCount = <Counted extends { prospects_count: number }>(counted: Counted): Counted => ({
  ...counted,
  prospects_count: counted.prospects_count ?? 0,
})

const withCounts = (table: TableDetail): TableDetail => ({
  ...withCount(table),
  businesses: table.businesses.map(withCount),
  businesses_count: table.businesses_count ?? table.businesses.length,
})

export const useTables = () => useQuery(tablesQuery)

export const tablePagesQuery = (tableId: string, query: BusinessListQuery) =>
  infiniteQueryOptions({
    queryKey: [...pagesKey(tableId), query],
    queryFn: async ({ pageParam, signal }) => {
      const asked = { ...query, limit: PAGE_ROWS, cursor: pageParam }
      const page = await callPage(tableRoutes.get, { params: { tableId }, query: asked }, { signal })
      if (!(page.answer as TableDetail | null)) throw new Error(tableMessages.noData)
      return { ...page, answer: withCounts(page.answer) }
    },
    ...pageParams,
  })

/** A table with its businesses as far as the filter lets them through, page by page as they are scrolled to. */
export function useTable(tableId: string, query: BusinessListQuery) {
  const client = useQueryClient()
  // Somebody who comes back begins at the top: the pages far below need not be asked for again.
  useEffect(
    () => () => void client.setQueriesData<TablePages>({ queryKey: pagesKey(tableId) }, firstPage),
    [client, tableId],
  )
  return useInfiniteQuery({
    ...tablePagesQuery(tableId, query),
    enabled: tableId !== '',
    placeholderData: (before) => (before?.pages[0]?.answer.id === tableId ? before : undefined),
  })
}

/** The place ids of a table, for what is done to businesses that are not on the screen. */
export const listPlaceIds = (tableId: string, filter: BusinessFilter) =>
  call(tableRoutes.listPlaceIds, { params: { tableId }, query: filter })

/** The table is asked for again, from its first page. */
export function refreshTable(client: QueryClient, tableId: string) {
  client.setQueriesData<TablePages>({ queryKey: pagesKey(tableId) }, firstPage)
  return Promise.all([
    client.invalidateQueries({ queryKey: tableKey(tableId) }),
    client.invalidateQueries({ queryKey: tablesKey, exact: true }),
  ])
}

interface TableDeletion {
  id: string
  name: string
  withProspects: boolean
}

export function useDeleteTable() {
  const client = useQueryClient()
  const sayDeleted = useSayDeleted()
  return useMutation({
    mutationFn: ({ id, withProspects }: TableDeletion) =>
      call(tableRoutes.remove, {
        params: { tableId: id },
        query: { prospects: withProspects ? 'delete' : 'keep' },
      }),
    ...optimisticChange<TableSummary[], TableDeletion>(client, {
      keyOf: () => tablesKey,
      change: (tables, { id }) => tables.filter((table) => table.id !== id),
      onRefused: (error) => toast.error(errorText(error, tableMessages.deleteFailed)),
    }),
    onSuccess: ({ undo }, { name }) => {
      sayDeleted(`‘${isolated(name)}’ was deleted`, { undo, back: `‘${isolated(name)}’ is back` })
      return client.invalidateQueries({ queryKey: ['prospects'] })
    },
    // From the table's own page one comes to the list while it may still have the table.
    onSettled: () => client.invalidateQueries({ queryKey: tablesKey, exact: true }),
  })
}

/** Adds a business, or changes the one with the given place id. */
export function useSaveBusiness(tableId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ placeId, values }: { placeId: string | null; values: BusinessValues }) =>
      placeId === null
        ? call(tableRoutes.addBusiness, { params: { tableId }, body: values })
        : call(tableRoutes.updateBusiness, { params: { tableId, placeId }, body: values }),
    onSuccess: (saved, { placeId }) => {
      if (placeId === null) return refreshTable(client, tableId)
      client.setQueriesData<TablePages>(
        { queryKey: pagesKey(tableId) },
        (pages) =>
          pages &&
          withBusinesses(pages, (rows) => rows.map((row) => (row.place_id === placeId ? saved : row))),
      )
      return undefined
    },
  })
}

/** The businesses go at once, and come back when the server refuses. */
export function useDeleteBusinesses(tableId: string) {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(selection: BusinessSelection) {
      const [placeId, ...others] = 'ids' in selection ? selection.ids : []
      if (placeId === undefined || others.length > 0)
        return call(tableRoutes.removeBusinesses, { params: { tableId }, body: { selection } })
      return { deleted: 1, ...(await call(tableRoutes.removeBusiness, { params: { tableId, placeId } })) }
    },
    ...optimisticChange<TablePages, BusinessSelection>(client, {
      keyOf: () => pagesKey(tableId),
      everyPage: true,
      change: (pages, selection) => {
        const named = new Set('ids' in selection ? selection.ids : selection.except)
        const isGone = (id: string) => named.has(id) === 'ids' in selection
        const count = pages.pages[0]?.answer.businesses_count ?? 0
        const gone = 'ids' in selection ? named.size : count - named.size
        return withBusinesses(pages, (rows) => rows.filter((row) => !isGone(row.place_id)), -gone)
      },
      onRefused: (error) => toast.error(errorText(error, tableMessages.deleteBusinessFailed)),
    }),
    onSuccess: () => refreshTable(client, tableId),
  })
}

export function useRestoreBusinesses(tableId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (removalId: string) => call(removalRoutes.undo, { params: { removalId } }),
    onSuccess: () => refreshTable(client, tableId),
  })
}

const withBusinesses = (pages: TablePages, change: (rows: Business[]) => Business[], countBy = 0) =>
  mapPages(
    pages,
    (table) => ({
      ...table,
      businesses: change(table.businesses),
      businesses_count: table.businesses_count + countBy,
    }),
    countBy,
  )
