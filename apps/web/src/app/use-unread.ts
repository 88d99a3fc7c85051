import { replyRoutes } from '@goldpan/contract/replies'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/goldpan-api.ts'
import { paths } from '../lib/paths.ts'

/** The people who wait for an answer, for the link to the inbox. Live: see live-updates.ts. */
const useUnread = (): number =>
  useQuery({ queryKey: ['unread'], queryFn: () => call(replyRoutes.counts), staleTime: 30_000 }).data
    ?.unread ?? 0

/** The count that a link to a screen shows, and the link's name with it. */
export function useLinkCount({ to, label }: { to: string; label: string }): { count: number; name: string } {
  const unread = useUnread()
  const count = to === paths.replies ? unread : 0
  return { count, name: count > 0 ? `${label}, ${count.toLocaleString()} unread` : label }
}
