import { type TableDetail, tableRoutes } from '@goldpan/contract/tables'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from './goldpan-api.ts'
import { firstPage, type Pages } from './paged.ts'

export const tablesKey = ['tables'] as const
export const tableKey = (id: string) => ['tables', id] as const
export const tablePagesKey = (id: string) => ['tables', id, 'pages'] as const
/** Ids of a table's businesses. Not among the tables, because a large list must not be fetched at every change. */
export const placesKey = (id: string) => ['places', id] as const
export type TablePages = Pages<TableDetail>

/** Marks a table and the list of tables as outdated; the table starts at its first page again. */
export function refreshTable(client: QueryClient, tableId: string) {
  client.setQueriesData<TablePages>({ queryKey: tablePagesKey(tableId) }, firstPage)
  return Promise.all([
    client.invalidateQueries({ queryKey: tableKey(tableId) }),
    client.invalidateQueries({ queryKey: placesKey(tableId) }),
    client.invalidateQueries({ queryKey: tablesKey, exact: true }),
  ])
}

/** The tables, for lists of their names. */
export const useTableNames = () => useQuery({ queryKey: tablesKey, queryFn: () => call(tableRoutes.list) })
