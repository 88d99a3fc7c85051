/** Claimed ahead at least, as a multiple of what is handed over at once. */
const LEAST_TIMES = 5
/** So much work is claimed ahead: longer than a claim takes, shorter than another owner would notice. */
const AHEAD_MS = 250
/** Claims are released one by one when a worker stops. */
export const MOST_AHEAD = 250

/**
 * How many messages a worker claims ahead, so that no hand-over waits for the database: what it handed over in the last
 * quarter of a second. With few places and quick mail servers, claims of a few messages would cost more than sending.
 */
export function createAhead(concurrency: number, now: () => number = () => performance.now()) {
  const least = concurrency * LEAST_TIMES
  let since = now()
  let count = 0
  let recent = 0

  function look(): void {
    const passed = now() - since
    if (passed < AHEAD_MS) return
    recent = Math.round((count * AHEAD_MS) / passed)
    count = 0
    since = now()
  }

  return {
    /** A message has been handed over. */
    note(): void {
      look()
      count += 1
    },
    most(): number {
      look()
      return Math.max(least, Math.min(recent, MOST_AHEAD))
    },
  }
}
