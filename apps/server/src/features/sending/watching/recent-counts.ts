import type { OwnerId } from '../../../db/owner.ts'
import type { StateCount } from '../sending.store.ts'

/** Of a job with more messages than this, how far it is is counted at most once in this while. */
const MANY = 1000
const COUNTED_MS = 1000
/** However long counting takes: no more of the time than this goes into it. */
const LARGEST_SHARE = 1 / 30
/** For so long after that the old figures are still good enough for those who ask while it is counted again. */
const GRACE_MS = 1000

interface Known {
  counts: StateCount[]
  isDue: boolean
}

/**
 * Remembers for a moment how far a large job was, since counting takes the longer the larger it is. It is counted from
 * the rows all the same; nothing is added up here, so nothing can go wrong in a crash.
 */
export function rememberMany(count: (owner: OwnerId, id: string) => Promise<StateCount[]>) {
  const recent = new Map<string, Known>()

  function remember(key: string, counts: StateCount[], tookMs: number): void {
    const known = { counts, isDue: false }
    const restMs = Math.max(COUNTED_MS, tookMs / LARGEST_SHARE) - tookMs
    recent.set(key, known)
    setTimeout(() => {
      known.isDue = true
    }, restMs).unref()
    setTimeout(() => {
      if (recent.get(key) === known) recent.delete(key)
    }, restMs + GRACE_MS).unref()
  }

  async function countNow(key: string, owner: OwnerId, id: string): Promise<StateCount[]> {
    const begunAt = performance.now()
    const counts = await count(owner, id)
    if (counts.reduce((total, one) => total + one.count, 0) > MANY)
      remember(key, counts, performance.now() - begunAt)
    return counts
  }

  return async (owner: OwnerId, id: string): Promise<StateCount[]> => {
    const key = `${owner} ${id}`
    const known = recent.get(key)
    if (!known) return countNow(key, owner, id)
    if (known.isDue) {
      known.isDue = false
      // What fails here fails for whoever asks when the grace is over.
      countNow(key, owner, id).catch(() => undefined)
    }
    return known.counts
  }
}
