import {
  type ConversationFilter,
  type ConversationSelection,
  inboxFallbacks,
  inboxRoutes,
  type Label,
  type LabelForm,
  type Member,
} from '@goldpan/contract/inbox'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { type Conversation, type Correspondent, replyRoutes } from '@goldpan/contract/replies'
import type { CallAnswer, CallInput } from '@goldpan/contract/route'
import { suppressionFallbacks, suppressionRoutes } from '@goldpan/contract/suppressions'
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { LIVE_PAGES_MAX } from '../../lib/live-pages.ts'
import { personName } from '../../lib/person-name.ts'
import { useSession } from '../../lib/use-session.ts'
import { toast } from '../../ui/toast.ts'
import { useActiveOrganization } from '../organizations/organizations.queries.ts'
import { undoBy } from './undo-action.ts'

const PER_PAGE = 100

/** Below 'conversations' are the lists, the counts and the labels; all of them are live. */
const listsKey = ['conversations', 'list'] as const
const listKey = (filter: ConversationFilter) => [...listsKey, filter] as const
const conversationKey = (id: string) => ['conversation', id] as const

type ListPages = InfiniteData<CallAnswer<typeof replyRoutes.list>, string | undefined>

const fetchPage = (filter: ConversationFilter, cursor?: string) =>
  call(replyRoutes.list, { query: { ...filter, cursor, limit: PER_PAGE } })

export function useConversations(filter: ConversationFilter) {
  const client = useQueryClient()
  const list = useInfiniteQuery({
    queryKey: listKey(filter),
    queryFn: ({ pageParam: cursor }) => fetchPage(filter, cursor),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  // Live updates leave long lists alone, so their first page is fetched by itself.
  useQuery({
    queryKey: ['conversations', 'first-page', filter],
    queryFn: async () => {
      const first = await fetchPage(filter)
      client.setQueryData<ListPages>(listKey(filter), (data) => data && withFirstPage(data, first))
      return first.total
    },
    enabled: (list.data?.pages.length ?? 0) > LIVE_PAGES_MAX,
  })
  return list
}

/** The rows of a newer first page, followed by the loaded ones that are older. */
function withFirstPage({ pages, pageParams }: ListPages, first: ListPages['pages'][number]): ListPages {
  const ids = new Set(first.correspondents.map((row) => row.conversation_id))
  const oldest = first.correspondents.at(-1)?.received_at ?? ''
  const isOlder = (row: Correspondent) => !ids.has(row.conversation_id) && row.received_at <= oldest
  return {
    pageParams,
    pages: pages.map((page, index) => {
      const older = page.correspondents.filter(isOlder)
      return {
        ...page,
        total: first.total,
        correspondents: index === 0 ? [...first.correspondents, ...older] : older,
      }
    }),
  }
}

/** Open and unread conversations. The link to the inbox shows the same count. */
export function useCounts(campaign: string | undefined) {
  const { data } = useQuery({
    queryKey: campaign ? ['conversations', 'counts', campaign] : ['unread'],
    queryFn: () => call(inboxRoutes.counts, { query: { campaign } }),
    placeholderData: keepPreviousData,
  })
  return data
}

/**
 * The newest unread conversation of a list, else the newest; null if the list is empty, undefined while it is looked up
 * and for a search. Looked up once, because new mail opens nothing by itself.
 */
export function useFirstConversation(filter: ConversationFilter): string | null | undefined {
  // Before a change is made, the server would name the conversation that has just left the list.
  const isChanging = useIsMutating({ mutationKey: changing }) > 0
  return useQuery({
    enabled: !isChanging && !filter.search,
    queryKey: ['first-conversation', filter],
    queryFn: async () => {
      const newest = (only: Partial<ConversationFilter>) =>
        call(replyRoutes.list, { query: { ...filter, ...only, limit: 1 } })
      const [unread, any] = await Promise.all([newest({ unread: 'true' }), newest({})])
      return (unread.correspondents[0] ?? any.correspondents[0])?.conversation_id ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data
}

/** Polls while an answer waits to be sent. */
export const useConversation = (id: string | undefined) =>
  useQuery({
    queryKey: conversationKey(id ?? ''),
    queryFn: () => call(replyRoutes.get, { params: { id: id! } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.messages.some((message) => message.kind === 'answer' && message.state === 'waiting')
        ? 2000
        : false,
  })

/** Loads a conversation that may be opened next. */
export function usePrefetchConversation(id: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id === undefined) return
    void client.prefetchQuery({
      queryKey: conversationKey(id),
      queryFn: () => call(replyRoutes.get, { params: { id } }),
    })
  }, [client, id])
}

/** Built-in and own labels, in the order in which they are offered. */
export const useLabels = () =>
  useQuery({
    queryKey: ['conversations', 'labels'],
    queryFn: async () => (await call(inboxRoutes.listLabels)).labels,
    staleTime: 60_000,
  })

/** Members to whom a conversation can be assigned; without an organization, the user. */
export function useMembers(): readonly Member[] {
  const { user } = useSession()
  const organization = useActiveOrganization()
  const { data } = useQuery({
    queryKey: ['organization', organization?.id],
    queryFn: () => call(organizationRoutes.read, { params: { id: organization!.id } }),
    enabled: organization !== null,
    staleTime: 60_000,
  })
  if (organization) return data?.members.map(({ user_id: id, name }) => ({ id, name })) ?? []
  return user ? [{ id: user.id, name: personName(user) }] : []
}

/** Fetches again what changes with a conversation. Nothing waits for it: a toast with its Undo comes first. */
export function refreshInbox(client: QueryClient): void {
  for (const key of ['conversation', 'conversations', 'unread', 'home', 'holds', 'suppressions'])
    void client.invalidateQueries({ queryKey: [key] })
}

/** The key of changes under way. */
export const changing = ['change-conversations'] as const

/** Waits for the last one of several changes: until then the server still lists what the others take away. */
export function refreshAfterChange(client: QueryClient): void {
  if (client.isMutating({ mutationKey: changing }) <= 1) refreshInbox(client)
}

/** All of a filter may be 50,000. */
const MANY_TIMEOUT_MS = 60_000

export type Change = Omit<CallInput<typeof inboxRoutes.change>['body'], 'selection'>

interface ChangeVariables {
  selection: ConversationSelection
  change: Change
  /** Shown at once, before the server answers. */
  patch?: Partial<Correspondent>
}

/** Changes conversations, on the screen at once where they are named by their ids. */
export function useChange() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: changing,
    mutationFn: ({ selection, change }: ChangeVariables) =>
      call(inboxRoutes.change, { body: { selection, ...change } }, { timeoutMs: MANY_TIMEOUT_MS }),
    onMutate: async ({ selection, patch }) => {
      if (!patch || !('ids' in selection)) return []
      const filters: { queryKey: QueryKey }[] = [{ queryKey: listsKey }, { queryKey: ['conversation'] }]
      await Promise.all(filters.map((filter) => client.cancelQueries(filter)))
      const before = filters.flatMap((filter) => client.getQueriesData(filter))
      showChange(client, new Set(selection.ids), patch)
      return before
    },
    onError: (_error, _variables, before = []) => {
      for (const [key, data] of before) client.setQueryData(key, data)
    },
    onSettled: () => refreshAfterChange(client),
  })
}

function showChange(client: QueryClient, ids: ReadonlySet<string>, patch: Partial<Correspondent>): void {
  for (const [key, data] of client.getQueriesData<ListPages>({ queryKey: listsKey })) {
    if (!data) continue
    const { state } = key[listsKey.length] as ConversationFilter
    const leaves = patch.state !== undefined && state !== undefined && state !== patch.state
    client.setQueryData<ListPages>(key, {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        correspondents: page.correspondents.flatMap((row) => {
          if (!ids.has(row.conversation_id)) return row
          return leaves ? [] : { ...row, ...patch }
        }),
      })),
    })
  }
  client.setQueriesData<Conversation>({ queryKey: ['conversation'] }, (data) =>
    data?.conversation_id && ids.has(data.conversation_id) ? { ...data, ...patch } : data,
  )
}

/** Takes a change back. */
export function useUndoChange() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: changing,
    mutationFn: (undo: string) =>
      call(inboxRoutes.undo, { params: { undo } }, { timeoutMs: MANY_TIMEOUT_MS }),
    onSuccess: ({ message }) => toast.info(message),
    onError: (error) => toast.error(errorText(error, inboxFallbacks.undo)),
    onSettled: () => refreshAfterChange(client),
  })
}

export function useRemoveConversation() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: changing,
    mutationFn: (id: string) => call(inboxRoutes.remove, { params: { id } }),
    onError: (error) => toast.error(errorText(error, inboxFallbacks.remove)),
    onSettled: () => refreshAfterChange(client),
  })
}

/** Takes a person off the do-not-contact list, to which somebody had added them by hand. */
export function useAllowContact(email: string) {
  const client = useQueryClient()
  const restore = () =>
    call(suppressionRoutes.add, { body: { text: email } }).finally(() => refreshInbox(client))
  return useMutation({
    mutationFn: (suppressionId: string) => call(suppressionRoutes.remove, { params: { id: suppressionId } }),
    onSuccess: ({ message }) => toast.success(message, undoBy(restore, suppressionFallbacks.add)),
    onError: (error) => toast.error(errorText(error, suppressionFallbacks.remove)),
    onSettled: () => refreshInbox(client),
  })
}

/** Adds an own label, or changes one. */
export function useSaveLabel(label: Label | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: LabelForm) =>
      label
        ? call(inboxRoutes.changeLabel, { params: { labelId: label.id }, body })
        : call(inboxRoutes.addLabel, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['conversations'] }),
  })
}

/** Its conversations get their automatic label back. */
export function useRemoveLabel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (labelId: string) => call(inboxRoutes.removeLabel, { params: { labelId } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorText(error, inboxFallbacks.deleteLabel)),
    onSettled: () => refreshInbox(client),
  })
}
