import { type Suppression, suppressionFallbacks, suppressionRoutes } from '@goldpan/contract/suppressions'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
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

export function useRemoveSuppression() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Suppression) => call(suppressionRoutes.remove, { params: { id } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      return client.invalidateQueries({ queryKey: ['suppressions'] })
    },
    onError: (error) => toast.error(errorText(error, suppressionFallbacks.remove)),
  })
}
