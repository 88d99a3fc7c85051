import { AtSign, LifeBuoy, ScrollText, Search, Send, Table2, UserRound, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../lib/paths.ts'

export interface SidebarLink {
  to: string
  label: string
  icon: ReactNode
  /** The four steps of the main job are numbered. */
  step?: number
  /** Other addresses that show the same. */
  alsoAt?: string
}

export const sidebarLinks: readonly SidebarLink[] = [
  {
    to: paths.search,
    alsoAt: paths.home,
    label: 'Search',
    icon: <Search />,
    step: 1,
  },
  { to: paths.tables, label: 'Saved Tables', icon: <Table2 />, step: 2 },
  { to: paths.emailOptions, label: 'Email Options', icon: <AtSign />, step: 3 },
  { to: paths.campaigns, label: 'Email Campaigns', icon: <Send />, step: 4 },
  { to: paths.prospects, label: 'Prospects', icon: <UsersRound /> },
  { to: paths.feedback, label: 'Support', icon: <LifeBuoy /> },
  {
    to: paths.termsAndPrivacy,
    label: 'Terms & Privacy',
    icon: <ScrollText />,
  },
  { to: paths.settings, label: 'Profile', icon: <UserRound /> },
]

/** Whether the link is the place one is at or above it. */
export function isCurrentLink(link: Pick<SidebarLink, 'to' | 'alsoAt'>, pathname: string): boolean {
  return pathname === link.alsoAt || pathname === link.to || pathname.startsWith(`${link.to}/`)
}
