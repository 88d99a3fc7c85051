/**
 * Runs `work` once at a time for each key. Calls that arrive during a run share the next one, because they may be about
 * something that happened after the current run began. A call waits for two runs at most.
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
    // A failure concerns only the callers of that run.
    const run = current.catch(() => null).then(() => start(key))
    next.set(key, run)
    return run
  }

  return (key) => {
    const current = running.get(key)
    return next.get(key) ?? (current ? queue(key, current) : start(key))
  }
}
