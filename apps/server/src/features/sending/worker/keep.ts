import { setTimeout as pause } from 'node:timers/promises'

/** What the database did not take is offered again for about a minute. */
const KEEP_TRIES = 32
/** Some five seconds: whoever is to stop does not wait for a database that has been away for longer. */
const LAST_TRIES = 5
/** Not longer: a database that is back is noticed at once. */
const LONGEST_KEEP_MS = 2000

/**
 * What is known about a message must not be lost to a database that is away for a moment. If it is away for longer, the
 * message is left as it is marked, for the next run to recover: trying it again could send it twice.
 */
export function createKeep(onError: (error: unknown) => void) {
  return async (write: () => Promise<unknown>, stopping: AbortSignal): Promise<'kept' | 'left'> => {
    for (let tries = 1; ; tries++) {
      try {
        await write()
        return 'kept'
      } catch (error) {
        if (tries >= (stopping.aborted ? LAST_TRIES : KEEP_TRIES)) {
          onError(error)
          return 'left'
        }
        await pause(Math.min(250 * 2 ** tries, LONGEST_KEEP_MS))
      }
    }
  }
}
