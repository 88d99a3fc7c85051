/** Processed over total, in whole percents. */
export function percentOf(value: number, max: number): number {
  if (max <= 0) return 0
  return Math.min(100, Math.max(0, Math.round((value / max) * 100)))
}

export type UsageState = 'normal' | 'near' | 'full'

/** Blue below 80 %, yellow from there, red from 100 % on. No limit is never near. */
export function usageState(count: number, limit: number | null): UsageState {
  if (limit === null) return 'normal'
  if (count >= limit) return 'full'
  return count >= limit * 0.8 ? 'near' : 'normal'
}
