import { type Fetcher, FetchFailure } from './fetcher.ts'
import { MAX_INLINE_WAIT_MS, pause, retryAfterMs, TRANSIENT_STATUSES } from './retry-after.ts'

const MAX_RETRIES = 2

/** Retries temporary failures, honouring Retry-After. Returns the response if the site asks for a longer wait. */
export function withRetry(inner: Fetcher, backoffMs = 1000): Fetcher {
  return {
    async fetch(request) {
      for (let retry = 0; ; retry++) {
        const isLast = retry >= MAX_RETRIES
        try {
          const response = await inner.fetch(request)
          if (isLast || !TRANSIENT_STATUSES.has(response.status)) return response
          const wait = retryAfterMs(response) ?? backoffMs * 2 ** retry
          if (wait > MAX_INLINE_WAIT_MS) return response
          await pause(wait, request.signal)
        } catch (error) {
          if (!isBroken(error) || retry >= 1) throw error
          await pause(backoffMs / 2, request.signal)
        }
      }
    },
  }
}

/** A broken connection may work the second time. A name that doesn't exist won't. */
function isBroken(error: unknown): boolean {
  if (!(error instanceof FetchFailure) || error.kind !== 'unreachable') return false
  const { code } = (error.cause ?? {}) as { code?: string }
  return code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE' || code === 'EAI_AGAIN'
}
