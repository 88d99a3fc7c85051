import { inboxRoutes } from '@goldpan/contract/inbox'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../lib/goldpan-api.ts'
import { setTitleCount } from '../lib/page-title.ts'
import { paths } from '../lib/paths.ts'

/** Open and unread conversations, for the link to the inbox. Live: see live-updates.ts. */
const useUnread = (): number =>
  useQuery({ queryKey: ['unread'], queryFn: () => call(inboxRoutes.counts), staleTime: 30_000 }).data
    ?.unread ?? 0

/** The count that a link to a screen shows, and the link's name with it. */
export function useLinkCount({ to, label }: { to: string; label: string }): { count: number; name: string } {
  const unread = useUnread()
  const count = to === paths.inbox ? unread : 0
  return { count, name: count > 0 ? `${label}, ${count.toLocaleString()} unread` : label }
}

/** The tab's title begins with the count. */
export function useUnreadTitle(): void {
  const unread = useUnread()
  useEffect(() => {
    setTitleCount(unread)
    return () => setTitleCount(0)
  }, [unread])
}
