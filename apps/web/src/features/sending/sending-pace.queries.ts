import { type Pace, sendingCareRoutes } from '@goldpan/contract/sending-care'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/goldpan-api.ts'

const paceKey = ['sending-pace'] as const

export const usePace = () => useQuery({ queryKey: paceKey, queryFn: () => call(sendingCareRoutes.getPace) })

export function useSavePace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Pace) => call(sendingCareRoutes.savePace, { body }),
    onSuccess: (saved) => client.setQueryData(paceKey, saved),
  })
}
