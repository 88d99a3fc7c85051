import { inboxRoutes } from '@goldpan/contract/inbox'
import type { Conversation } from '@goldpan/contract/replies'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../lib/goldpan-api.ts'
import { useStableCallback } from '../../ui/stable-callback.ts'
import { changing, refreshAfterChange } from './inbox.queries.ts'

/** A conversation that is shown for so long counts as read. */
const READ_MS = 2000

/** The newest message that came in. */
export const newestIncoming = (conversation: Conversation | undefined): string | undefined =>
  conversation?.messages.findLast(({ kind }) => kind === 'reply' || kind === 'auto_reply')?.id

/** Marks the open conversation as read, up to the newest message on the screen, once it was visible for 2 s. */
export function useMarkRead(conversation: Conversation | undefined): { keepUnread: () => void } {
  const client = useQueryClient()
  const upTo = newestIncoming(conversation)
  const id = conversation?.unread ? conversation.conversation_id : null
  const shownId = conversation?.conversation_id
  /** The message up to which somebody chose to leave it unread, until another conversation is opened. */
  const leftUnread = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened again, it is read again
  useEffect(() => {
    leftUnread.current = undefined
  }, [shownId])
  const { mutate } = useMutation({
    mutationKey: changing,
    mutationFn: (shown: { id: string; upTo: string }) =>
      call(inboxRoutes.change, {
        body: { selection: { ids: [shown.id] }, read: true, up_to: shown.upTo },
      }),
    // Nobody asked for it, so a failure says nothing; the next look tries again.
    onSuccess: () => refreshAfterChange(client),
  })
  const mark = useStableCallback((shown: { id: string; upTo: string }) => {
    if (leftUnread.current !== shown.upTo) mutate(shown)
  })

  useEffect(() => {
    if (id === null || upTo === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(() => mark({ id, upTo }), READ_MS)
    }
    watch()
    document.addEventListener('visibilitychange', watch)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', watch)
    }
  }, [id, upTo, mark])

  return {
    keepUnread: () => {
      leftUnread.current = upTo
    },
  }
}
