import { removalRoutes } from '@goldpan/contract/removals'
import type { Binder } from '../../http/bind.ts'
import type { Removals } from './removals.ts'

export function bindRemovals(bind: Binder, removals: Removals): void {
  bind(removalRoutes.undo, ({ owner, params }) => removals.undo(owner, params.removalId))
}
