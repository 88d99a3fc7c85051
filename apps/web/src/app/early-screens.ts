import { matchRoutes, type RouteObject } from 'react-router'
import { mayHaveSession } from '../lib/session-hint.ts'
import type { Screen } from './screens.ts'

/** What a route says about the code that it needs. */
export interface RouteHandle {
  screen: Screen
  isBehindLogin?: boolean
}

/** Fetches code and content of the screen at this address beside the session call instead of after it. */
export function fetchScreenEarly(routes: RouteObject[], pathname: string): void {
  const matches = (matchRoutes(routes, pathname) ?? []).flatMap(({ route, params }) => {
    const handle: RouteHandle | undefined = route.handle
    return handle ? [{ handle, params }] : []
  })
  // A visitor who will be sent to /login has no use for what is behind it.
  if (matches.some(({ handle }) => handle.isBehindLogin) && !mayHaveSession()) return
  for (const { handle, params } of matches) {
    handle.screen.preload()
    handle.screen.askAhead(params)
  }
}
