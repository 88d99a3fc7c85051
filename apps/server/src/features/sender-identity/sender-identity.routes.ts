import { senderIdentityRoutes as routes } from '@goldpan/contract/sender-identity'
import type { Binder } from '../../http/bind.ts'
import type { SenderIdentities } from './sender-identity.ts'

export function bindSenderIdentity(bind: Binder, identities: SenderIdentities): void {
  bind(routes.get, ({ owner }) => identities.get(owner))
  bind(routes.save, ({ owner, person, body }) => identities.save(person, owner, body))
}
