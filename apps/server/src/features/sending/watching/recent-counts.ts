import type { OwnerId } from '../../../db/owner.ts'
import type { StateCount } from '../sending.store.ts'

/** Of a job with more messages than this, how far it is is counted at most once in this while. */
const MANY = 1000
const COUNTED_MS = 1000

/**
 * Remembers for a moment how far a large job was, since counting takes the longer the larger it is. It is counted from
 * the rows all the same; nothing is added up here, so nothing can go wrong in a crash.
 */
export function rememberMany(count: (owner: OwnerId, id: string) => Promise<StateCount[]>) {
  const recent = new Map<string, StateCount[]>()

  return async (owner: OwnerId, id: string): Promise<StateCount[]> => {
    const key = `${owner} ${id}`
    const known = recent.get(key)
    if (known) return known
    const begunAt = performance.now()
    const counts = await count(owner, id)
    if (counts.reduce((total, one) => total + one.count, 0) > MANY) {
      recent.set(key, counts)
      const tookMs = performance.now() - begunAt
      // However long it takes: half of the time is the most that goes into counting.
      setTimeout(() => recent.delete(key), Math.max(COUNTED_MS - tookMs, tookMs)).unref()
    }
    return counts
  }
}
