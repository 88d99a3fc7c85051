import { type TrackingChoice, trackingFallbacks, trackingRoutes } from '@goldpan/contract/tracking'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { toast } from '../../ui/toast.ts'

const trackingQuery = queryOptions({ queryKey: ['tracking'], queryFn: () => call(trackingRoutes.getChoice) })

export const useTracking = () => useQuery(trackingQuery)

/** The switch moves at once, and back with the reason when the server refuses. */
export function useSetTracking() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: TrackingChoice) => call(trackingRoutes.setChoice, { body }),
    ...optimisticChange<TrackingChoice, TrackingChoice>(client, {
      keyOf: () => trackingQuery.queryKey,
      change: (_before, choice) => choice,
      onRefused: (error) => toast.error(errorText(error, trackingFallbacks.save)),
    }),
  })
}
