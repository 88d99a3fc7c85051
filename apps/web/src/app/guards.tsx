import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { type LoginState, originOf } from '../lib/login-state.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/use-session.ts'
import { LoadingScreen } from '../ui/spinner.tsx'
import { PublicLayout } from './public-layout.tsx'
import { screens } from './screen-list.ts'

/** Screens of a signed-in person, inside the layout; anybody else goes to /login, which remembers the origin. */
export function SignedIn() {
  const { status, endedBy } = useSession()
  const { pathname, search, hash } = useLocation()
  if (status === 'loading') return <LoadingScreen full />
  if (status === 'signed-in') return <InAppLayout />
  const state: LoginState | undefined = endedBy === 'logout' ? undefined : { from: pathname + search + hash }
  return <Navigate to={paths.login} replace state={state} />
}

/** Login, signup and terms; a signed-in person goes back to where they came from. */
export function SignedOut() {
  const { status } = useSession()
  const { pathname, state } = useLocation()
  if (status === 'loading') return <LoadingScreen full />
  if (status === 'signed-out') return <Outlet />
  return <Navigate to={pathname === paths.terms ? paths.termsAndPrivacy : originOf(state)} replace />
}

/** For everybody, in the layout that the person is used to. */
export function SignedInOrNot() {
  const { status } = useSession()
  if (status === 'loading') return <LoadingScreen full />
  return status === 'signed-in' ? <InAppLayout /> : <PublicLayout />
}

/** Around public pages that use queries. */
export function LazyQueries() {
  const { Component: Queries } = screens.queries
  return (
    <Suspense fallback={<LoadingScreen full />}>
      <Queries />
    </Suspense>
  )
}

function InAppLayout() {
  const { Component: AppLayout } = screens.appLayout
  return (
    <Suspense fallback={<LoadingScreen full />}>
      <AppLayout />
    </Suspense>
  )
}
