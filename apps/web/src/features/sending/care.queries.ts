import { sendingRoutes } from '@goldpan/contract/sending'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'

/** What a send would do, asked anew each time the dialog opens. */
export const useSendPreview = (campaignId: string, resend: boolean) =>
  useQuery({
    queryKey: ['campaign', campaignId, 'send-preview', resend],
    queryFn: () => call(sendingCareRoutes.previewSend, { params: { id: campaignId }, body: { resend } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

const pausesKey = ['sending-pauses'] as const

export const usePauses = (isSending: boolean) =>
  useQuery({
    queryKey: [...pausesKey, isSending],
    queryFn: () => call(sendingCareRoutes.listPauses),
  })

export function useLiftPause() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(sendingCareRoutes.liftPause, { params: { id } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      return client.invalidateQueries({ queryKey: pausesKey })
    },
    onError: (error) => toast.error(errorText(error, 'Sending could not be resumed')),
  })
}

export const DELIVERIES_PER_PAGE = 25

/** Each message of a campaign with every try; looked at again while messages are on their way. */
export const useDeliveries = (campaignId: string, page: number, isSending: boolean) =>
  useQuery({
    queryKey: ['campaign', campaignId, 'deliveries', page, isSending],
    queryFn: () =>
      call(sendingRoutes.listDeliveries, {
        params: { id: campaignId },
        query: { offset: (page - 1) * DELIVERIES_PER_PAGE, limit: DELIVERIES_PER_PAGE },
      }),
    refetchInterval: isSending ? 5000 : false,
  })
