import { mailingListRoutes } from '@goldpan/contract/mailing-list'
import type { Binder } from '../../http/bind.ts'
import type { MailingList } from './mailing-list.ts'

export function bindMailingList(bind: Binder, mailingList: MailingList): void {
  bind(mailingListRoutes.subscribe, ({ body, caller }) => mailingList.subscribe(body, caller.source))
  bind(mailingListRoutes.confirm, ({ body }) => mailingList.confirm(body.token))
  bind(mailingListRoutes.leave, ({ body }) => mailingList.leave(body.token))
}
