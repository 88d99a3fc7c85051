import {
  answeringFallbacks,
  answeringRoutes,
  type SavedReply,
  type SavedReplyForm,
} from '@goldpan/contract/answering'
import { ownMailboxRoutes } from '@goldpan/contract/own-mailboxes'
import type { Conversation } from '@goldpan/contract/replies'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { productNow } from '../../lib/product-time.ts'
import { toast } from '../../ui/toast.ts'

/** Shows what the server said of a conversation, under whichever of its ids it was opened. */
export function patchConversation(client: QueryClient, id: string, patch: Partial<Conversation>): void {
  client.setQueriesData<Conversation>({ queryKey: ['conversation'] }, (data) =>
    data?.conversation_id === id ? { ...data, ...patch } : data,
  )
}

/** Why the mailbox of a conversation can't send now. Null if it can. */
export function useMailboxTrouble({ mailbox }: Conversation): string | null {
  const { data } = useQuery({
    queryKey: ['own-mailboxes', mailbox?.id],
    queryFn: () => call(ownMailboxRoutes.get, { params: { id: mailbox!.id } }),
    enabled: mailbox !== null,
    staleTime: 10_000,
  })
  if (!data) return null
  const isHeld = data.held_until !== null && new Date(data.held_until) > productNow()
  return data.state === 'connected' && !isHeld ? null : data.sentence
}

const savedRepliesKey = ['saved-replies'] as const

/** Filled for the person of a conversation, if one is given. */
export const useSavedReplies = (conversation?: string) =>
  useQuery({
    queryKey: [...savedRepliesKey, conversation],
    queryFn: async () =>
      (await call(answeringRoutes.listSavedReplies, { query: { conversation } })).saved_replies,
  })

/** Adds a saved reply, or changes one. */
export function useSaveReply(reply: SavedReply | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SavedReplyForm) =>
      reply
        ? call(answeringRoutes.changeSavedReply, { params: { replyId: reply.id }, body })
        : call(answeringRoutes.addSavedReply, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: savedRepliesKey }),
  })
}

export function useRemoveReply() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (replyId: string) => call(answeringRoutes.removeSavedReply, { params: { replyId } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorText(error, answeringFallbacks.deleteReply)),
    onSettled: () => client.invalidateQueries({ queryKey: savedRepliesKey }),
  })
}

/** A model thinks longer than other calls take. */
const SUGGEST_TIMEOUT_MS = 45_000

export const useSuggest = (conversationId: string) =>
  useMutation({
    mutationFn: async () => {
      const params = { id: conversationId }
      const { suggestions } = await call(
        answeringRoutes.suggest,
        { params },
        { timeoutMs: SUGGEST_TIMEOUT_MS },
      )
      return suggestions
    },
  })
