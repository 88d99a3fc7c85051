import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import type { Binder } from '../../http/bind.ts'
import type { InstallationEpoch } from './epoch/epoch.ts'
import type { PaceCare } from './pace/pace.ts'
import type { Pauses } from './pauses/pauses.ts'
import type { Preview } from './preview/preview.ts'

export interface SendingCare {
  pace: PaceCare
  pauses: Pauses
  preview: Preview
  epoch: InstallationEpoch
}

export function bindSendingCare(bind: Binder, { pace, pauses, preview }: SendingCare): void {
  bind(sendingCareRoutes.getPace, ({ owner }) => pace.get(owner, false))
  bind(sendingCareRoutes.savePace, async ({ owner, body }) => {
    await pace.save(owner, body)
    return pace.get(owner, false)
  })
  bind(sendingCareRoutes.previewSend, ({ owner, params, body }) =>
    preview.previewSend(owner, params.id, body),
  )
  bind(sendingCareRoutes.listPauses, ({ owner }) => pauses.list(owner))
  bind(sendingCareRoutes.liftPause, ({ owner, params }) => pauses.lift(owner, params.id))
}
