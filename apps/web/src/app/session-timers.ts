import type { Session } from '../lib/session.ts'

export const SESSION_REFRESH_EVERY_MS = 240_000
export const SESSION_CHECK_AFTER_VISIBLE_MS = 1_000

/** Refreshes the session every 240 s, and 1 s after the tab becomes visible. Returns a stop function. */
export function keepSessionFresh(session: Pick<Session, 'get' | 'check'>, page: Document): () => void {
  let afterVisible: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    if (session.get().status === 'signed-in') void session.check()
  }
  const onVisibility = () => {
    clearTimeout(afterVisible)
    if (page.visibilityState === 'visible') afterVisible = setTimeout(check, SESSION_CHECK_AFTER_VISIBLE_MS)
  }
  const every = setInterval(check, SESSION_REFRESH_EVERY_MS)
  page.addEventListener('visibilitychange', onVisibility)
  return () => {
    clearInterval(every)
    clearTimeout(afterVisible)
    page.removeEventListener('visibilitychange', onVisibility)
  }
}
