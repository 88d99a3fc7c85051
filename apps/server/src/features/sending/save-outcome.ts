import { setTimeout as sleep } from 'node:timers/promises'

/** About a minute. */
const ATTEMPTS = 32
/** About five seconds, for a worker that is stopping. */
const ATTEMPTS_STOPPING = 5

/**
 * Repeats a write that failed in a database outage. False if the outage lasts: the message stays marked, and recovery
 * reports it as unconfirmed; requeueing could send it twice. A write that was committed before must do nothing.
 */
export async function saveOutcome(
  write: () => Promise<unknown>,
  { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await write()
      return true
    } catch (error) {
      if (attempt >= (signal.aborted ? ATTEMPTS_STOPPING : ATTEMPTS)) {
        onError(error)
        return false
      }
      await sleep(Math.min(250 * 2 ** attempt, 2000))
    }
  }
}
