import { suppressionRoutes } from '@goldpan/contract/suppressions'
import type { Binder } from '../../http/bind.ts'
import type { Suppressions } from './suppressions.ts'

export function bindSuppressions(bind: Binder, suppressions: Suppressions): void {
  bind(suppressionRoutes.list, ({ owner, query }) => suppressions.list(owner, query))
  bind(suppressionRoutes.add, ({ owner, body }) => suppressions.add(owner, body))
  bind(suppressionRoutes.exportCsv, ({ owner }) => suppressions.exportCsv(owner))
  bind(suppressionRoutes.remove, ({ owner, params }) => suppressions.remove(owner, params.id))
}
