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
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { call, callPage } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { firstPage, mapPages, pageParams } from '../../lib/paged.ts'
import { placesKey, refreshTable, type TablePages, tablePagesKey, tablesKey } from '../../lib/table-cache.ts'
import { isolated } from '../../ui/isolated.ts'
import { toast } from '../../ui/toast.ts'
import { useDeletionToast } from '../removals/deletion-toast.ts'

export type BusinessValues = CallInput<typeof tableRoutes.addBusiness>['body']

export const tablesQuery = queryOptions({
  queryKey: tablesKey,
  queryFn: async () => (await call(tableRoutes.list)).map(withCount),
})

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
    queryKey: [...tablePagesKey(tableId), query],
    queryFn: async ({ pageParam, signal }) => {
      const asked = { ...query, limit: PAGE_ROWS, cursor: pageParam }
      const page = await callPage(tableRoutes.get, { params: { tableId }, query: asked }, { signal })
      if (!(page.answer as TableDetail | null)) throw new Error(tableMessages.noData)
      return { ...page, answer: withCounts(page.answer) }
    },
    ...pageParams,
  })

/** A table with its matching businesses, page by page while scrolling. */
export function useTable(tableId: string, query: BusinessListQuery) {
  const client = useQueryClient()
  // Drop all pages but the first on leaving; coming back starts at the top.
  useEffect(
    () => () => void client.setQueriesData<TablePages>({ queryKey: tablePagesKey(tableId) }, firstPage),
    [client, tableId],
  )
  return useInfiniteQuery({
    ...tablePagesQuery(tableId, query),
    enabled: tableId !== '',
    placeholderData: (before) => (before?.pages[0]?.answer.id === tableId ? before : undefined),
  })
}

/** The place ids of a table's matching businesses, loaded or not. */
export const listPlaceIds = (tableId: string, filter: BusinessFilter) =>
  call(tableRoutes.listPlaceIds, { params: { tableId }, query: filter })

/** The place ids of the businesses that gathering skips. */
/** Businesses that gathering can't find anybody at. */
export const usePlacesWithoutContact = (tableId: string) =>
  useQuery({
    queryKey: [...placesKey(tableId), 'without-contact'],
    queryFn: () => listPlaceIds(tableId, { website: 'without', email: 'without' }),
  })

interface TableDeletion {
  id: string
  name: string
  withProspects: boolean
}

export function useDeleteTable() {
  const client = useQueryClient()
  const showDeleted = useDeletionToast()
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
      showDeleted(`‘${isolated(name)}’ was deleted`, { undo, back: `‘${isolated(name)}’ is back` })
      return client.invalidateQueries({ queryKey: ['prospects'] })
    },
    // The table's own page goes to the list, whose cache may still have the table.
    onSettled: () => client.invalidateQueries({ queryKey: tablesKey, exact: true }),
  })
}

export function useSaveBusiness(tableId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ placeId, values }: { placeId: string | null; values: BusinessValues }) =>
      placeId === null
        ? call(tableRoutes.addBusiness, { params: { tableId }, body: values })
        : call(tableRoutes.updateBusiness, { params: { tableId, placeId }, body: values }),
    onSuccess: (saved, { placeId }) => {
      if (placeId === null) return refreshTable(client, tableId)
      void client.invalidateQueries({ queryKey: placesKey(tableId) })
      client.setQueriesData<TablePages>(
        { queryKey: tablePagesKey(tableId) },
        (pages) =>
          pages &&
          withBusinesses(pages, (rows) => rows.map((row) => (row.place_id === placeId ? saved : row))),
      )
      return undefined
    },
  })
}

/** Optimistic: restores the businesses if the server refuses. */
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
      keyOf: () => tablePagesKey(tableId),
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
