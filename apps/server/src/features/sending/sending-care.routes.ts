import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import type { OwnerId } from '../../db/owner.ts'
import type { Binder } from '../../http/bind.ts'
import type { InstallationEpoch } from './epoch.ts'
import type { OwnMailbox } from './own-mailbox.ts'
import type { PaceCare } from './pace.ts'
import type { Pauses } from './pauses.ts'
import type { Preview } from './preview.ts'

export interface SendingCare {
  pace: PaceCare
  pauses: Pauses
  preview: Preview
  epoch: InstallationEpoch
  mailbox: OwnMailbox
}

export function bindSendingCare(bind: Binder, { pace, pauses, preview, mailbox }: SendingCare): void {
  const isMailbox = async (owner: OwnerId) => (await mailbox.findUsed(owner)) !== null
  bind(sendingCareRoutes.getPace, async ({ owner }) => pace.get(owner, await isMailbox(owner)))
  bind(sendingCareRoutes.savePace, async ({ owner, body }) => {
    await pace.save(owner, body)
    return pace.get(owner, await isMailbox(owner))
  })
  bind(sendingCareRoutes.previewSend, ({ owner, params, body }) =>
    preview.previewSend(owner, params.id, body),
  )
  bind(sendingCareRoutes.listPauses, ({ owner }) => pauses.list(owner))
  bind(sendingCareRoutes.liftPause, ({ owner, params }) => pauses.lift(owner, params.id))
}
