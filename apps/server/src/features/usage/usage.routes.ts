import { usageRoutes } from '@goldpan/contract/usage'
import type { Binder } from '../../http/bind.ts'
import type { Usage } from './usage.ts'

export function bindUsage(bind: Binder, usage: Usage): void {
  bind(usageRoutes.getUsage, ({ owner, person }) => usage.getUsage(owner, person))
  bind(usageRoutes.getTokenSettings, ({ owner }) => usage.getTokenSettings(owner))
  bind(usageRoutes.updateTokenSettings, ({ owner, body }) => usage.updateTokenSettings(owner, body))
  bind(usageRoutes.getBalance, ({ owner }) => usage.getBalance(owner))
  bind(usageRoutes.listTransactions, ({ owner }) => usage.listTransactions(owner))
  bind(usageRoutes.exportTransactions, ({ owner }) => usage.exportTransactions(owner))
}
