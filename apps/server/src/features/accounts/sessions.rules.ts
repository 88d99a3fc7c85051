const DAY_MS = 86_400_000

/** A session ends after 30 days without use and after 90 days at most. */
export const SESSION_IDLE_MS = 30 * DAY_MS
export const SESSION_MAX_MS = 90 * DAY_MS

/** `used_at` is written at most once a minute. */
export const SESSION_TOUCH_MS = 60_000

/** A refresh replaces an older token, so a stolen one is of use for an hour at most. */
export const SESSION_ROTATION_MS = 60 * 60_000

/** The old token still works for requests under way and for tabs that refreshed at the same moment. */
export const SESSION_OVERLAP_MS = 60_000

/** The password is asked for again an hour after it was last entered. */
export const PROOF_MS = 60 * 60_000

export interface SessionTokens {
  token_hash: string
  created_at: string
  rotated_at: string | null
  confirmed_at: string | null
}

const since = (at: string, now: Date) => now.getTime() - new Date(at).getTime()

/**
 * True for an old token used after its successor: two people have tokens of the session, and either may be the thief.
 */
export const isStolen = (session: SessionTokens, tokenHash: string, now: Date): boolean =>
  session.token_hash !== tokenHash &&
  session.confirmed_at !== null &&
  since(session.confirmed_at, now) > SESSION_OVERLAP_MS

/** True for an old token, and for one whose successor never reached the browser. */
export function isRotationDue(session: SessionTokens, tokenHash: string, now: Date): boolean {
  const rotatedAt = session.rotated_at ?? session.created_at
  if (session.token_hash === tokenHash) return since(rotatedAt, now) > SESSION_ROTATION_MS
  return session.confirmed_at === null && since(rotatedAt, now) > SESSION_OVERLAP_MS
}

/** Logging in counts as entering the password. */
export const isProved = (session: { created_at: string; proved_at: string | null }, now: Date): boolean =>
  since(session.proved_at ?? session.created_at, now) <= PROOF_MS

export function isSessionOver(session: { created_at: string; used_at: string }, now: Date): boolean {
  const at = now.getTime()
  return (
    at - new Date(session.used_at).getTime() > SESSION_IDLE_MS ||
    at - new Date(session.created_at).getTime() > SESSION_MAX_MS
  )
}

/** The first match counts: many browsers also name others. */
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

/** Such as 'Firefox on Windows'. */
export function deviceOf(userAgent: string | null): string {
  const find = (known: [RegExp, string][]) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const browser = find(BROWSERS)
  if (!browser) return 'An unknown browser'
  const system = find(SYSTEMS)
  return system ? `${browser} on ${system}` : browser
}
