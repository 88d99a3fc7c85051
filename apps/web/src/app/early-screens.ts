import { matchRoutes, type RouteObject } from 'react-router'
import { mayHaveSession } from '../lib/session-hint.ts'
import type { Screen } from './screens.ts'

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
  if (handles.some((handle) => handle.isBehindLogin) && !mayHaveSession()) return
  for (const handle of handles) handle.screen.preload()
}
