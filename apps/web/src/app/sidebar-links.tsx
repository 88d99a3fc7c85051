import {
  AtSign,
  Inbox,
  LifeBuoy,
  ScrollText,
  Search,
  Send,
  Table2,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../lib/paths.ts'

export interface SidebarLink {
  to: string
  label: string
  /** On the bar at the bottom of phones, which shows only links that have one. */
  short?: string
  icon: ReactNode
  /** The four steps of the main flow are numbered. */
  step?: number
  /** Other screens that belong to it. */
  alsoAt?: readonly string[]
}

/** The screens that people work on. */
export const workLinks: readonly SidebarLink[] = [
  { to: paths.search, alsoAt: [paths.home], label: 'Search', short: 'Search', icon: <Search />, step: 1 },
  { to: paths.tables, label: 'Saved Tables', short: 'Tables', icon: <Table2 />, step: 2 },
  {
    to: paths.emailOptions,
    alsoAt: [paths.doNotContact, paths.sendingDomain, paths.sendingPace, paths.ownMailboxes],
    label: 'Email Options',
    icon: <AtSign />,
    step: 3,
  },
  { to: paths.campaigns, label: 'Email Campaigns', short: 'Campaigns', icon: <Send />, step: 4 },
  { to: paths.inbox, label: 'Inbox', short: 'Inbox', icon: <Inbox /> },
  { to: paths.prospects, label: 'Prospects', short: 'Prospects', icon: <UsersRound /> },
]

/** The smaller group at the foot of the sidebar. */
export const accountLinks: readonly SidebarLink[] = [
  { to: paths.feedback, label: 'Support', icon: <LifeBuoy /> },
  { to: paths.termsAndPrivacy, label: 'Terms & Privacy', icon: <ScrollText /> },
  {
    to: paths.settings,
    alsoAt: [paths.tokenHistory, paths.organizations],
    label: 'Profile',
    icon: <UserRound />,
  },
]

export const sidebarLinks: readonly SidebarLink[] = [...workLinks, ...accountLinks]

/** True if the link leads to the current screen or to one above it. */
export function isCurrentLink(
  { to, alsoAt = [] }: Pick<SidebarLink, 'to' | 'alsoAt'>,
  pathname: string,
): boolean {
  return [to, ...alsoAt].some((place) => pathname === place || pathname.startsWith(`${place}/`))
}
