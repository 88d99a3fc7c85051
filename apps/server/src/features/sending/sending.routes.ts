import { sendingRoutes } from '@goldpan/contract/sending'
import type { Binder } from '../../http/bind.ts'
import type { Sending } from './sending.ts'

export function bindSending(bind: Binder, sending: Sending): void {
  bind(sendingRoutes.send, ({ owner, params, body }) => sending.start(owner, params.id, body))
  bind(sendingRoutes.getJob, ({ owner, params }) => sending.getJob(owner, params.jobId))
  bind(sendingRoutes.cancelJob, ({ owner, params }) => sending.cancel(owner, params.jobId))
  bind(sendingRoutes.listJobs, ({ owner, params }) => sending.listJobs(owner, params.id))
  bind(sendingRoutes.listDeliveries, ({ owner, params, query }) =>
    sending.listDeliveries(owner, params.id, query),
  )
}
