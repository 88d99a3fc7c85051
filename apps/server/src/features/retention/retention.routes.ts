import { retentionRoutes as routes } from '@goldpan/contract/retention'
import type { Binder } from '../../http/bind.ts'
import type { Retention } from './retention.ts'

export function bindRetention(bind: Binder, retention: Retention): void {
  bind(routes.get, ({ owner }) => retention.get(owner))
  bind(routes.save, ({ owner, person, body, caller }) => retention.save(person, owner, body, caller))
}
