import { gatheringRoutes } from '@goldpan/contract/gathering'
import type { Binder } from '../../http/bind.ts'
import type { Gathering } from './gathering.ts'

export function bindGathering(bind: Binder, gathering: Gathering): void {
  bind(gatheringRoutes.start, ({ owner, body }) => gathering.start(owner, body))
  bind(gatheringRoutes.status, ({ owner, params }) => gathering.getJob(owner, params.jobId))
  bind(gatheringRoutes.cancel, ({ owner, params }) => gathering.cancel(owner, params.jobId))
  bind(gatheringRoutes.history, ({ owner, params }) => gathering.listHistory(owner, params.tableId))
  bind(gatheringRoutes.countProspects, ({ owner, params }) => gathering.countProspects(owner, params.tableId))
}
