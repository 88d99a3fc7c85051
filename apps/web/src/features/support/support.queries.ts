import type { CallInput } from '@goldpan/contract/route'
import { type SupportRequest, supportRoutes } from '@goldpan/contract/support'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/goldpan-api.ts'

const key = ['support'] as const

type Sent = CallInput<typeof supportRoutes.send>

export const useSupportRequests = () => useQuery({ queryKey: key, queryFn: () => call(supportRoutes.list) })

export function useSendRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sent: Pick<Sent, 'body' | 'file'>) => call(supportRoutes.send, sent),
    onSuccess: ({ request }) =>
      client.setQueryData<SupportRequest[]>(key, (known) => known && [request, ...known]),
  })
}
