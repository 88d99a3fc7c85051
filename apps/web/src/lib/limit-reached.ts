import { type UsageType, usageType } from '@goldpan/contract/usage'
import { isApiError } from './api-error.ts'

export interface LimitReached {
  usageType: UsageType
  /** How many are still needed, when the server said so. */
  needed?: number
}

let current: LimitReached | null = null
const listeners = new Set<() => void>()

function set(next: LimitReached | null) {
  current = next
  for (const listener of listeners) listener()
}

/** Opens the modal that says which monthly limit was reached and what can be done. */
export function showLimitReached(type: UsageType, details: Omit<LimitReached, 'usageType'> = {}): void {
  set({ ...details, usageType: type })
}

export function hideLimitReached(): void {
  set(null)
}

/** Opens the modal if the error is a refusal for a limit, and says whether it was. Any other error is the screen's. */
export function showIfLimitReached(error: unknown): boolean {
  if (!isApiError(error) || error.status !== 403 || error.code !== 'LIMIT_REACHED') return false
  const type = usageType.safeParse(error.body.usage_type)
  if (!type.success) return false
  const needed = error.body.needed
  showLimitReached(type.data, { needed: typeof needed === 'number' ? needed : undefined })
  return true
}

/** What the modal shows: a store for useSyncExternalStore. */
export const limitReachedStore = {
  get: () => current,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
