import { Suspense, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { setPageTitle } from '../lib/page-title.ts'
import { LoadingScreen } from '../ui/spinner.tsx'
import { Arrival } from './arrival.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import type { Screen } from './screens.ts'

/** A screen with the title of its route; the screen may set a closer one once it knows it. */
export function ShownScreen({ screen, title }: { screen: Screen; title: string }) {
  const { key } = useLocation()
  // Before the effects of the screen itself, or its own title would be overwritten.
  useLayoutEffect(() => setPageTitle(title), [title])
  return (
    <ErrorBoundary resetKey={key} onCaught={screen.renew}>
      <Suspense fallback={<LoadingScreen />}>
        <screen.Component />
        <Arrival />
      </Suspense>
    </ErrorBoundary>
  )
}
