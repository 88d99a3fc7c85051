const DAY_MS = 86_400_000

/** A session ends after 30 days without use and after 90 days at most. */
export const SESSION_IDLE_MS = 30 * DAY_MS
export const SESSION_MAX_MS = 90 * DAY_MS

/** Use is written down at most once in this while. */
export const SESSION_TOUCH_MS = 60_000

export function isSessionOver(session: { created_at: string; used_at: string }, now: Date): boolean {
  const at = now.getTime()
  return (
    at - new Date(session.used_at).getTime() > SESSION_IDLE_MS ||
    at - new Date(session.created_at).getTime() > SESSION_MAX_MS
  )
}
