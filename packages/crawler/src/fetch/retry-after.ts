import { setTimeout as sleep } from 'node:timers/promises'
import { FetchFailure, type FetchResponse } from './fetcher.ts'

/** Statuses of temporary failures. */
export const TRANSIENT_STATUSES = new Set([429, 502, 503, 504])
/** Give up on a site that asks for a longer wait. */
export const MAX_INLINE_WAIT_MS = 6000
/** A longer Retry-After is treated as a mistake and cut to an hour. */
const MAX_RETRY_AFTER_MS = 3600_000

/** Returns the Retry-After of a busy site in milliseconds. Undefined if it sent none. */
export function retryAfterMs({ status, headers }: FetchResponse): number | undefined {
  const wish = TRANSIENT_STATUSES.has(status) ? headers['retry-after'] : undefined
  if (!wish) return undefined
  const ms = /^\s*\d+\s*$/.test(wish) ? Number(wish) * 1000 : Date.parse(wish) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 100), MAX_RETRY_AFTER_MS) : undefined
}

/** Waits; rejects with a FetchFailure of kind `cancelled` when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    throw new FetchFailure('cancelled', 'given up', error)
  }
}
