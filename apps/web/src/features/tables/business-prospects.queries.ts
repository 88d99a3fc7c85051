import { type Prospect, prospectMessages, prospectRoutes } from '@goldpan/contract/prospects'
import type { CallInput } from '@goldpan/contract/route'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSayDeleted } from '../../lib/deletions/say-deleted.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { toast } from '../../ui/toast.ts'
import { tableKey } from './tables.queries.ts'

export interface PlaceInTable {
  tableId: string
  placeId: string
}

const LOOK_UP_POLL_MS = 5000

const placeKey = ({ tableId, placeId }: PlaceInTable) => ['prospects', 'of', tableId, placeId] as const

export type ProspectValues = CallInput<typeof prospectRoutes.update>['body']

export const useProspectsOf = (place: PlaceInTable) =>
  useQuery({
    queryKey: placeKey(place),
    queryFn: () =>
      call(prospectRoutes.listOfBusiness, {
        params: { placeId: place.placeId },
        query: { business_table_id: place.tableId },
      }),
    // Addresses are looked up within seconds after they were found.
    refetchInterval: ({ state }) =>
      state.data?.some(({ address_check }) => address_check === null) ? LOOK_UP_POLL_MS : false,
  })

/** Adds a prospect under a business, or changes the one with the given id. */
export function useSaveProspect(place: PlaceInTable) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, values }: { id: string | null; values: ProspectValues }) =>
      id === null
        ? call(prospectRoutes.create, {
            body: { ...values, status: 'new', business_table_id: place.tableId, place_id: place.placeId },
          })
        : call(prospectRoutes.update, { params: { id }, body: values }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['prospects'] }),
        client.invalidateQueries({ queryKey: tableKey(place.tableId) }),
      ]),
  })
}

export function useDeleteProspect(place: PlaceInTable) {
  const client = useQueryClient()
  const sayDeleted = useSayDeleted()
  return useMutation({
    mutationFn: (id: string) => call(prospectRoutes.remove, { params: { id } }),
    ...optimisticChange<Prospect[], string>(client, {
      keyOf: () => placeKey(place),
      change: (prospects, id) => prospects.filter((prospect) => prospect.id !== id),
      onRefused: (error) => toast.error(errorText(error, prospectMessages.deleteFailed)),
    }),
    onSuccess: ({ undo }) => {
      sayDeleted(prospectMessages.deleted, { undo, back: 'The prospect is back' })
      return Promise.all([
        client.invalidateQueries({ queryKey: ['prospects', 'all'] }),
        client.invalidateQueries({ queryKey: tableKey(place.tableId) }),
      ])
    },
  })
}
