import { type Prospect, prospectMessages, prospectRoutes } from '@goldpan/contract/prospects'
import type { CallInput } from '@goldpan/contract/route'
import { tableRoutes } from '@goldpan/contract/tables'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { optimisticDelete } from '../../lib/optimistic.ts'
import { toast } from '../../ui/toast.ts'

const allKey = ['prospects', 'all'] as const

export type ProspectValues = CallInput<typeof prospectRoutes.update>['body']

export const useProspects = () => useQuery({ queryKey: allKey, queryFn: () => call(prospectRoutes.list) })

/** The tables by name, for the filter. */
export const useTableNames = () => useQuery({ queryKey: ['tables'], queryFn: () => call(tableRoutes.list) })

/** Adds a prospect, or changes the one with the given id; the answer is merged into the list. */
export function useSaveProspect() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, values }: { id: string | null; values: ProspectValues }) =>
      id === null
        ? call(prospectRoutes.create, { body: { ...values, status: 'new' } })
        : call(prospectRoutes.update, { params: { id }, body: values }),
    onSuccess: (saved, { id }) => {
      client.setQueryData<Prospect[]>(allKey, (prospects) =>
        id === null
          ? [saved, ...(prospects ?? [])]
          : prospects?.map((row) => (row.id === id ? { ...row, ...saved } : row)),
      )
      return client.invalidateQueries({ queryKey: ['prospects', 'of'] })
    },
  })
}

export function useDeleteProspect() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(prospectRoutes.remove, { params: { id } }),
    ...optimisticDelete<Prospect[], string>(client, {
      keyOf: () => allKey,
      without: (prospects, id) => prospects.filter((row) => row.id !== id),
      onRefused: (error) => toast.error(errorText(error, prospectMessages.deleteFailed)),
    }),
    onSuccess: () => {
      toast.success(prospectMessages.deleted)
      return client.invalidateQueries({ queryKey: ['prospects', 'of'] })
    },
  })
}
