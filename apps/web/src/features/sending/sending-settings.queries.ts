import { type PaceForm, sendingCareRoutes } from '@goldpan/contract/sending-care'
import { sendingDomainFallbacks, sendingDomainRoutes } from '@goldpan/contract/sending-domain'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'

const paceKey = ['sending-pace'] as const

export const usePace = () => useQuery({ queryKey: paceKey, queryFn: () => call(sendingCareRoutes.getPace) })

export function useSavePace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PaceForm) => call(sendingCareRoutes.savePace, { body }),
    onSuccess: (saved) => client.setQueryData(paceKey, saved),
  })
}

const domainQuery = queryOptions({
  queryKey: ['sending-domain'],
  queryFn: () => call(sendingDomainRoutes.get),
})

export const useSendingDomain = () => useQuery(domainQuery)

export function useCheckDomain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(sendingDomainRoutes.check),
    onSuccess: (checked) => {
      client.setQueryData(domainQuery.queryKey, checked)
      toast.success(checked.is_ready ? 'Checked: ready to send' : 'Checked: some records still need work')
    },
    onError: (error) => toast.error(errorText(error, sendingDomainFallbacks.fetch)),
  })
}
