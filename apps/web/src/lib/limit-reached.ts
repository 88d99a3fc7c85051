import { type UsageType, usageType } from '@goldpan/contract/usage'
import { isApiError } from './api-error.ts'
import { createStore, type Store } from './store.ts'

export interface LimitReached {
  usageType: UsageType
  /** How many are still needed, when the server said so. */
  needed?: number
}

const store = createStore<LimitReached | null>(null)

/** Opens the modal that says which monthly limit was reached and what can be done. */
export function showLimitReached(type: UsageType, details: Omit<LimitReached, 'usageType'> = {}): void {
  store.set({ ...details, usageType: type })
}

export function hideLimitReached(): void {
  store.set(null)
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

/** What the modal shows. */
export const limitReachedStore: Pick<Store<LimitReached | null>, 'get' | 'subscribe'> = store
