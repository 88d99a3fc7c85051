import { searchRoutes } from '@goldpan/contract/search'
import type { Binder } from '../../http/bind.ts'
import type { Search } from './search.ts'

export interface MapPictures {
  tiles: string | null
  attribution: string | null
}

export function bindSearch(bind: Binder, search: Search, map: MapPictures): void {
  bind(searchRoutes.map, () => map)
  bind(searchRoutes.search, ({ owner, body }) => search.search(owner, body))
}
