import {
  Ban,
  BookOpen,
  Building2,
  Coins,
  CreditCard,
  Gauge,
  History,
  Inbox,
  Keyboard,
  LogOut,
  MessagesSquare,
  Moon,
  Plus,
  ShieldCheck,
  SlidersHorizontal,
  Sun,
  Upload,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { openImport } from '../lib/import-request.ts'
import { paths } from '../lib/paths.ts'
import { useTheme } from '../lib/theme.ts'
import { CommandPalette, type PaletteGroup } from '../ui/command-palette.tsx'
import { usePaletteResults } from './palette-results.tsx'
import { sidebarLinks } from './sidebar-links.tsx'
import { useLogout } from './use-logout.ts'

export interface PaletteProps {
  onClose: () => void
  onOpenGuide: () => void
  onOpenShortcuts: () => void
}

/** The command palette: every place and action, and what the user has made. */
export function Palette({ onClose, ...opens }: PaletteProps) {
  const [query, setQuery] = useState('')
  const places = usePlaces()
  const actions = useActions(opens)
  const own = usePaletteResults(query)
  return (
    <CommandPalette
      open
      onClose={onClose}
      query={query}
      onQueryChange={setQuery}
      busy={own.isBusy}
      groups={[...own.groups, places, actions]}
    />
  )
}

/** What has no link in the sidebar, because it belongs to one of its places. */
const furtherPlaces = [
  { to: paths.replies, label: 'Replies', icon: <MessagesSquare /> },
  { to: paths.doNotContact, label: 'Do-not-contact list', icon: <Ban /> },
  { to: paths.sendingDomain, label: 'Sending domain', icon: <ShieldCheck /> },
  { to: paths.sendingPace, label: 'Sending pace', icon: <Gauge /> },
  { to: paths.senderMailbox, label: 'Your own mailbox', icon: <Inbox /> },
  { to: paths.organizations, label: 'Organizations', icon: <Building2 /> },
  { to: paths.settingsTab('subscription'), label: 'Subscription', icon: <CreditCard /> },
  { to: paths.settingsTab('tokens'), label: 'Tokens', icon: <Coins /> },
  { to: paths.settingsTab('preferences'), label: 'Preferences', icon: <SlidersHorizontal /> },
  { to: paths.tokenHistory, label: 'Token history', icon: <History /> },
]

function usePlaces(): PaletteGroup {
  const navigate = useNavigate()
  return {
    label: 'Go to',
    items: [...sidebarLinks, ...furtherPlaces].map((link) => ({
      id: link.to,
      label: link.label,
      icon: link.icon,
      onSelect: () => void navigate(link.to),
    })),
  }
}

function useActions({ onOpenGuide, onOpenShortcuts }: Omit<PaletteProps, 'onClose'>): PaletteGroup {
  const navigate = useNavigate()
  const logout = useLogout()
  const [, setTheme] = useTheme()
  return {
    label: 'Actions',
    items: [
      {
        id: 'new-campaign',
        label: 'New Campaign',
        icon: <Plus />,
        onSelect: () => void navigate(paths.newCampaign),
      },
      {
        id: 'import-prospects',
        label: 'Import prospects from a file',
        icon: <Upload />,
        keywords: ['csv'],
        onSelect: () => openImport({ kind: 'prospects' }),
      },
      {
        id: 'import-businesses',
        label: 'Import businesses from a file',
        icon: <Upload />,
        keywords: ['csv'],
        onSelect: () => openImport({ kind: 'businesses' }),
      },
      { id: 'guide', label: 'User Guide', icon: <BookOpen />, keywords: ['help'], onSelect: onOpenGuide },
      {
        id: 'shortcuts',
        label: 'Keyboard shortcuts',
        icon: <Keyboard />,
        hint: '?',
        onSelect: onOpenShortcuts,
      },
      { id: 'light', label: 'Light theme', icon: <Sun />, onSelect: () => setTheme('light') },
      { id: 'dark', label: 'Dark theme', icon: <Moon />, onSelect: () => setTheme('dark') },
      {
        id: 'logout',
        label: 'Logout',
        icon: <LogOut />,
        keywords: ['sign out'],
        onSelect: () => void logout(),
      },
    ],
  }
}
