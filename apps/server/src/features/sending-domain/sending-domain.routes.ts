import { sendingDomainRoutes } from '@goldpan/contract/sending-domain'
import type { Binder } from '../../http/bind.ts'
import type { SendingDomainCare } from './sending-domain.ts'

export function bindSendingDomain(bind: Binder, sendingDomain: SendingDomainCare): void {
  bind(sendingDomainRoutes.get, () => sendingDomain.get())
  bind(sendingDomainRoutes.check, () => sendingDomain.check())
}
