import { QueryClient } from '@tanstack/react-query'
import { isApiError } from '../lib/api-error.ts'
import type { Session } from '../lib/session.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
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
