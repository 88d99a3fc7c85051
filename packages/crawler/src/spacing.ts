/**
 * Keeps requests to one host, domain or address apart. The default works in memory; a shared one coordinates several
 * processes.
 */
export interface Spacing {
  /**
   * Reserves the next free moment of all keys together and returns the milliseconds until then. An interval of 0
   * reserves nothing.
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

/** For local test servers and benchmarks. */
export const noSpacing: Spacing = { reserve: async () => 0 }
