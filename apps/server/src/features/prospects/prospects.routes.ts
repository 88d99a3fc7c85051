import { prospectRoutes } from '@goldpan/contract/prospects'
import type { Binder } from '../../http/bind.ts'
import type { Prospects } from './prospects.ts'

export function bindProspects(bind: Binder, prospects: Prospects): void {
  bind(prospectRoutes.exportCsv, ({ owner, query }) => prospects.exportCsv(owner, query))
  bind(prospectRoutes.list, ({ owner, query }) => prospects.list(owner, query))
  bind(prospectRoutes.changeStatus, ({ owner, body }) =>
    prospects.changeStatus(owner, body.selection, body.status),
  )
  bind(prospectRoutes.undoStatus, ({ owner, params }) => prospects.undoStatus(owner, params.changeId))
  bind(prospectRoutes.removeMany, ({ owner, body }) => prospects.removeMany(owner, body.selection))
  bind(prospectRoutes.suppressMany, ({ owner, body }) => prospects.suppressMany(owner, body.selection))
  bind(prospectRoutes.exportMany, ({ owner, body }) => prospects.exportMany(owner, body.selection))
  bind(prospectRoutes.listOfBusiness, ({ owner, params, query }) =>
    prospects.listOfBusiness(owner, params.placeId, query.business_table_id),
  )
  bind(prospectRoutes.create, ({ owner, body }) => prospects.create(owner, body))
  bind(prospectRoutes.update, ({ owner, params, body }) => prospects.update(owner, params.id, body))
  bind(prospectRoutes.patch, ({ owner, params, body }) => prospects.patch(owner, params.id, body))
  bind(prospectRoutes.remove, ({ owner, params }) => prospects.remove(owner, params.id))
}
