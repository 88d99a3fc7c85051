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
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { MonthUsage } from './month-usage.tsx'
import { RunningWork } from './running-work.tsx'
import { MODIFIER } from './shortcuts.ts'
import { accountLinks, isCurrentLink, type SidebarLink, workLinks } from './sidebar-links.tsx'
import { UnreadMark } from './unread-mark.tsx'
import { useLogout } from './use-logout.ts'
import { useLinkCount } from './use-unread.ts'

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
    <div className="flex h-full flex-col gap-3 overflow-y-auto px-2 py-3">
      <Link to={paths.home} className={clsx('rounded-md px-2 py-1', isFolded && 'self-center')}>
        <Logo size={20} wordHidden={isFolded} />
      </Link>
      {user && (
        <div className={clsx('px-2 text-xs', isFolded && 'sr-only')}>
          <p className="text-ink-faint">Logged in as</p>
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
      <nav aria-label="Main" className="flex flex-1 flex-col justify-between gap-3">
        <ul className="flex flex-col gap-0.5">
          {workLinks.map((link) => (
            <SidebarItem key={link.to} link={link} isFolded={isFolded} />
          ))}
        </ul>
        <div className="flex flex-col gap-2">
          <RunningWork isFolded={isFolded} />
          <div className={clsx('border-t border-line pt-2', isFolded && 'hidden')}>
            <MonthUsage />
          </div>
          <ul className="flex flex-col gap-0.5">
            {accountLinks.map((link) => (
              <SidebarItem key={link.to} link={link} isFolded={isFolded} />
            ))}
            <li>
              <SidebarButton icon={<LogOut />} label="Logout" isFolded={isFolded} onClick={logout} />
            </li>
          </ul>
        </div>
      </nav>
      <div className={clsx('flex items-center justify-between', isFolded && 'justify-center')}>
        {!isFolded && <ThemeSwitch value={theme} onChange={setTheme} />}
        {onFold && (
          <IconButton
            label={isFolded ? 'Expand the sidebar' : 'Collapse the sidebar'}
            icon={isFolded ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
            onClick={onFold}
          />
        )}
      </div>
    </div>
  )
}

const itemClass =
  'flex min-h-7.5 w-full items-center gap-2.5 rounded-md px-2 text-sm font-medium transition-colors max-md:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0'

function SidebarItem({ link, isFolded }: { link: SidebarLink; isFolded: boolean }) {
  const { pathname } = useLocation()
  const { count, name } = useLinkCount(link)
  const isCurrent = isCurrentLink(link, pathname)
  return (
    <li>
      <Link
        to={link.to}
        aria-label={name}
        aria-current={isCurrent ? 'page' : undefined}
        title={isFolded ? name : undefined}
        className={clsx(
          itemClass,
          isFolded && 'relative justify-center',
          isCurrent ? 'bg-accent-tint text-accent-ink' : 'text-ink-muted hover:bg-hover hover:text-ink',
        )}
      >
        <span aria-hidden="true" className="contents">
          {link.icon}
        </span>
        {!isFolded && (
          <span className="flex-1">
            {link.step && (
              <span aria-hidden="true" className="me-1 text-xs font-normal text-ink-faint tabular-nums">
                {link.step}
              </span>
            )}
            {link.label}
          </span>
        )}
        {count > 0 && <UnreadMark count={count} className={isFolded ? 'absolute end-0 top-0' : undefined} />}
      </Link>
    </li>
  )
}

const PALETTE_KEYS = MODIFIER === '⌘' ? '⌘K' : 'Ctrl K'

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
