import { supportRoutes } from '@goldpan/contract/support'
import type { Binder } from '../../http/bind.ts'
import type { Support } from './support.ts'

export function bindSupport(bind: Binder, support: Support): void {
  bind(supportRoutes.send, ({ owner, body, file }) => support.send(owner, body, file))
  bind(supportRoutes.list, ({ owner }) => support.list(owner))
}
