import { provenanceRoutes } from '@goldpan/contract/provenance'
import type { Binder } from '../../../http/bind.ts'
import type { Provenance } from './provenance.ts'

export function bindProvenance(bind: Binder, provenance: Provenance): void {
  bind(provenanceRoutes.get, ({ owner, params }) => provenance.answer(owner, params.id))
  bind(provenanceRoutes.export, ({ owner, params, query }) =>
    provenance.exportFile(owner, params.id, query.format),
  )
}
