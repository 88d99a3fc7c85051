import { type Suppression, suppressionFallbacks, suppressionRoutes } from '@goldpan/contract/suppressions'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { toast } from '../../ui/toast.ts'

export const PER_PAGE = 50

export interface SuppressionFilter {
  page: number
  search: string
  reason: Suppression['reason'] | undefined
}

export const useSuppressions = ({ page, search, reason }: SuppressionFilter) =>
  useQuery({
    queryKey: ['suppressions', { page, search, reason }],
    queryFn: () =>
      call(suppressionRoutes.list, {
        query: { offset: (page - 1) * PER_PAGE, limit: PER_PAGE, search, reason },
      }),
    placeholderData: keepPreviousData,
  })

export function useAddSuppressions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { text: string; file_name?: string }) => call(suppressionRoutes.add, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['suppressions'] }),
  })
}

interface SuppressionPage {
  total: number
  suppressions: Suppression[]
}

/** The entry goes at once, and comes back with the reason when the server refuses. */
export function useRemoveSuppression() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Suppression) => call(suppressionRoutes.remove, { params: { id } }),
    ...optimisticChange<SuppressionPage, Suppression>(client, {
      keyOf: () => ['suppressions'],
      everyPage: true,
      change: (page, { id: gone }) => {
        const suppressions = page.suppressions.filter(({ id }) => id !== gone)
        return { ...page, suppressions, total: page.total - (page.suppressions.length - suppressions.length) }
      },
      onRefused: (error) => toast.error(errorText(error, suppressionFallbacks.remove)),
    }),
    onSuccess: ({ message }) => void toast.success(message),
    onSettled: () => client.invalidateQueries({ queryKey: ['suppressions'] }),
  })
}
