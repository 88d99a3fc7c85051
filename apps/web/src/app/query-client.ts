import { QueryCache, QueryClient } from '@tanstack/react-query'
import { isApiError } from '../lib/api-error.ts'
import type { Session } from '../lib/session.ts'

export function createQueryClient(): QueryClient {
  /** By hash: what failed, until it is answered. */
  const failed = new Set<string>()
  const client: QueryClient = new QueryClient({
    // Where one Retry brings an answer, the rest of the screen that failed with it is asked again too.
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
        // Without a connection a call fails and its screen says so, instead of waiting without a word.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && mayPass(error),
      },
      // Saying that the connection is lost is better than a button that stays busy until it is back.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** An answer from the server stays the same when asked again; silence and a restart may not. */
function mayPass(error: Error): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 502)
}

/** What one person fetched is never shown to the next. */
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
