import { type CampaignTracking, trackingFallbacks, trackingRoutes } from '@goldpan/contract/tracking'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { toast } from '../../ui/toast.ts'

const keyOf = (id: string) => ['campaign', id, 'tracking'] as const

export const useActivity = (id: string) =>
  useQuery({ queryKey: keyOf(id), queryFn: () => call(trackingRoutes.getCampaign, { params: { id } }) })

type Choice = CampaignTracking['choice']

/** The choice shows at once, and goes back with the reason when the server refuses. */
export function useSetCampaignTracking(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Choice) => call(trackingRoutes.setCampaign, { params: { id }, body }),
    ...optimisticChange<CampaignTracking, Choice>(client, {
      keyOf: () => keyOf(id),
      change: (activity, choice) => ({ ...activity, choice }),
      onRefused: (error) => toast.error(errorText(error, trackingFallbacks.save)),
    }),
    onSuccess: (saved) => {
      client.setQueryData(keyOf(id), saved)
      toast.success('Saved')
    },
  })
}
