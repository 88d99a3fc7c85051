export interface WaitingOptions<Visit> {
  write: (batch: Visit[]) => Promise<void>
  onError: (error: unknown) => void
  delayMs: number
}

/** Beyond this many waiting visits, as when the database is away, further ones are dropped. */
export const WAITING_MAX = 50_000
const BATCH = 1000
const AFTER_A_FAULT_MS = 2000

/** Visits that wait to be written, many at a time. */
export function createWaitingVisits<Visit>({ write, onError, delayMs }: WaitingOptions<Visit>) {
  let waiting: Visit[] = []
  let count = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  /** Writes what waits; what could not be written waits on. */
  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH)
      try {
        await write(batch)
      } catch (error) {
        waiting = [...batch, ...waiting].slice(0, WAITING_MAX)
        onError(error)
        schedule(AFTER_A_FAULT_MS)
        return
      }
    }
  }

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(writeWaiting)
    return writing
  }

  function schedule(afterMs: number): void {
    if (timer) return
    timer = setTimeout(() => void flush(), afterMs)
    timer.unref()
  }

  return {
    /** False when there is no room for it. */
    add(visit: Visit): boolean {
      if (waiting.length >= WAITING_MAX) return false
      waiting.push(visit)
      count += 1
      schedule(delayMs)
      return true
    },
    /** How many were added so far. */
    count: () => count,
    flush,
  }
}
