import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router'
import { limitReachedStore } from '../lib/limit-reached.ts'
import { sessionNews } from '../lib/session-news.ts'
import { useSessionStore } from '../lib/use-session.ts'
import { Toaster } from '../ui/toaster.tsx'
import { TopLine } from '../ui/top-line.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { loadingStore } from './screens.ts'
import { keepSessionFresh } from './session-timers.ts'
import { useScrollMemory } from './use-scroll-memory.ts'

const LimitReachedModal = lazy(async () => ({
  default: (await import('./limit-reached-modal.tsx')).LimitReachedModal,
}))

/** Around every screen, signed in or not. */
export function RootLayout() {
  useLiveSession()
  useScrollMemory()
  const { key } = useLocation()
  const isLoading = useSyncExternalStore(loadingStore.subscribe, loadingStore.get)
  const limit = useSyncExternalStore(limitReachedStore.subscribe, limitReachedStore.get)
  return (
    <>
      <a
        href="#main"
        className="sr-only z-[90] rounded-md bg-surface px-4 py-3 font-medium text-ink shadow-float focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
      >
        Skip to content
      </a>
      <TopLine isWaiting={isLoading} />
      <ErrorBoundary resetKey={key}>
        <Outlet />
      </ErrorBoundary>
      {limit && (
        <Suspense fallback={null}>
          <LimitReachedModal limit={limit} />
        </Suspense>
      )}
      <Toaster />
    </>
  )
}

function useLiveSession() {
  const session = useSessionStore()
  useEffect(() => keepSessionFresh(session, document), [session])
  useEffect(
    () =>
      sessionNews.listen((news) => {
        if (news === 'logged-out') session.leave()
        // This tab shows one account, but its calls would now change another.
        else if (news === 'switched') window.location.reload()
        else void session.start()
      }),
    [session],
  )
}
