import type { ImportKind } from '@goldpan/contract/imports'
import { createStore, type Store } from './store.ts'

export interface ImportRequest {
  kind: ImportKind
  /** An import that has begun; without one a file is chosen first. */
  id?: string
  /** The table for businesses; without one the import creates a table. */
  table?: { id: string; name: string }
}

const store = createStore<ImportRequest | null>(null)

/** Opens the import dialog from any screen. */
export const openImport = (request: ImportRequest): void => store.set(request)
export const closeImport = (): void => store.set(null)

export const importRequestStore: Pick<Store<ImportRequest | null>, 'get' | 'subscribe'> = store
