import { SESSION_HINT_COOKIE } from '@goldpan/contract/session-hint'

/** True if the server's hint cookie says that there is a session. */
export function mayHaveSession(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${SESSION_HINT_COOKIE}=`))
}
