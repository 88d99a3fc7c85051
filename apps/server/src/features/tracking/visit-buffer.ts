import pg from 'pg'

export interface VisitBufferOptions<Visit> {
  write: (batch: Visit[]) => Promise<void>
  onError: (error: unknown) => void
  /** Between the first visit and the write. */
  waitMs: number
}

/** Further visits are dropped, such as in a long database outage. */
const MAX_WAITING = 50_000
const MAX_BATCH = 1000
const RETRY_AFTER_MS = 2000

/** Buffers visits briefly and writes them in batches. Retries failed ones. */
export function createVisitBuffer<Visit>({ write, onError, waitMs }: VisitBufferOptions<Visit>) {
  let waiting: Visit[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const failed = await writeBatch(waiting.splice(0, MAX_BATCH))
      if (failed.length === 0) continue
      waiting = [...failed, ...waiting]
      schedule(RETRY_AFTER_MS)
      return
    }
  }

  /** Returns the visits to retry. Drops visits that the database rejects, so that they don't block others. */
  async function writeBatch(batch: Visit[]): Promise<Visit[]> {
    try {
      await write(batch)
      return []
    } catch (error) {
      if (!isBadData(error)) {
        onError(error)
        return batch
      }
      if (batch.length === 1) {
        onError(error)
        return []
      }
      const middle = Math.ceil(batch.length / 2)
      const failed = await writeBatch(batch.slice(0, middle))
      return [...failed, ...(await writeBatch(batch.slice(middle)))]
    }
  }

  function schedule(afterMs: number): void {
    timer ??= setTimeout(() => void flush(), afterMs).unref()
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(writeAll)
    return writing
  }

  return {
    add(visit: Visit): void {
      if (waiting.length >= MAX_WAITING) return
      waiting.push(visit)
      schedule(waitMs)
    },
    flush,
  }
}

/** PostgreSQL error classes 22 and 23: a rejected value or row. */
function isBadData(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^2[23]/.test(error.code ?? '')
  return error instanceof Error && isBadData(error.cause)
}
