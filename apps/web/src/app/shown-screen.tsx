import { Suspense, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { setPageTitle } from '../lib/page-title.ts'
import { LoadingScreen } from '../ui/spinner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import type { Screen } from './screens.ts'

/** A screen with the title of its route, which the screen may replace. An error in it leaves the layout around it. */
export function ShownScreen({ screen, title }: { screen: Screen; title: string }) {
  const { key } = useLocation()
  // A layout effect, because effects of the screen itself may set another title.
  useLayoutEffect(() => setPageTitle(title), [title])
  return (
    <ErrorBoundary resetKey={key} onCaught={screen.renew}>
      <Suspense fallback={<LoadingScreen />}>
        <screen.Component />
        <FocusOnArrival />
      </Suspense>
    </ErrorBoundary>
  )
}

/** React Router's key of the address that the page was opened at. */
const FIRST_KEY = 'default'
let lastPathname: string | null = null

/** Moves the focus to the title after going to another screen, so that it is read out. */
function FocusOnArrival(): null {
  const { pathname, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: filters in the address change the key, not the screen
  useEffect(() => {
    const isOpening = lastPathname === null && key === FIRST_KEY
    const isSame = lastPathname === pathname
    lastPathname = pathname
    return isOpening || isSame ? undefined : focusTitle()
  }, [pathname])
  return null
}

/** Also moves the focus on when the title of a loading screen is replaced by the title of the loaded one. */
function focusTitle(): () => void {
  const main = document.getElementById('main')
  const focus = () => {
    const target = main?.querySelector<HTMLElement>('h1[tabindex]') ?? main
    target?.focus({ preventScroll: true })
    return target
  }
  let focused = focus()
  const observer = new MutationObserver(() => {
    if (focused === main || focused?.isConnected) return
    // A dialog that closes with the old screen may have put the focus on the main element.
    if (document.activeElement === document.body || document.activeElement === main) focused = focus()
    else observer.disconnect()
  })
  if (main) observer.observe(main, { childList: true, subtree: true })
  return () => observer.disconnect()
}
