import { AtSign, LifeBuoy, ScrollText, Search, Send, Table2, UserRound, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../lib/paths.ts'
import { screens } from './screen-list.ts'
import type { Screen } from './screens.ts'

export interface SidebarLink {
  to: string
  label: string
  icon: ReactNode
  /** The four steps of the main job are numbered. */
  step?: number
  screen: Screen
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
    screen: screens.search,
  },
  { to: paths.tables, label: 'Saved Tables', icon: <Table2 />, step: 2, screen: screens.tables },
  { to: paths.emailOptions, label: 'Email Options', icon: <AtSign />, step: 3, screen: screens.emailOptions },
  { to: paths.campaigns, label: 'Email Campaigns', icon: <Send />, step: 4, screen: screens.campaigns },
  { to: paths.prospects, label: 'Prospects', icon: <UsersRound />, screen: screens.prospects },
  { to: paths.feedback, label: 'Support', icon: <LifeBuoy />, screen: screens.feedback },
  {
    to: paths.termsAndPrivacy,
    label: 'Terms & Privacy',
    icon: <ScrollText />,
    screen: screens.termsAndPrivacy,
  },
  { to: paths.settings, label: 'Profile', icon: <UserRound />, screen: screens.settings },
]

/** Whether the link is the place one is at or above it. */
export function isCurrentLink(link: Pick<SidebarLink, 'to' | 'alsoAt'>, pathname: string): boolean {
  return pathname === link.alsoAt || pathname === link.to || pathname.startsWith(`${link.to}/`)
}
