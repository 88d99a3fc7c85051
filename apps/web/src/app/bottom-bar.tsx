import clsx from 'clsx'
import { Link, useLocation } from 'react-router'
import { isCurrentLink, type SidebarLink, workLinks } from './sidebar-links.tsx'
import { UnreadMark } from './unread-mark.tsx'
import { useLinkCount } from './use-unread.ts'

/** The five screens of everyday work, under the thumb. */
export function BottomBar() {
  return (
    <nav
      data-bar
      data-bottom-bar
      aria-label="Quick navigation"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="mx-auto grid h-14 max-w-xl grid-cols-5">
        {workLinks
          .filter(({ short }) => short)
          .map((link) => (
            <BottomLink key={link.to} link={link} />
          ))}
      </ul>
    </nav>
  )
}

function BottomLink({ link }: { link: SidebarLink }) {
  const { pathname } = useLocation()
  const { count, name } = useLinkCount(link)
  const isCurrent = isCurrentLink(link, pathname)
  return (
    <li>
      <Link
        to={link.to}
        aria-label={name}
        aria-current={isCurrent ? 'page' : undefined}
        className={clsx(
          'flex h-full flex-col items-center justify-center gap-0.5 text-[0.6875rem] leading-4 -outline-offset-2 [&_svg]:size-5',
          isCurrent ? 'font-medium text-accent-ink' : 'text-ink-muted',
        )}
      >
        <span aria-hidden="true" className="relative">
          {link.icon}
          {count > 0 && <UnreadMark count={count} className="absolute -end-3.5 -top-1.5" />}
        </span>
        {link.short}
      </Link>
    </li>
  )
}
