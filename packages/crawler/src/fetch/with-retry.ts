import { type Fetcher, FetchFailure } from './fetcher.ts'
import { PASSING, PATIENCE_MS, pause, restAskedFor } from './retry-after.ts'

const MAX_RETRIES = 2

/** Tries again what passes by itself, and not before the site's Retry-After; a longer wish is respected by leaving. */
export function withRetry(inner: Fetcher, backoffMs = 1000): Fetcher {
  return {
    async fetch(request) {
      for (let retry = 0; ; retry++) {
        const isLast = retry >= MAX_RETRIES
        try {
          const answer = await inner.fetch(request)
          if (isLast || !PASSING.has(answer.status)) return answer
          const wait = restAskedFor(answer) ?? backoffMs * 2 ** retry
          if (wait > PATIENCE_MS) return answer
          await pause(wait, request.signal)
        } catch (error) {
          if (!isBroken(error) || retry >= 1) throw error
          await pause(backoffMs / 2, request.signal)
        }
      }
    },
  }
}

/** A connection that broke may hold the second time; a name that does not exist will not. */
function isBroken(error: unknown): boolean {
  if (!(error instanceof FetchFailure) || error.kind !== 'unreachable') return false
  const { code } = (error.cause ?? {}) as { code?: string }
  return code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE' || code === 'EAI_AGAIN'
}
