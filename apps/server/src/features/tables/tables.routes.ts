import { tableRoutes } from '@goldpan/contract/tables'
import type { Binder } from '../../http/bind.ts'
import type { Tables } from './tables.ts'

export function bindTables(bind: Binder, tables: Tables): void {
  bind(tableRoutes.list, ({ owner }) => tables.list(owner))
  bind(tableRoutes.create, ({ owner, body }) => tables.create(owner, body))
  bind(tableRoutes.get, ({ owner, params, query }) => tables.get(owner, params.tableId, query))
  bind(tableRoutes.listPlaceIds, ({ owner, params, query }) =>
    tables.listPlaceIds(owner, params.tableId, query),
  )
  bind(tableRoutes.removeBusinesses, ({ owner, params, body }) =>
    tables.removeBusinesses(owner, params.tableId, body.selection),
  )
  bind(tableRoutes.findByName, ({ owner, query }) => tables.findByName(owner, query.text ?? ''))
  bind(tableRoutes.addBusinesses, ({ owner, params, body }) =>
    tables.addBusinesses(owner, params.tableId, body),
  )
  bind(tableRoutes.addBusiness, ({ owner, params, body }) => tables.addBusiness(owner, params.tableId, body))
  bind(tableRoutes.updateBusiness, ({ owner, params, body }) =>
    tables.updateBusiness(owner, params.tableId, params.placeId, body),
  )
  bind(tableRoutes.removeBusiness, ({ owner, params }) =>
    tables.removeBusiness(owner, params.tableId, params.placeId),
  )
  bind(tableRoutes.exportCsv, ({ owner, params, query }) => tables.exportCsv(owner, params.tableId, query))
}
