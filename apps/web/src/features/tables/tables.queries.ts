import type { CallInput } from '@goldpan/contract/route'
import { type TableDetail, type TableSummary, tableMessages, tableRoutes } from '@goldpan/contract/tables'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { optimisticDelete } from '../../lib/optimistic.ts'
import { toast } from '../../ui/toast.ts'

export const tablesKey = ['tables'] as const
export const tableKey = (id: string) => ['tables', id] as const

export type BusinessValues = CallInput<typeof tableRoutes.addBusiness>['body']

export const useTables = () => useQuery({ queryKey: tablesKey, queryFn: () => call(tableRoutes.list) })

export const useTable = (tableId: string) =>
  useQuery({
    queryKey: tableKey(tableId),
    queryFn: async () => {
      const table: TableDetail | undefined = await call(tableRoutes.get, { params: { tableId } })
      if (!table) throw new Error(tableMessages.noData)
      return table
    },
    enabled: tableId !== '',
  })

export function useDeleteTable() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, withProspects }: { id: string; withProspects: boolean }) =>
      call(tableRoutes.remove, {
        params: { tableId: id },
        query: { prospects: withProspects ? 'delete' : 'keep' },
      }),
    ...optimisticDelete<TableSummary[], { id: string; withProspects: boolean }>(client, {
      keyOf: () => tablesKey,
      without: (tables, { id }) => tables.filter((table) => table.id !== id),
      onRefused: (error) => toast.error(errorText(error, tableMessages.deleteFailed)),
    }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['prospects'] }),
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
      client.setQueryData<TableDetail>(
        tableKey(tableId),
        (table) =>
          table && {
            ...table,
            businesses:
              placeId === null
                ? [...table.businesses, saved]
                : table.businesses.map((row) => (row.place_id === placeId ? saved : row)),
          },
      )
      return client.invalidateQueries({ queryKey: tablesKey, exact: true })
    },
  })
}

export function useDeleteBusiness(tableId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (placeId: string) => call(tableRoutes.removeBusiness, { params: { tableId, placeId } }),
    ...optimisticDelete<TableDetail, string>(client, {
      keyOf: () => tableKey(tableId),
      without: (table, placeId) => ({
        ...table,
        businesses: table.businesses.filter((row) => row.place_id !== placeId),
      }),
      onRefused: (error) => toast.error(errorText(error, tableMessages.deleteBusinessFailed)),
    }),
    onSuccess: () => client.invalidateQueries({ queryKey: tablesKey, exact: true }),
  })
}
