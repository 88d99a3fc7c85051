import { type UsageType, usageTypes } from '@goldpan/contract/plans'
import { isApiError } from './api-error.ts'
import { createStore, type Store } from './store.ts'

export interface LimitReached {
  usageType: UsageType
  /** The number of missing tokens, if the server says. */
  needed?: number
}

const store = createStore<LimitReached | null>(null)

/** Opens the limit modal. */
export function showLimitReached(type: UsageType, details: Omit<LimitReached, 'usageType'> = {}): void {
  store.set({ ...details, usageType: type })
}

export function hideLimitReached(): void {
  store.set(null)
}

/** Opens the modal if a limit was reached. Returns false for other errors. */
export function showIfLimitReached(error: unknown): boolean {
  if (!isApiError(error) || error.status !== 403 || error.code !== 'LIMIT_REACHED') return false
  const { usage_type: type, needed } = error.body
  if (!isUsageType(type)) return false
  showLimitReached(type, { needed: typeof needed === 'number' ? needed : undefined })
  return true
}

const isUsageType = (type: unknown): type is UsageType => usageTypes.some((known) => known === type)

export const limitReachedStore: Pick<Store<LimitReached | null>, 'get' | 'subscribe'> = store
