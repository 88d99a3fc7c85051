import { setTimeout as sleep } from 'node:timers/promises'
import { type FetchAnswer, FetchFailure } from './fetcher.ts'

/** Answers that pass by themselves. */
export const PASSING = new Set([429, 502, 503, 504])
/** A longer wish is respected by leaving. */
export const PATIENCE_MS = 6000
/** What a site asks for beyond this is asked for by mistake. */
const LONGEST_MS = 3600_000

/** The milliseconds for which a busy site asks to be left alone; undefined where it does not say. */
export function restAskedFor({ status, headers }: FetchAnswer): number | undefined {
  const wish = PASSING.has(status) ? headers['retry-after'] : undefined
  if (!wish) return undefined
  const ms = /^\s*\d+\s*$/.test(wish) ? Number(wish) * 1000 : Date.parse(wish) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 100), LONGEST_MS) : undefined
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
