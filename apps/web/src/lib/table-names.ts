import { tableRoutes } from '@goldpan/contract/tables'
import { useQuery } from '@tanstack/react-query'
import { call } from './goldpan-api.ts'

/** The owner's business tables, for choices of one. */
export const useTableNames = () => useQuery({ queryKey: ['tables'], queryFn: () => call(tableRoutes.list) })
