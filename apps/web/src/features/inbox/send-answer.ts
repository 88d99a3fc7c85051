import { answerText, TAKE_BACK_SECONDS } from '@goldpan/contract/answering'
import type { ConversationState } from '@goldpan/contract/inbox'
import { type Conversation, replyFallbacks } from '@goldpan/contract/replies'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { isolated } from '../../ui/isolated.ts'
import { toast } from '../../ui/toast.ts'
import { UNDO } from '../../ui/toaster.tsx'
import { patchConversation } from './answer.queries.ts'
import type { AnswerBody, AnswerDraft } from './draft.ts'
import { refreshInbox } from './inbox.queries.ts'
import { nameOf } from './names.ts'
import { useTakeBack } from './pane.queries.ts'

/** The state of the conversation after the answer, and for `snoozed` its end. */
export interface Afterwards {
  state: ConversationState
  until?: string
}

/** An answer that was not sent, because somebody wrote meanwhile. */
interface Overtaken {
  message: string
  afterwards: Afterwards
}

interface SendOptions {
  conversation: Conversation
  draft: AnswerDraft
  /** After it was sent, while the conversation is still open. */
  onSent: (state: ConversationState) => void
  /** Where to put the focus after a refusal. */
  onRefused: (code: string | null) => void
}

/** Sends the answer, once however often that is tried, and offers to take it back. */
export function useSend({ conversation, draft, onSent, onRefused }: SendOptions) {
  const client = useQueryClient()
  const id = conversation.conversation_id!
  const takeBack = useTakeBack()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [error, setError] = useState<string | null>(null)
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  /** The text is in the box again, of the conversation that it was written in. */
  async function undo(answerId: string): Promise<void> {
    try {
      await takeBack.mutateAsync(answerId)
    } catch {
      // The mutation has shown the reason.
      return
    }
    if (!isShown.current) await navigate(`${paths.conversation(id)}${search}`)
  }

  function refuse(message: string, code: string | null = null): void {
    setError(message)
    onRefused(code)
  }

  /** False if something is missing, which is said at the field. */
  function check(): boolean {
    const { text, uploads } = draft.get()
    const parsed = answerText.safeParse(text)
    if (!parsed.success) refuse(parsed.error.issues[0]!.message)
    else if (uploads.length > 0) refuse(`Please wait until ‘${isolated(uploads[0]!.name)}’ is attached`)
    else return true
    return false
  }

  async function send(afterwards: Afterwards, anyway = false): Promise<void> {
    if (draft.get().isSending || !check()) return
    setError(null)
    setOvertaken(null)
    const { state, until } = afterwards
    const seen = conversation.messages.at(-1)?.id
    // biome-ignore lint/suspicious/noThenProperty: the specified name; its value is a string
    const body: AnswerBody = { then: state, until, seen, ...(anyway && { anyway }) }
    try {
      const { answer_id, ...answered } = await draft.send(conversation.answers_to!, body)
      patchConversation(client, id, answered)
      toast.success(`Your answer will be sent in ${TAKE_BACK_SECONDS} seconds`, {
        duration: TAKE_BACK_SECONDS * 1000,
        action: { label: UNDO, onClick: () => void undo(answer_id) },
      })
      if (isShown.current) onSent(state)
    } catch (error) {
      const code = isApiError(error) ? error.code : null
      const message = errorText(error, replyFallbacks.answer)
      if (!isShown.current)
        toast.error(message, { description: `Answer to ${isolated(nameOf(conversation))}` })
      else if (code === 'inbox.newer_message' || code === 'inbox.answered')
        setOvertaken({ message, afterwards })
      else refuse(message, code)
    }
    void refreshInbox(client)
  }

  return {
    error,
    clearError: () => setError(null),
    check,
    send,
    overtaken: overtaken && {
      message: overtaken.message,
      sendAnyway: () => void send(overtaken.afterwards, true),
      dismiss: () => setOvertaken(null),
    },
  }
}
