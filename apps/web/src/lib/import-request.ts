import type { ImportKind } from '@goldpan/contract/imports'
import { createStore, type Store } from './store.ts'

export interface ImportRequest {
  kind: ImportKind
  /** Of an import that has begun; without one a file is chosen first. */
  id?: string
  /** The table that businesses go into; without one the import makes a new table. */
  table?: { id: string; name: string }
}

const store = createStore<ImportRequest | null>(null)

/** Opens the dialog that takes a CSV file, from whichever screen. */
export const openImport = (request: ImportRequest): void => store.set(request)
export const closeImport = (): void => store.set(null)

/** What the dialog shows. */
export const importRequestStore: Pick<Store<ImportRequest | null>, 'get' | 'subscribe'> = store
