import { campaignRoutes } from '@goldpan/contract/campaigns'
import type { Binder } from '../../http/bind.ts'
import type { Campaigns } from './campaigns.ts'

export function bindCampaigns(bind: Binder, campaigns: Campaigns): void {
  bind(campaignRoutes.list, ({ owner }) => campaigns.list(owner))
  bind(campaignRoutes.create, ({ owner, body }) => campaigns.create(owner, body))
  bind(campaignRoutes.get, ({ owner, params, query }) => campaigns.get(owner, params.id, query))
  bind(campaignRoutes.update, ({ owner, params, body }) => campaigns.update(owner, params.id, body))
  bind(campaignRoutes.duplicate, ({ owner, params }) => campaigns.duplicate(owner, params.id))
  bind(campaignRoutes.setSignature, ({ owner, params, body }) =>
    campaigns.setSignature(owner, params.id, body.signature_id),
  )
  bind(campaignRoutes.addProspects, ({ owner, params, body }) =>
    campaigns.addProspects(owner, params.id, body),
  )
  bind(campaignRoutes.removeProspect, ({ owner, params }) =>
    campaigns.removeProspect(owner, params.id, params.prospectId),
  )
  bind(campaignRoutes.listRecipients, ({ owner, params, query }) =>
    campaigns.listRecipientPage(owner, params.id, query),
  )
  bind(campaignRoutes.listAttached, ({ owner, params }) => campaigns.listAttached(owner, params.id))
  bind(campaignRoutes.timeline, ({ owner, params }) => campaigns.timeline(owner, params.id))
  bind(campaignRoutes.exportCsv, ({ owner, params }) => campaigns.exportCsv(owner, params.id))
}
