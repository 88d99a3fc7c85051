import { signatureRoutes } from '@goldpan/contract/signatures'
import type { Database } from '../../db/database.ts'
import type { Binder } from '../../http/bind.ts'
import type { ReturnAddresses } from './return-addresses.ts'
import type { Signatures } from './signatures.ts'

export interface SignatureRoutesDeps {
  db: Database
  signatures: Signatures
  returnAddresses: ReturnAddresses
}

export function bindSignatures(bind: Binder, { db, signatures, returnAddresses }: SignatureRoutesDeps): void {
  bind(signatureRoutes.list, ({ owner }) => signatures.list(owner))
  bind(signatureRoutes.create, ({ owner, body }) => signatures.create(owner, body))
  bind(signatureRoutes.get, ({ owner, params }) => signatures.get(owner, params.id))
  bind(signatureRoutes.update, ({ owner, params, body }) => signatures.update(owner, params.id, body))
  bind(signatureRoutes.delete, ({ owner, params }) => signatures.delete(owner, params.id))
  bind(signatureRoutes.setDefault, ({ owner, params }) => signatures.setDefault(owner, params.id))
  bind(signatureRoutes.uploadImage, ({ owner, file }) => signatures.uploadImage(owner, file))
  bind(signatureRoutes.image, ({ params, caller }) => {
    // Webmail shows the image from its own origin.
    caller.reply.header('cross-origin-resource-policy', 'cross-origin')
    return signatures.readImage(params.key)
  })
  bind(signatureRoutes.getReturnAddress, ({ owner }) => returnAddresses.get(db, owner))
  bind(signatureRoutes.updateReturnAddress, ({ owner, body }) => returnAddresses.update(owner, body.emailId))
  bind(signatureRoutes.checkReturnAddress, ({ owner, query }) => returnAddresses.check(owner, query.emailId))
}
