import { type Conversation, replyRoutes } from '@goldpan/contract/replies'
import { suppressionFallbacks, suppressionRoutes } from '@goldpan/contract/suppressions'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'
import { UNDO } from '../../ui/toaster.tsx'

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

/** Takes a person off the do-not-contact list. */
export function useAllowContact(conversationId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (suppressionId: string) => call(suppressionRoutes.remove, { params: { id: suppressionId } }),
    onSuccess: ({ message }) => toast.info(message),
    onError: (error) => toast.error(errorText(error, suppressionFallbacks.remove)),
    onSettled: () => client.invalidateQueries({ queryKey: ['conversation', conversationId] }),
  })
}

/** Puts the person on the do-not-contact list, with an Undo. */
export function useDoNotContact(conversationId: string) {
  const client = useQueryClient()
  const allow = useAllowContact(conversationId)
  const queryKey = ['conversation', conversationId]
  return useMutation({
    mutationFn: (email: string) => call(suppressionRoutes.add, { body: { text: email } }),
    onSuccess: async (_, email) => {
      await client.invalidateQueries({ queryKey })
      const entry = client.getQueryData<Conversation>(queryKey)?.suppression
      const undo = entry?.can_remove && { action: { label: UNDO, onClick: () => allow.mutate(entry.id) } }
      toast.success(`No campaign will write to ${email}`, undo || {})
    },
    onError: (error) => toast.error(errorText(error, suppressionFallbacks.add)),
  })
}
