import { answeringFallbacks, answeringRoutes } from '@goldpan/contract/answering'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { inboxFallbacks, inboxRoutes, type Note } from '@goldpan/contract/inbox'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { type Conversation, replyRoutes } from '@goldpan/contract/replies'
import { pathOf } from '@goldpan/contract/route'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorOfAnswer, errorOfFailure } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'
import { refreshInbox } from './inbox.queries.ts'

/** An id that routes know the conversation by, also of somebody who has neither written nor was acted on. */
export const idOf = ({ conversation_id, messages, prospect_id }: Conversation): string =>
  conversation_id ?? messages.at(-1)?.id ?? prospect_id ?? ''

/** Fetched before the frame is shown, which can say neither why it failed nor if it has remote pictures. */
export const useFormattedMessage = (messageId: string) =>
  useQuery({
    queryKey: ['formatted-message', messageId],
    queryFn: async ({ signal }) => {
      const path = pathOf(replyRoutes.html.path, { id: messageId })
      const answer = await fetch(path, { signal }).catch((failure) => {
        throw errorOfFailure(failure, false)
      })
      if (!answer.ok) throw await errorOfAnswer(answer)
      await answer.body?.cancel()
      return { hasRemotePictures: answer.headers.get('has-remote-pictures') !== '0' }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Where the person stands among the follow-ups of the campaign that they were last written to by. */
export function useEnrolment({ person, email }: Conversation) {
  const campaignId = person.campaigns[0]?.id
  const { data } = useQuery({
    queryKey: ['campaign', campaignId, 'enrolment', email],
    queryFn: () =>
      call(followUpRoutes.listEnrolments, { params: { id: campaignId! }, query: { search: email } }),
    enabled: campaignId !== undefined,
  })
  return data?.enrolments.find((enrolment) => enrolment.email.toLowerCase() === email.toLowerCase())
}

/** Takes an answer back that hasn't left; its text is the draft again. */
export function useTakeBack() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answerId: string) => call(answeringRoutes.takeBack, { params: { answerId } }),
    onSuccess: (draft, answerId) =>
      client.setQueriesData<Conversation>({ queryKey: ['conversation'] }, (data) =>
        data?.messages.some(({ id }) => id === answerId)
          ? { ...data, draft, messages: data.messages.filter(({ id }) => id !== answerId) }
          : data,
      ),
    onError: (error) => toast.error(errorText(error, answeringFallbacks.takeBack)),
    onSettled: () => refreshInbox(client),
  })
}

/** Adds a note, or changes one of the user's own. */
export function useSaveNote(conversationId: string, note: Note | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) =>
      note
        ? call(inboxRoutes.changeNote, { params: { noteId: note.id }, body: { text } })
        : call(inboxRoutes.addNote, { params: { id: conversationId }, body: { text } }),
    onSuccess: () => refreshInbox(client),
  })
}

export function useRemoveNote() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (noteId: string) => call(inboxRoutes.removeNote, { params: { noteId } }),
    onError: (error) => toast.error(errorText(error, inboxFallbacks.deleteNote)),
    onSettled: () => refreshInbox(client),
  })
}

/** Adds somebody whom the person named. */
export function useAddProspect(conversationId: string) {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: ['prospects'] }), refreshInbox(client)])
  const add = useMutation({
    mutationFn: (email: string) =>
      call(answeringRoutes.addProspect, { params: { id: conversationId }, body: { email } }),
    onError: (error) => toast.error(errorText(error, answeringFallbacks.addProspect)),
    onSettled: refresh,
  })
  const remove = (id: string) => call(prospectRoutes.remove, { params: { id } }).finally(refresh)
  return { add, remove }
}
