import { AtSign, LifeBuoy, ScrollText, Search, Send, Table2, UserRound, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../lib/paths.ts'

export interface SidebarLink {
  to: string
  label: string
  icon: ReactNode
  /** The four steps of the main flow are numbered. */
  step?: number
  /** Other screens that belong to it. */
  alsoAt?: readonly string[]
}

export const sidebarLinks: readonly SidebarLink[] = [
  {
    to: paths.search,
    alsoAt: [paths.home],
    label: 'Search',
    icon: <Search />,
    step: 1,
  },
  { to: paths.tables, label: 'Saved Tables', icon: <Table2 />, step: 2 },
  {
    to: paths.emailOptions,
    alsoAt: [paths.replies, paths.doNotContact, paths.sendingDomain, paths.sendingPace, paths.senderMailbox],
    label: 'Email Options',
    icon: <AtSign />,
    step: 3,
  },
  { to: paths.campaigns, label: 'Email Campaigns', icon: <Send />, step: 4 },
  { to: paths.prospects, label: 'Prospects', icon: <UsersRound /> },
  { to: paths.feedback, label: 'Support', icon: <LifeBuoy /> },
  {
    to: paths.termsAndPrivacy,
    label: 'Terms & Privacy',
    icon: <ScrollText />,
  },
  {
    to: paths.settings,
    alsoAt: [paths.tokenHistory, paths.organizations],
    label: 'Profile',
    icon: <UserRound />,
  },
]

/** True if the link leads to the current screen or to one above it. */
export function isCurrentLink(
  { to, alsoAt = [] }: Pick<SidebarLink, 'to' | 'alsoAt'>,
  pathname: string,
): boolean {
  return [to, ...alsoAt].some((place) => pathname === place || pathname.startsWith(`${place}/`))
}
