import type { Visit } from '../tracking.rules.ts'

/** For so long, and up to twice as long, what asks again for the same picture is the same look at a message. */
const REPEATED_MS = 10_000
const PICTURES_MAX = 50_000

/**
 * Pictures that were loaded a moment ago. Some proxies ask for the same one hundreds of times in a row; only the first
 * is looked at closely. Two generations, so that the old ones are forgotten without going through them.
 */
export function createRepeats() {
  let young = new Map<string, Visit>()
  let old = new Map<string, Visit>()
  let turnedAt = 0

  function turn(now: number): void {
    if (now - turnedAt < REPEATED_MS && now >= turnedAt && young.size < PICTURES_MAX) return
    old = now - turnedAt < 2 * REPEATED_MS && now >= turnedAt ? young : new Map()
    young = new Map()
    turnedAt = now
  }

  return {
    /** The same program, asking in the same way. */
    has(token: string, visit: Visit, now: number): boolean {
      turn(now)
      const known = young.get(token) ?? old.get(token)
      if (known === undefined || known === visit) return known === visit
      const { userAgent, purpose, method } = visit
      return known.userAgent === userAgent && known.purpose === purpose && known.method === method
    },
    add: (token: string, visit: Visit) => void young.set(token, visit),
    forget(token: string): void {
      young.delete(token)
      old.delete(token)
    },
  }
}
