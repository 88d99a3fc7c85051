import { campaignRoutes } from '@goldpan/contract/campaigns'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
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
  Moon,
  Plus,
  Send,
  ShieldCheck,
  SlidersHorizontal,
  Sun,
  Table2,
  Upload,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../lib/goldpan-api.ts'
import { openImport } from '../lib/import-request.ts'
import { paths } from '../lib/paths.ts'
import { personName } from '../lib/person-name.ts'
import { useTheme } from '../lib/theme.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import { CommandPalette, type PaletteGroup } from '../ui/command-palette.tsx'
import { sidebarLinks } from './sidebar-links.tsx'
import { useLogout } from './use-logout.ts'

interface PaletteProps {
  onClose: () => void
  onOpenGuide: () => void
  onOpenShortcuts: () => void
}

/** The command palette: screens, actions, and the user's tables, campaigns and prospects. */
export function Palette({ onClose, ...opens }: PaletteProps) {
  const [query, setQuery] = useState('')
  const places = useScreenGroup()
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

/** Screens without a link of their own in the sidebar. */
const otherScreens = [
  { to: paths.doNotContact, label: 'Do-not-contact list', icon: <Ban /> },
  { to: paths.sendingDomain, label: 'Sending domain', icon: <ShieldCheck /> },
  { to: paths.sendingPace, label: 'Sending pace', icon: <Gauge /> },
  { to: paths.ownMailboxes, label: 'Mailboxes', icon: <Inbox /> },
  { to: paths.organizations, label: 'Organizations', icon: <Building2 /> },
  { to: paths.settingsTab('subscription'), label: 'Subscription', icon: <CreditCard /> },
  { to: paths.settingsTab('tokens'), label: 'Tokens', icon: <Coins /> },
  { to: paths.settingsTab('preferences'), label: 'Preferences', icon: <SlidersHorizontal /> },
  { to: paths.tokenHistory, label: 'Token history', icon: <History /> },
]

function useScreenGroup(): PaletteGroup {
  const navigate = useNavigate()
  return {
    label: 'Go to',
    items: [...sidebarLinks, ...otherScreens].map((link) => ({
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
        label: 'Import prospects from CSV',
        icon: <Upload />,
        keywords: ['csv'],
        onSelect: () => openImport({ kind: 'prospects' }),
      },
      {
        id: 'import-businesses',
        label: 'Import businesses from CSV',
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
        keywords: ['log out', 'sign out'],
        onSelect: () => void logout(),
      },
    ],
  }
}

/** Shorter texts search only screens and actions. */
const SHORTEST = 2
const SHOWN = 6
const TYPING_PAUSE_MS = 150

/** The user's tables, campaigns and prospects that match a text. */
function usePaletteResults(query: string): { groups: PaletteGroup[]; isBusy: boolean } {
  const navigate = useNavigate()
  const text = useDebounced(query.trim(), TYPING_PAUSE_MS)
  const enabled = text.length >= SHORTEST
  const tables = useQuery({ queryKey: ['tables'], queryFn: () => call(tableRoutes.list), enabled })
  const campaigns = useQuery({ queryKey: ['campaigns'], queryFn: () => call(campaignRoutes.list), enabled })
  const prospects = useQuery({
    queryKey: ['prospects', 'palette', text],
    queryFn: () => call(prospectRoutes.list, { query: { text, limit: SHOWN } }),
    placeholderData: keepPreviousData,
    enabled,
  })
  if (!enabled) return { groups: [], isBusy: false }
  const goTo = (path: string) => () => void navigate(path)
  return {
    isBusy: tables.isFetching || campaigns.isFetching || prospects.isFetching,
    groups: [
      {
        label: 'Tables',
        items: matching(tables.data ?? [], text).map(({ id, name }) => ({
          id: `table-${id}`,
          label: name,
          icon: <Table2 />,
          onSelect: goTo(paths.table(id)),
        })),
      },
      {
        label: 'Campaigns',
        items: matching(campaigns.data ?? [], text).map(({ id, name }) => ({
          id: `campaign-${id}`,
          label: name,
          icon: <Send />,
          onSelect: goTo(paths.campaign(id)),
        })),
      },
      {
        label: 'Prospects',
        items: (prospects.data ?? []).map((prospect) => ({
          id: `prospect-${prospect.id}`,
          label: personName(prospect) || prospect.email,
          hint: prospect.email,
          icon: <UserRound />,
          keywords: [prospect.email, text],
          onSelect: goTo(paths.prospectsWith(prospect.email)),
        })),
      },
    ].filter(({ items }) => items.length > 0),
  }
}

const matching = <Named extends { name: string }>(all: readonly Named[], text: string): Named[] =>
  all.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).slice(0, SHOWN)
