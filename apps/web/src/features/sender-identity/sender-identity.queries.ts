import { senderIdentityRoutes as routes, type SenderIdentityForm } from '@goldpan/contract/sender-identity'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/goldpan-api.ts'

const identityKey = ['sender-identity'] as const

export const useSenderIdentity = () => useQuery({ queryKey: identityKey, queryFn: () => call(routes.get) })

export function useSaveSenderIdentity() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SenderIdentityForm) => call(routes.save, { body }),
    onSuccess: (saved) => client.setQueryData(identityKey, saved),
  })
}
