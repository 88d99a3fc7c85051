import { type Prospect, prospectMessages, prospectRoutes } from '@goldpan/contract/prospects'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { tableKey } from '../../lib/table-cache.ts'
import { toast } from '../../ui/toast.ts'
import type { BusinessInTable } from '../prospects/prospects.queries.ts'
import { useSayDeleted } from '../removals/say-deleted.ts'

const ADDRESS_CHECK_POLL_MS = 5000

const prospectsKey = ({ tableId, placeId }: BusinessInTable) => ['prospects', 'of', tableId, placeId] as const

export const useProspectsOf = (business: BusinessInTable) =>
  useQuery({
    queryKey: prospectsKey(business),
    queryFn: () =>
      call(prospectRoutes.listOfBusiness, {
        params: { placeId: business.placeId },
        query: { business_table_id: business.tableId },
      }),
    // New addresses are checked within seconds.
    refetchInterval: ({ state }) =>
      state.data?.some(({ address_check }) => address_check === null) ? ADDRESS_CHECK_POLL_MS : false,
  })

export function useDeleteProspect(business: BusinessInTable) {
  const client = useQueryClient()
  const sayDeleted = useSayDeleted()
  return useMutation({
    mutationFn: (id: string) => call(prospectRoutes.remove, { params: { id } }),
    ...optimisticChange<Prospect[], string>(client, {
      keyOf: () => prospectsKey(business),
      change: (prospects, id) => prospects.filter((prospect) => prospect.id !== id),
      onRefused: (error) => toast.error(errorText(error, prospectMessages.deleteFailed)),
    }),
    onSuccess: ({ undo }) => {
      sayDeleted(prospectMessages.deleted, { undo, back: 'The prospect is back' })
      return Promise.all([
        client.invalidateQueries({ queryKey: ['prospects', 'all'] }),
        client.invalidateQueries({ queryKey: tableKey(business.tableId) }),
      ])
    },
  })
}
