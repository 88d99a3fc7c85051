import { planCaps } from '@goldpan/contract/plans'
import type { UsageType } from '@goldpan/contract/usage'
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

/** By the caps, since the login page doesn't load the schemas of usage. */
const isUsageType = (type: unknown): type is UsageType =>
  typeof type === 'string' && Object.hasOwn(planCaps.free, type)

export const limitReachedStore: Pick<Store<LimitReached | null>, 'get' | 'subscribe'> = store
