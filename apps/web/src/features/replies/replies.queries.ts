import { replyRoutes } from '@goldpan/contract/replies'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'

export const PER_PAGE = 30

export const useCorrespondents = (campaign: string | undefined, page: number) =>
  useQuery({
    queryKey: ['conversations', { campaign, page }],
    queryFn: () =>
      call(replyRoutes.list, { query: { campaign, offset: (page - 1) * PER_PAGE, limit: PER_PAGE } }),
    placeholderData: keepPreviousData,
  })

/** Polls while an answer waits to be sent. */
export const useConversation = (id: string) =>
  useQuery({
    queryKey: ['conversation', id],
    queryFn: () => call(replyRoutes.get, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.messages.some((message) => message.kind === 'answer' && message.state === 'waiting')
        ? 2000
        : false,
  })

export function useAnswer(conversationId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ to, ...body }: { to: string; text: string; press_id: string }) =>
      call(replyRoutes.answer, { params: { id: to }, body }),
    onSuccess: (conversation) => {
      client.setQueryData(['conversation', conversationId], conversation)
      toast.success('Your answer is on its way')
    },
  })
}
