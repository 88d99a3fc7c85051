import { SESSION_HINT_COOKIE } from '@goldpan/contract/session-hint'

/** Whether the server has left word that this browser holds a session. */
export function mayHaveSession(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${SESSION_HINT_COOKIE}=`))
}
