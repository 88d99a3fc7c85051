import { homeRoutes, IDLE_POLL_MS, RUNNING_POLL_MS } from '@goldpan/contract/home'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/goldpan-api.ts'

/** Background work that is under way, asked for often while there is any: in a hidden tab too, whose title tells its end. */
export const useRunning = () =>
  useQuery({
    queryKey: ['running'],
    queryFn: () => call(homeRoutes.running),
    refetchInterval: ({ state }) => {
      if (state.data?.length) return RUNNING_POLL_MS
      return document.visibilityState === 'visible' ? IDLE_POLL_MS : false
    },
    refetchIntervalInBackground: true,
    staleTime: RUNNING_POLL_MS,
  })
