import { type FetchAnswer, type Fetcher, FetchFailure } from './fetcher.ts'
import { pause } from './pause.ts'

const TRY_AGAIN = new Set([429, 502, 503, 504])
const MAX_RETRIES = 2
const MAX_RETRY_AFTER_MS = 6000

/** Tries again what passes by itself, and not before the site's Retry-After; a longer wish is respected by leaving. */
export function withRetry(inner: Fetcher, backoffMs = 1000): Fetcher {
  return {
    async fetch(request) {
      for (let retry = 0; ; retry++) {
        const isLast = retry >= MAX_RETRIES
        try {
          const answer = await inner.fetch(request)
          const wait =
            isLast || !TRY_AGAIN.has(answer.status) ? undefined : waitOf(answer, backoffMs * 2 ** retry)
          if (wait === undefined) return answer
          await pause(wait, request.signal)
        } catch (error) {
          if (!isBroken(error) || retry >= 1) throw error
          await pause(backoffMs / 2, request.signal)
        }
      }
    },
  }
}

function waitOf({ headers }: FetchAnswer, backoffMs: number): number | undefined {
  const wish = headers['retry-after']
  if (!wish) return backoffMs
  const ms = /^\s*\d+\s*$/.test(wish) ? Number(wish) * 1000 : Date.parse(wish) - Date.now()
  if (!Number.isFinite(ms)) return backoffMs
  return ms > MAX_RETRY_AFTER_MS ? undefined : Math.max(ms, 100)
}

/** A connection that broke may hold the second time; a name that does not exist will not. */
function isBroken(error: unknown): boolean {
  if (!(error instanceof FetchFailure) || error.kind !== 'unreachable') return false
  const { code } = (error.cause ?? {}) as { code?: string }
  return code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE' || code === 'EAI_AGAIN'
}
