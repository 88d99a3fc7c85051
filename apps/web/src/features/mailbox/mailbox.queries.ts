import { type MailboxMessage, mailboxRoutes } from '@goldpan/contract/mailbox'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'

const REFRESH_MS = 3000

export interface MailboxAddress {
  /** Only mail to addresses that contain this; all mail if empty. */
  to: string
  /** Required on installations that others can reach. */
  token: string | undefined
}

/** Mail in the outbox, newest first. Polls every few seconds. */
export function useMailbox({ to, token }: MailboxAddress) {
  return useQuery({
    queryKey: ['mailbox', to, token],
    queryFn: () => call(mailboxRoutes.list, { query: { search: to || undefined, token } }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
}

/** The demo clock, which also runs by itself. There is none (404) with a mail server. */
export function useDemoClock(token: string | undefined) {
  return useQuery({
    queryKey: ['mailbox', 'clock', token],
    queryFn: () => call(mailboxRoutes.clock, { query: { token } }),
    refetchInterval: ({ state }) =>
      isApiError(state.error) && state.error.status === 404 ? false : REFRESH_MS,
  })
}

export function useSkipAhead(token: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ seconds }: { name: string; seconds: number }) =>
      call(mailboxRoutes.advanceClock, { query: { token }, body: { advance_seconds: seconds } }),
    onSuccess: (reading, { name }) => {
      client.setQueryData(['mailbox', 'clock', token], reading)
      toast.success(`Skipped ${name} ahead`)
      // Mail that became due is on its way, and the times of all the rest have changed.
      return client.invalidateQueries({ queryKey: ['mailbox'] })
    },
    onError: (error) => toast.error(errorText(error, 'Failed to skip ahead')),
  })
}

/** Sent messages never change, so this is cached for good. */
export function useMessage(id: string | null, token: string | undefined) {
  return useQuery({
    queryKey: ['mailbox', 'message', id, token],
    queryFn: () => call(mailboxRoutes.read, { params: { id: id ?? '' }, query: { token } }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Loads a message's images once, as a mail program does on opening. */
export function useOpening(message: MailboxMessage | undefined, token: string | undefined) {
  const id = message?.id
  useEffect(() => {
    if (id) call(mailboxRoutes.open, { params: { id }, query: { token } }).catch(() => undefined)
  }, [id, token])
}

export function useReply(token: string | undefined) {
  return useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) =>
      call(mailboxRoutes.reply, { params: { id }, query: { token }, body: { text } }),
    onSuccess: ({ message }) => toast.success(message),
  })
}

export function useBounce(token: string | undefined) {
  return useMutation({
    mutationFn: (id: string) =>
      call(mailboxRoutes.bounce, { params: { id }, query: { token }, body: { kind: 'hard' } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorText(error, 'Failed to bounce the message')),
  })
}
