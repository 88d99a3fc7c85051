import { Link, Outlet } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useTheme } from '../lib/theme.ts'
import { Logo } from '../ui/logo.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'

/** The layout of public pages. */
export function PublicLayout() {
  const [theme, setTheme] = useTheme()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between gap-4 px-4 py-3 md:px-8">
        <Link to={paths.home} className="rounded-md py-2">
          <Logo />
        </Link>
        <ThemeSwitch value={theme} onChange={setTheme} />
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <Outlet />
      </main>
      <footer className="flex flex-wrap gap-x-6 gap-y-1 px-4 py-6 text-sm text-ink-muted md:px-8">
        <Link
          to={paths.termsAndPrivacy}
          className="inline-flex min-h-6 items-center hover:text-ink hover:underline"
        >
          Terms & Privacy
        </Link>
        <Link
          to={paths.subscribe}
          className="inline-flex min-h-6 items-center hover:text-ink hover:underline"
        >
          Newsletter
        </Link>
      </footer>
    </div>
  )
}
