import { matchRoutes, type RouteObject } from 'react-router'
import type { Session } from '../lib/session.ts'
import type { Screen } from './screens.ts'

const KEY = 'goldpan.signed-in'

/** What a route says about the code that it needs. */
export interface RouteHandle {
  screen: Screen
  isBehindLogin?: boolean
}

/** Fetches the code of the screen at this address beside the session call instead of after it. */
export function fetchScreenEarly(routes: RouteObject[], pathname: string): void {
  const handles = (matchRoutes(routes, pathname) ?? []).flatMap(({ route }) => {
    const handle: RouteHandle | undefined = route.handle
    return handle ? [handle] : []
  })
  // A visitor who will be sent to /login has no use for what is behind it.
  if (handles.some((handle) => handle.isBehindLogin) && !wasSignedIn()) return
  for (const handle of handles) handle.screen.preload()
}

/** Keeps a hint for the next start; it opens nothing. */
export function rememberWhetherSignedIn(session: Pick<Session, 'get' | 'subscribe'>): void {
  session.subscribe(() => {
    const { status } = session.get()
    if (status === 'loading') return
    try {
      if (status === 'signed-in') localStorage.setItem(KEY, 'yes')
      else localStorage.removeItem(KEY)
    } catch {
      // Without storage the next start is a little slower.
    }
  })
}

function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}
