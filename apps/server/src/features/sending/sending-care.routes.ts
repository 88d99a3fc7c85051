import { ownMailboxRoutes } from '@goldpan/contract/own-mailboxes'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import type { OwnerId } from '../../db/owner.ts'
import type { Binder } from '../../http/bind.ts'
import type { CampaignMailboxCare } from './campaign-mailboxes.ts'
import type { InstallationEpoch } from './epoch.ts'
import type { PaceCare } from './pace.ts'
import type { Pauses } from './pauses.ts'
import type { Preview } from './preview.ts'

export interface SendingCare {
  pace: PaceCare
  pauses: Pauses
  preview: Preview
  epoch: InstallationEpoch
  campaignMailboxes: CampaignMailboxCare
  hasUsedMailbox: (owner: OwnerId) => Promise<boolean>
}

export function bindSendingCare(bind: Binder, care: SendingCare): void {
  const { pace, pauses, preview, campaignMailboxes } = care
  const findSender = async (owner: OwnerId) => ((await care.hasUsedMailbox(owner)) ? 'mailbox' : 'shared')
  bind(sendingCareRoutes.getPace, async ({ owner }) => pace.get(owner, await findSender(owner)))
  bind(sendingCareRoutes.savePace, async ({ owner, body }) => {
    await pace.save(owner, body)
    return pace.get(owner, await findSender(owner))
  })
  bind(sendingCareRoutes.previewSend, ({ owner, params, body }) =>
    preview.previewSend(owner, params.id, body),
  )
  bind(ownMailboxRoutes.plan, ({ owner, params, query }) => preview.listPlan(owner, params.id, query))
  bind(ownMailboxRoutes.setForCampaign, ({ owner, params, body }) =>
    campaignMailboxes.set(owner, params.id, body.ids),
  )
  bind(sendingCareRoutes.listPauses, ({ owner }) => pauses.list(owner))
  bind(sendingCareRoutes.liftPause, ({ owner, params }) => pauses.lift(owner, params.id))
}
