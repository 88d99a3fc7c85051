/**
 * Keeps requests to one host, one registrable domain and one address apart.
 * The default lives in memory; a shared one lets several processes keep the same distance.
 */
export interface Spacing {
  /**
   * Books the next free moment of all keys together; answers the milliseconds to wait before the request. An interval
   * of 0 books nothing.
   */
  reserve(keys: readonly string[], intervalMs: number): Promise<number>
}

const FORGET_ABOVE_KEYS = 10_000

export function createMemorySpacing(now: () => number = Date.now): Spacing {
  const freeAt = new Map<string, number>()
  return {
    async reserve(keys, intervalMs) {
      const moment = now()
      if (freeAt.size > FORGET_ABOVE_KEYS) {
        for (const [key, at] of freeAt) if (at <= moment) freeAt.delete(key)
      }
      const start = Math.max(moment, ...keys.map((key) => freeAt.get(key) ?? 0))
      for (const key of keys) freeAt.set(key, start + intervalMs)
      return start - moment
    },
  }
}

/** For test servers and benchmarks on one's own machine. */
export const noSpacing: Spacing = { reserve: async () => 0 }
