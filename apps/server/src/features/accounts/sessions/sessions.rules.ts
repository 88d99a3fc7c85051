const DAY_MS = 86_400_000

/** A session ends after 30 days without use and after 90 days at most. */
export const SESSION_IDLE_MS = 30 * DAY_MS
export const SESSION_MAX_MS = 90 * DAY_MS

/** Use is written down at most once in this while. */
export const SESSION_TOUCH_MS = 60_000

/** A token that is refreshed and is older than this is replaced: who steals one has it no longer than that. */
export const SESSION_ROTATION_MS = 60 * 60_000

/** Requests that were on their way when the token was replaced, and tabs that refreshed at the same moment. */
export const SESSION_OVERLAP_MS = 60_000

/** For so long after the login, or after the password was shown again, it need not be shown. */
export const PROOF_MS = 60 * 60_000

export interface SessionTokens {
  token_hash: string
  created_at: string
  rotated_at: string | null
  confirmed_at: string | null
}

const since = (at: string, now: Date) => now.getTime() - new Date(at).getTime()

/**
 * A token that was replaced, and used after its successor was: two people hold tokens of one session, and nobody can
 * know which of them is its owner.
 */
export const isStolen = (session: SessionTokens, tokenHash: string, now: Date): boolean =>
  session.token_hash !== tokenHash &&
  session.confirmed_at !== null &&
  since(session.confirmed_at, now) > SESSION_OVERLAP_MS

/** Whether a refresh replaces the token: an old one, or one whose successor never reached the browser. */
export function isRotationDue(session: SessionTokens, tokenHash: string, now: Date): boolean {
  const rotatedAt = session.rotated_at ?? session.created_at
  if (session.token_hash === tokenHash) return since(rotatedAt, now) > SESSION_ROTATION_MS
  return session.confirmed_at === null && since(rotatedAt, now) > SESSION_OVERLAP_MS
}

/** Whether the password was shown lately in a session, be it at its login. */
export const isProved = (session: { created_at: string; proved_at: string | null }, now: Date): boolean =>
  since(session.proved_at ?? session.created_at, now) <= PROOF_MS

export function isSessionOver(session: { created_at: string; used_at: string }, now: Date): boolean {
  const at = now.getTime()
  return (
    at - new Date(session.used_at).getTime() > SESSION_IDLE_MS ||
    at - new Date(session.created_at).getTime() > SESSION_MAX_MS
  )
}

/** The first that fits: many browsers name others as well, to be taken for them. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Version\/.* Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'an iPhone'],
  [/iPad/, 'an iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'a Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** 'Firefox on Windows': what a browser says it is, in plain words. */
export function deviceOf(userAgent: string | null): string {
  const find = (known: [RegExp, string][]) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const browser = find(BROWSERS)
  if (!browser) return 'An unknown browser'
  const system = find(SYSTEMS)
  return system ? `${browser} on ${system}` : browser
}
