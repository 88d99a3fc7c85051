import { answeringRoutes, PRESENCE_SECONDS, PRESENT_SECONDS } from '@goldpan/contract/answering'
import type { Conversation } from '@goldpan/contract/replies'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../lib/goldpan-api.ts'
import { isolated } from '../../ui/isolated.ts'
import { useStableCallback } from '../../ui/stable-callback.ts'
import { patchConversation } from './answer.queries.ts'

/**
 * Tells other members every 10 s that the conversation is open in a visible tab, and at once when writing begins. Call
 * `noteTyping` at each change of the text.
 */
export function usePresence(conversationId: string) {
  const client = useQueryClient()
  const typedAt = useRef(Number.NEGATIVE_INFINITY)
  const isWriting = () => performance.now() - typedAt.current < PRESENT_SECONDS * 1000

  const post = useStableCallback(async () => {
    try {
      const input = { params: { id: conversationId }, body: { writing: isWriting() } }
      patchConversation(client, conversationId, await call(answeringRoutes.presence, input))
    } catch {
      // The next one comes in 10 s.
    }
  })

  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    const update = () => {
      clearInterval(timer)
      if (document.visibilityState !== 'visible') return
      post()
      timer = setInterval(post, PRESENCE_SECONDS * 1000)
    }
    update()
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [post])

  return {
    noteTyping() {
      const wasWriting = isWriting()
      typedAt.current = performance.now()
      if (!wasWriting) post()
    },
    /** After sending, the next text is a new one. */
    endTyping() {
      typedAt.current = Number.NEGATIVE_INFINITY
    },
  }
}

/** 'Sam Keller is writing an answer', and who else has the conversation open. */
export const presenceText = ({ present }: Conversation): string =>
  present
    .toSorted((one, other) => Number(other.writing) - Number(one.writing))
    .map(({ name, writing }) => `${isolated(name)} ${writing ? 'is writing an answer' : 'has this open'}`)
    .join(' · ')
