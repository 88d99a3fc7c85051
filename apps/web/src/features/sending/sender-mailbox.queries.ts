import { type SenderMailboxForm, senderMailboxRoutes } from '@goldpan/contract/sender-mailbox'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/goldpan-api.ts'

const mailboxKey = ['sender-mailbox'] as const

export const useSenderMailbox = () =>
  useQuery({ queryKey: mailboxKey, queryFn: () => call(senderMailboxRoutes.get) })

/** Saving and testing take as long as the mail server does. */
export function useMailboxActions() {
  const client = useQueryClient()
  const keep = (answer: unknown) => client.setQueryData(mailboxKey, answer)
  const save = useMutation({
    mutationFn: (body: SenderMailboxForm) => call(senderMailboxRoutes.save, { body }),
    onSuccess: keep,
  })
  const test = useMutation({ mutationFn: () => call(senderMailboxRoutes.test), onSuccess: keep })
  const remove = useMutation({
    mutationFn: () => call(senderMailboxRoutes.remove),
    onSuccess: () => keep({ mailbox: null }),
  })
  return { save, test, remove }
}
