import { sendingDomainFallbacks, sendingDomainRoutes } from '@goldpan/contract/sending-domain'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'

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
      toast.success(
        checked.is_ready ? 'Checked: messages may leave' : 'Checked: some records still need work',
      )
    },
    onError: (error) => toast.error(errorText(error, sendingDomainFallbacks.fetch)),
  })
}
