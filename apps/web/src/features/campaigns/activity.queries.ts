import { type CampaignTracking, trackingFallbacks, trackingRoutes } from '@goldpan/contract/tracking'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'

const keyOf = (id: string) => ['campaign', id, 'tracking'] as const

export const useActivity = (id: string) =>
  useQuery({ queryKey: keyOf(id), queryFn: () => call(trackingRoutes.getCampaign, { params: { id } }) })

export function useSetCampaignTracking(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CampaignTracking['choice']) =>
      call(trackingRoutes.setCampaign, { params: { id }, body }),
    onSuccess: (saved) => {
      client.setQueryData(keyOf(id), saved)
      toast.success('Saved')
    },
    onError: (error) => toast.error(errorText(error, trackingFallbacks.save)),
  })
}
