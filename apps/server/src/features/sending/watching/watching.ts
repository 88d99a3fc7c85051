import { setTimeout as pause } from 'node:timers/promises'

/** So long is waited between two looks at the same thing. */
const REST_MS = 100

interface Watched<Answer> {
  /** Resolves when the thing may be looked at again. */
  rested: Promise<void>
  /** The look that begins then; null while nobody asks for one. */
  next: Promise<Answer> | null
}

/**
 * Lets many who watch the same thing share a look: each gets one that began after asking, so nobody is told what was
 * out of date already. Whoever watches alone does not wait.
 */
export function shareLooks<Of extends string[], Answer>(look: (...of: Of) => Promise<Answer>) {
  const watched = new Map<string, Watched<Answer>>()

  function lookNow(key: string, of: Of): Promise<Answer> {
    const answer = look(...of)
    const rest = () => pause(REST_MS, undefined, { ref: false })
    const entry: Watched<Answer> = { rested: answer.then(rest, rest), next: null }
    watched.set(key, entry)
    void entry.rested.then(() => {
      if (entry.next === null) watched.delete(key)
    })
    return answer
  }

  return (...of: Of): Promise<Answer> => {
    const key = of.join(' ')
    const entry = watched.get(key)
    if (!entry) return lookNow(key, of)
    entry.next ??= entry.rested.then(() => lookNow(key, of))
    return entry.next
  }
}
