import clsx from 'clsx'
import { BookOpen, LogOut, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { OrganizationSwitcher } from '../features/organizations/organization-switcher.tsx'
import { paths } from '../lib/paths.ts'
import { personName } from '../lib/person-name.ts'
import { useTheme } from '../lib/theme.ts'
import { useSession } from '../lib/use-session.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { StepMark } from '../ui/step-mark.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { RunningWork } from './running-work.tsx'
import { isCurrentLink, type SidebarLink, sidebarLinks } from './sidebar-links.tsx'
import { useLogout } from './use-logout.ts'

export interface SidebarProps {
  isFolded: boolean
  /** Absent in the drawer, which does not fold. */
  onFold?: () => void
  onOpenGuide: () => void
  onOpenPalette: () => void
}

export function Sidebar({ isFolded, onFold, onOpenGuide, onOpenPalette }: SidebarProps) {
  const { user } = useSession()
  const logout = useLogout()
  const [theme, setTheme] = useTheme()
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-3">
      <div className={clsx('flex items-center justify-between', isFolded && 'flex-col gap-2')}>
        <Link to={paths.home} className="rounded-md px-2 py-1.5">
          <Logo wordHidden={isFolded} />
        </Link>
        {onFold && (
          <IconButton
            label={isFolded ? 'Unfold the sidebar' : 'Fold the sidebar'}
            icon={isFolded ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
            onClick={onFold}
          />
        )}
      </div>
      {user && (
        <div className={clsx('px-2', isFolded && 'sr-only')}>
          <p className="text-xs text-ink-muted">Logged in as</p>
          <p dir="auto" className="cut font-medium" title={user.email}>
            {personName(user)}
          </p>
        </div>
      )}
      <OrganizationSwitcher isFolded={isFolded} />
      <div className="flex flex-col gap-0.5">
        <SidebarButton
          icon={<Search />}
          label="Find anything"
          hint={PALETTE_KEYS}
          isFolded={isFolded}
          onClick={onOpenPalette}
        />
        <SidebarButton icon={<BookOpen />} label="User Guide" isFolded={isFolded} onClick={onOpenGuide} />
      </div>
      <nav aria-label="Main">
        <ul className="flex flex-col gap-0.5">
          {sidebarLinks.map((link) => (
            <SidebarItem key={link.to} link={link} isFolded={isFolded} />
          ))}
          <li>
            <SidebarButton icon={<LogOut />} label="Logout" isFolded={isFolded} onClick={logout} />
          </li>
        </ul>
      </nav>
      <RunningWork isFolded={isFolded} />
      <div className={clsx('px-1', isFolded && 'hidden')}>
        <ThemeSwitch value={theme} onChange={setTheme} />
      </div>
    </div>
  )
}

const itemClass =
  'flex min-h-9 w-full items-center gap-3 rounded-md px-2.5 font-medium transition-colors max-md:min-h-11 [&_svg]:size-4.5 [&_svg]:shrink-0'

function SidebarItem({ link, isFolded }: { link: SidebarLink; isFolded: boolean }) {
  const { pathname } = useLocation()
  const isCurrent = isCurrentLink(link, pathname)
  return (
    <li>
      <Link
        to={link.to}
        aria-current={isCurrent ? 'page' : undefined}
        title={isFolded ? link.label : undefined}
        className={clsx(
          itemClass,
          isFolded && 'justify-center',
          isCurrent ? 'bg-accent-tint text-ink' : 'text-ink-muted hover:bg-hover hover:text-ink',
        )}
      >
        <span aria-hidden="true" className={clsx('contents', isCurrent && 'text-accent-ink')}>
          {link.icon}
        </span>
        <span className={isFolded ? 'sr-only' : 'flex-1'}>{link.label}</span>
        {link.step && !isFolded && <StepMark step={link.step} />}
      </Link>
    </li>
  )
}

/** 'Ctrl K', or '⌘K' on a Mac. */
const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

interface SidebarButtonProps {
  icon: ReactNode
  label: string
  /** The keys that do the same. */
  hint?: string
  isFolded: boolean
  onClick: () => void
}

function SidebarButton(props: SidebarButtonProps) {
  return (
    <button
      type="button"
      onClick={props.onClick}
      title={props.isFolded ? props.label : undefined}
      className={clsx(
        itemClass,
        'text-ink-muted hover:bg-hover hover:text-ink',
        props.isFolded && 'justify-center',
      )}
    >
      <span aria-hidden="true" className="contents">
        {props.icon}
      </span>
      <span className={props.isFolded ? 'sr-only' : 'flex-1 text-start'}>{props.label}</span>
      {props.hint && !props.isFolded && (
        <span
          aria-hidden="true"
          className="rounded-sm border border-line bg-sunken px-1 text-xs text-ink-muted max-md:hidden"
        >
          {props.hint}
        </span>
      )}
    </button>
  )
}
