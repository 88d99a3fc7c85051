import { outcomeRoutes } from '@goldpan/contract/outcomes'
import type { Binder } from '../../../http/bind.ts'
import type { Outcomes } from './outcomes.ts'

export function bindOutcomes(bind: Binder, outcomes: Outcomes): void {
  bind(outcomeRoutes.summary, ({ owner, params }) => outcomes.summarize(owner, params.tableId))
  bind(outcomeRoutes.retry, ({ owner, params }) => outcomes.retry(owner, params.tableId))
}
