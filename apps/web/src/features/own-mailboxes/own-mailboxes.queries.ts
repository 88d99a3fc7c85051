import {
  type MailboxChange,
  type MailboxList,
  type NewMailbox,
  type OAuthProvider,
  type OwnMailbox,
  ownMailboxRoutes,
} from '@goldpan/contract/own-mailboxes'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'

/** Live changes refetch what begins with 'own-mailboxes'. */
const listKey = ['own-mailboxes'] as const

export const mailboxFallbacks = {
  fetch: 'Failed to fetch the mailboxes',
  days: 'Failed to fetch what was sent',
  lookup: 'The mail servers could not be looked up. You can enter them yourself.',
  connect: 'The mailbox could not be connected',
  save: 'The mailbox could not be saved',
  test: 'The mailbox could not be tested',
  remove: 'The mailbox could not be removed',
} as const

export const useMailboxes = () =>
  useQuery({ queryKey: listKey, queryFn: () => call(ownMailboxRoutes.list), staleTime: 10_000 })

export const useMailboxDays = (id: string, days: number) =>
  useQuery({
    queryKey: [...listKey, id, 'days', days],
    queryFn: () => call(ownMailboxRoutes.days, { params: { id }, query: { days } }),
  })

/** The ways to connect an address; null asks nothing. */
export const useLookup = (address: string | null) =>
  useQuery({
    queryKey: ['mailbox-lookup', address],
    queryFn: () => call(ownMailboxRoutes.lookup, { body: { address: address ?? '' } }),
    enabled: address !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export function useConnectMailbox() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewMailbox) => call(ownMailboxRoutes.add, { body }),
    onSuccess: (added) => showSaved(client, added),
  })
}

export function useSaveMailbox(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: MailboxChange) => call(ownMailboxRoutes.update, { params: { id }, body }),
    onSuccess: (saved) => showSaved(client, saved),
  })
}

/** Tests a mailbox, or turns it on or off, and says what came of it. */
export function useMailboxActions({ id, address }: Pick<OwnMailbox, 'id' | 'address'>) {
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: () => call(ownMailboxRoutes.test, { params: { id } }),
    onSuccess: ({ sending, reading, mailbox }) => {
      showSaved(client, mailbox)
      const failures = [sending, reading].filter(Boolean)
      if (failures.length > 0) toast.error(failures.join(' '))
      else toast.success(`${address} works`)
    },
    onError: (error) => toast.error(errorText(error, mailboxFallbacks.test)),
  })
  const turn = useMutation({
    mutationFn: (state: 'connected' | 'off') =>
      call(ownMailboxRoutes.update, { params: { id }, body: { state } }),
    onSuccess: (saved, state) => {
      showSaved(client, saved)
      if (state === 'off') toast.success(`${address} is turned off`)
      else if (saved.state === 'connected') toast.success(`${address} is turned on`)
    },
    onError: (error) => toast.error(errorText(error, mailboxFallbacks.save)),
  })
  return { test, turn }
}

export function useRemoveMailbox(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isConfirmed: boolean) =>
      call(ownMailboxRoutes.remove, { params: { id }, query: isConfirmed ? { confirm: 'true' } : {} }),
    onSuccess: () => {
      client.setQueryData<MailboxList>(
        listKey,
        (list) => list && { ...list, mailboxes: list.mailboxes.filter((mailbox) => mailbox.id !== id) },
      )
      return client.invalidateQueries({ queryKey: listKey, exact: true })
    },
  })
}

export interface SignIn {
  provider: OAuthProvider
  reads?: OwnMailbox['reads']
  mailbox_id?: string
  shared_address?: string | undefined
}

/** Leaves for the provider's page, which leads back to the mailboxes. */
export const useSignIn = () =>
  useMutation({
    mutationFn: ({ provider, ...body }: SignIn) =>
      call(ownMailboxRoutes.startSignIn, { params: { provider }, body }),
    onSuccess: ({ url }) => location.assign(url),
  })

function showSaved(client: QueryClient, saved: OwnMailbox): void {
  client.setQueryData<MailboxList>(listKey, (list) => {
    if (!list) return list
    const isNew = !list.mailboxes.some(({ id }) => id === saved.id)
    const others = list.mailboxes.map((mailbox) => (mailbox.id === saved.id ? saved : mailbox))
    return { ...list, mailboxes: isNew ? [...others, saved] : others }
  })
  void client.invalidateQueries({ queryKey: listKey, exact: true })
}
