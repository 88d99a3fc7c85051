import { homeRoutes, IDLE_POLL_MS, RUNNING_POLL_MS } from '@goldpan/contract/home'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/goldpan-api.ts'

/** Background work that is under way, asked for often while there is any. */
export const useRunning = () =>
  useQuery({
    queryKey: ['running'],
    queryFn: () => call(homeRoutes.running),
    refetchInterval: ({ state }) => (state.data?.length ? RUNNING_POLL_MS : IDLE_POLL_MS),
    staleTime: RUNNING_POLL_MS,
  })
