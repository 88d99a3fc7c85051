import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'

interface Watched<Answer> {
  /** Resolves when the thing may be looked at. */
  free: Promise<unknown>
  /** The look that begins then; null while nobody asks for one. */
  next: Promise<Answer> | null
}

/**
 * Lets many who watch the same thing share a look: each gets one that began after asking, so nobody is told what was
 * out of date already. Between two looks at the same thing it waits for `restMs`; whoever watches alone does not wait.
 */
export function shareLooks<Of extends string[], Answer>(
  restMs: number,
  look: (...of: Of) => Promise<Answer>,
) {
  const watched = new Map<string, Watched<Answer>>()

  function begin(key: string, of: Of, entry: Watched<Answer>): Promise<Answer> {
    const answer = look(...of)
    const rest = () => pause(restMs, undefined, { ref: false })
    entry.next = null
    entry.free = answer.then(rest, rest)
    void entry.free.then(() => {
      if (entry.next === null) watched.delete(key)
    })
    return answer
  }

  return (...of: Of): Promise<Answer> => {
    const key = of.join(' ')
    // Not at once: who asks in the same moment, as all do whose session was looked up together, gets the same look.
    const entry = watched.get(key) ?? { free: turn(), next: null }
    watched.set(key, entry)
    entry.next ??= entry.free.then(() => begin(key, of, entry))
    return entry.next
  }
}
