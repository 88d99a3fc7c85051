import { setTimeout as sleep } from 'node:timers/promises'

/** About a minute. */
const TRIES = 32
/** About five seconds, for a worker that is stopping. */
const TRIES_STOPPING = 5

/**
 * Repeats a write that failed in a database outage. False if the outage lasts: the message stays marked, and recovery
 * reports it as unconfirmed; requeueing could send it twice. The write has to do nothing if it was committed before.
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
      if (attempt >= (signal.aborted ? TRIES_STOPPING : TRIES)) {
        onError(error)
        return false
      }
      await sleep(Math.min(250 * 2 ** attempt, 2000))
    }
  }
}
