/**
 * Runs `work` once at a time for each key. Calls that come while it runs share the next run: what they ask about may
 * have happened after this one began. They wait for two runs at most, however many they are.
 */
export function coalesce<Answer>(work: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const running = new Map<string, Promise<Answer>>()
  const next = new Map<string, Promise<Answer>>()

  function start(key: string): Promise<Answer> {
    next.delete(key)
    const run = work(key).finally(() => {
      if (running.get(key) === run) running.delete(key)
    })
    running.set(key, run)
    return run
  }

  function queue(key: string, current: Promise<Answer>): Promise<Answer> {
    // Whether it failed is its own callers' concern.
    const run = current.catch(() => null).then(() => start(key))
    next.set(key, run)
    return run
  }

  return (key) => {
    const current = running.get(key)
    return next.get(key) ?? (current ? queue(key, current) : start(key))
  }
}
