import { setTimeout as sleep } from 'node:timers/promises'
import { FetchFailure } from './fetcher.ts'

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    throw new FetchFailure('cancelled', 'given up', error)
  }
}
