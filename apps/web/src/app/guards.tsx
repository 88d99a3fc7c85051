import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { type LoginState, originOf } from '../lib/login-state.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/use-session.ts'
import { LoadingScreen } from '../ui/spinner.tsx'
import { PublicLayout } from './public-layout.tsx'
import { screen } from './screens.ts'

/** Screens behind login, inside the layout. Signed-out visitors go to /login, which remembers the origin. */
export function SignedIn() {
  const { status, endedBy } = useSession()
  const { pathname, search, hash } = useLocation()
  if (status === 'loading') return <LoadingScreen full />
  if (status === 'signed-in') return <InAppLayout />
  const state: LoginState | undefined = endedBy === 'logout' ? undefined : { from: pathname + search + hash }
  return <Navigate to={paths.login} replace state={state} />
}

/** Login, signup and terms. A signed-in person goes back to where they came from. */
export function SignedOut() {
  const { status, suspended } = useSession()
  const { pathname, state } = useLocation()
  if (status === 'loading') return <LoadingScreen full />
  if (suspended) return <Suspended />
  if (status === 'signed-out') return <Outlet />
  return <Navigate to={pathname === paths.terms ? paths.termsAndPrivacy : originOf(state)} replace />
}

/** For everyone, in the layout for signed-in or signed-out people. */
export function SignedInOrNot() {
  const { status } = useSession()
  if (status === 'loading') return <LoadingScreen full />
  return status === 'signed-in' ? <InAppLayout /> : <PublicLayout />
}

const suspendedPage = screen(
  () => import('../features/accounts/suspended-page.tsx'),
  (code) => code.SuspendedPage,
)

function Suspended() {
  const { Component: SuspendedPage } = suspendedPage
  return (
    <Suspense fallback={<LoadingScreen full />}>
      <SuspendedPage />
    </Suspense>
  )
}

const appLayout = screen(
  () => import('./app-layout.tsx'),
  (code) => code.AppLayout,
)

function InAppLayout() {
  const { Component: AppLayout } = appLayout
  return (
    <Suspense fallback={<LoadingScreen full />}>
      <AppLayout />
    </Suspense>
  )
}
