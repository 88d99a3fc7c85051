import { type Conversation, replyRoutes } from '@goldpan/contract/replies'
import { suppressionFallbacks, suppressionRoutes } from '@goldpan/contract/suppressions'
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'
import { UNDO } from '../../ui/toaster.tsx'

export const PER_PAGE = 30

interface Which {
  campaign: string | undefined
  isUnread: boolean
}

const listQuery = ({ campaign, isUnread }: Which, offset: number, limit: number) => {
  const query = { campaign, ...(isUnread && { unread: 'true' as const }), offset, limit }
  return { queryKey: ['conversations', query], queryFn: () => call(replyRoutes.list, { query }) }
}

export const useCorrespondents = (which: Which, page: number) =>
  useQuery({
    ...listQuery(which, (page - 1) * PER_PAGE, PER_PAGE),
    placeholderData: keepPreviousData,
  })

/** The newest conversation that is unread, or the newest of all. Undefined while it is looked up. */
export function useFirstConversation(campaign: string | undefined, isWanted: boolean): string | undefined {
  // What another screen kept of it may be outdated.
  const fresh = { enabled: isWanted, gcTime: 0 }
  const unread = useQuery({ ...listQuery({ campaign, isUnread: true }, 0, 1), ...fresh })
  const newest = useQuery({ ...listQuery({ campaign, isUnread: false }, 0, 1), ...fresh })
  if (!isWanted || !unread.data || unread.isFetching) return undefined
  return (unread.data.correspondents[0] ?? newest.data?.correspondents[0])?.id
}

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
      void client.invalidateQueries({ queryKey: ['conversations'] })
      toast.success('Your answer is on its way')
    },
  })
}

/** Who is unread depends on the do-not-contact list too. */
const refresh = (client: QueryClient) =>
  Promise.all(
    ['conversation', 'conversations', 'unread'].map((key) => client.invalidateQueries({ queryKey: [key] })),
  )

/** Takes a person off the do-not-contact list. */
export function useAllowContact() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (suppressionId: string) => call(suppressionRoutes.remove, { params: { id: suppressionId } }),
    onSuccess: ({ message }) => toast.info(message),
    onError: (error) => toast.error(errorText(error, suppressionFallbacks.remove)),
    onSettled: () => refresh(client),
  })
}

/** Puts the person on the do-not-contact list, with an Undo. */
export function useDoNotContact(conversationId: string) {
  const client = useQueryClient()
  const allow = useAllowContact()
  const queryKey = ['conversation', conversationId]
  return useMutation({
    mutationFn: (email: string) => call(suppressionRoutes.add, { body: { text: email } }),
    onSuccess: async (_, email) => {
      await refresh(client)
      const entry = client.getQueryData<Conversation>(queryKey)?.suppression
      const undo = entry?.can_remove && { action: { label: UNDO, onClick: () => allow.mutate(entry.id) } }
      toast.success(`No campaign will write to ${email}`, undo || {})
    },
    onError: (error) => toast.error(errorText(error, suppressionFallbacks.add)),
  })
}
