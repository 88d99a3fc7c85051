import { searchRoutes } from '@goldpan/contract/search'
import type { Binder } from '../../http/bind.ts'
import type { Search } from './search.ts'

export function bindSearch(bind: Binder, search: Search): void {
  bind(searchRoutes.search, ({ owner, body }) => search.search(owner, body))
}
