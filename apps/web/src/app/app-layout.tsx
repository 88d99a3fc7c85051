import clsx from 'clsx'
import { Inbox, Menu, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, matchPath, Outlet, useLocation } from 'react-router'
import { PaymentBanner } from '../features/billing/payment-banner.tsx'
import { FrozenBanner } from '../features/organizations/frozen-banner.tsx'
import { closeImport, importRequestStore } from '../lib/import-request.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/use-session.ts'
import { Banner } from '../ui/banner.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { useIsOnline } from '../ui/online.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { useHoverPrefetch } from './hover-prefetch.ts'
import { useLiveUpdates } from './live-updates.ts'
import { useRunningNews } from './running-news.ts'
import { RunningMark } from './running-work.tsx'
import { useShortcuts } from './shortcuts.ts'
import { Sidebar } from './sidebar.tsx'
import { UnreadMark } from './unread-mark.tsx'
import { useLinkCount, useUnreadTitle } from './use-unread.ts'

const UserGuide = lazy(async () => ({ default: (await import('./user-guide.tsx')).UserGuide }))
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }))
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** The sidebar beside the screen; under 900 px bars at the top and the bottom, with the sidebar in a drawer. */
export function AppLayout() {
  const [isFolded, setFolded] = useFoldedSidebar()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [isGuideOpen, setGuideOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = usePalette()
  const [areShortcutsOpen, setShortcutsOpen] = useState(false)
  useShortcuts(() => setShortcutsOpen(true))
  const { pathname } = useLocation()
  // The answer has its place there.
  const isConversation = matchPath(`${paths.inbox}/:id`, pathname) !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere closes the drawer
  useEffect(() => setDrawerOpen(false), [pathname])
  useCloseOnWideScreens(setDrawerOpen)
  const openGuide = () => {
    setDrawerOpen(false)
    setGuideOpen(true)
  }
  const openPalette = () => {
    setDrawerOpen(false)
    setPaletteOpen(true)
  }

  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      <aside
        aria-label="Sidebar"
        className={clsx(
          'sticky top-0 hidden h-dvh shrink-0 border-e border-line transition-[width] duration-220 md:block',
          isFolded ? 'w-14' : 'w-54',
        )}
      >
        <Sidebar
          isFolded={isFolded}
          onFold={() => setFolded(!isFolded)}
          onOpenGuide={openGuide}
          onOpenPalette={openPalette}
        />
      </aside>
      <TopBar hasInbox={isConversation} onOpenMenu={() => setDrawerOpen(true)} onOpenPalette={openPalette} />
      <SidePanel
        open={isDrawerOpen}
        onClose={() => setDrawerOpen(false)}
        title="Menu"
        side="start"
        size="sm"
        flush
      >
        <Sidebar isFolded={false} onOpenGuide={openGuide} onOpenPalette={openPalette} />
      </SidePanel>
      <BehindTheScenes />
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col pb-(--bottom-bar)">
        <SessionError />
        <div className="notices flex flex-col gap-2 px-(--page-x) py-2 empty:hidden">
          <ConnectionBanner />
          <PaymentBanner />
          <FrozenBanner />
        </div>
        <Outlet />
      </main>
      {!isConversation && <BottomBar />}
      <Suspense fallback={null}>
        {isGuideOpen && <UserGuide onClose={() => setGuideOpen(false)} />}
        {isPaletteOpen && (
          <Palette
            onClose={() => setPaletteOpen(false)}
            onOpenGuide={openGuide}
            onOpenShortcuts={() => setShortcutsOpen(true)}
          />
        )}
        {areShortcutsOpen && <ShortcutSheet onClose={() => setShortcutsOpen(false)} />}
      </Suspense>
      <RequestedImport />
    </div>
  )
}

/** Closes the drawer when the window becomes wide enough for the sidebar. */
function useCloseOnWideScreens(setOpen: (isOpen: boolean) => void) {
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 56.25rem)')
    const close = () => {
      if (wide.matches) setOpen(false)
    }
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [setOpen])
}

/** A component of its own, so that polling re-renders nothing else. */
function BehindTheScenes() {
  useRunningNews()
  useHoverPrefetch()
  useUnreadTitle()
  return null
}

interface TopBarProps {
  /** Where no bar at the bottom has the link. */
  hasInbox: boolean
  onOpenMenu: () => void
  onOpenPalette: () => void
}

function TopBar({ hasInbox, onOpenMenu, onOpenPalette }: TopBarProps) {
  return (
    <header
      data-bar
      className="sticky top-0 z-20 flex items-center gap-2 border-b border-line bg-surface px-2 py-1 md:hidden"
    >
      <IconButton label="Open menu" icon={<Menu aria-hidden="true" />} onClick={onOpenMenu} />
      <Link to={paths.home} className="rounded-md px-1 py-1.5">
        <Logo size={22} />
      </Link>
      <span className="ms-auto" />
      <RunningMark />
      {hasInbox && <InboxLink />}
      <IconButton label="Find anything" icon={<Search aria-hidden="true" />} onClick={onOpenPalette} />
    </header>
  )
}

function InboxLink() {
  const { count, name } = useLinkCount({ to: paths.inbox, label: 'Inbox' })
  return (
    <Link
      to={paths.inbox}
      aria-label={name}
      className="relative grid size-control-small place-items-center rounded-md text-ink-muted hover:bg-hover"
    >
      <Inbox aria-hidden="true" className="size-4" />
      {count > 0 && <UnreadMark count={count} className="absolute end-0 top-0.5" />}
    </Link>
  )
}

function SessionError() {
  const { error, clearError } = useSession()
  if (!error) return null
  return (
    <div className="fixed end-4 top-4 z-30 w-[min(26rem,calc(100vw-2rem))] max-md:top-16">
      <Banner kind="error" announce onDismiss={clearError} className="shadow-float">
        {error}
      </Banner>
    </div>
  )
}

/** Ctrl K or Cmd K opens and closes the command palette. */
function usePalette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setOpen((was) => !was)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return [isOpen, setOpen] as const
}

/** Shown while the browser is offline or the server can't be reached. */
function ConnectionBanner() {
  const isLost = useLiveUpdates()
  const isOnline = useIsOnline()
  if (isOnline && !isLost) return null
  return (
    <Banner kind="warning" title={isOnline ? 'The server can’t be reached' : 'You are offline'} announce>
      What you see may be out of date. What you type stays here; save it once the connection is back.
    </Banner>
  )
}

const ImportDialog = lazy(async () => ({
  default: (await import('../features/imports/import-dialog.tsx')).ImportDialog,
}))

/** The CSV import dialog, which any screen can open. */
function RequestedImport() {
  const request = useSyncExternalStore(importRequestStore.subscribe, importRequestStore.get)
  if (!request) return null
  return (
    <Suspense fallback={null}>
      <ImportDialog request={request} onClose={closeImport} />
    </Suspense>
  )
}

const KEY = 'goldpan.sidebar'

/** The sidebar is folded to its icons; stored in this browser. */
function useFoldedSidebar(): [boolean, (isFolded: boolean) => void] {
  const [isFolded, setFolded] = useState(read)
  return [
    isFolded,
    (next) => {
      setFolded(next)
      try {
        localStorage.setItem(KEY, next ? 'folded' : 'open')
      } catch {
        // Without storage the choice lasts until the page is closed.
      }
    },
  ]
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'folded'
  } catch {
    return false
  }
}
