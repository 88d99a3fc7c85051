import { QueryCache, QueryClient } from '@tanstack/react-query'
import { isApiError } from '../lib/api-error.ts'
import type { Session } from '../lib/session.ts'

export function createQueryClient(): QueryClient {
  /** Hashes of failed queries that no retry has answered yet. */
  const failed = new Set<string>()
  const client: QueryClient = new QueryClient({
    // When one retry succeeds, refetch the other failed queries of the screen too.
    queryCache: new QueryCache({
      onError: (_error, { queryHash }) => {
        failed.add(queryHash)
      },
      onSuccess(_data, { queryHash }) {
        if (!failed.delete(queryHash) || failed.size === 0) return
        const others = new Set(failed)
        failed.clear()
        void client.refetchQueries({ type: 'active', predicate: (one) => others.has(one.queryHash) })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Offline, fail at once so that the screen can say so, instead of waiting.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && mayPass(error),
      },
      // Offline, fail at once instead of leaving a button busy.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** Retry after no answer or a restart; an answer of the server stays the same. */
function mayPass(error: Error): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 502)
}

/** Clears the cache when another user signs in. */
export function dropQueriesOfOthers(
  client: QueryClient,
  session: Pick<Session, 'get' | 'subscribe'>,
): () => void {
  let lastUserId: string | undefined
  return session.subscribe(() => {
    const userId = session.get().user?.id
    if (lastUserId !== undefined && userId !== lastUserId) client.clear()
    lastUserId = userId
  })
}
