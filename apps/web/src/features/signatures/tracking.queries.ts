import { type TrackingChoice, trackingFallbacks, trackingRoutes } from '@goldpan/contract/tracking'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'

const trackingQuery = queryOptions({ queryKey: ['tracking'], queryFn: () => call(trackingRoutes.getChoice) })

export const useTracking = () => useQuery(trackingQuery)

/** The switch moves at once, and back with the reason when the server refuses. */
export function useSetTracking() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: TrackingChoice) => call(trackingRoutes.setChoice, { body }),
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey: trackingQuery.queryKey })
      const before = client.getQueryData(trackingQuery.queryKey)
      client.setQueryData(trackingQuery.queryKey, choice)
      return { before }
    },
    onError: (error, _choice, context) => {
      client.setQueryData(trackingQuery.queryKey, context?.before)
      toast.error(errorText(error, trackingFallbacks.save))
    },
  })
}
