import { mailboxRoutes } from '@goldpan/contract/mailbox'
import type { Binder } from '../../http/bind.ts'
import type { Mailbox } from './mailbox.ts'

export function bindMailbox(bind: Binder, mailbox: Mailbox): void {
  bind(mailboxRoutes.list, ({ query }) => mailbox.list(query))
  bind(mailboxRoutes.clock, () => mailbox.readClock())
  bind(mailboxRoutes.advanceClock, ({ body }) => mailbox.advanceClock(body.advance_seconds))
  bind(mailboxRoutes.read, ({ params }) => mailbox.read(params.id))
  bind(mailboxRoutes.reply, ({ params, body }) => mailbox.reply(params.id, body.text))
  bind(mailboxRoutes.bounce, ({ params, body }) => mailbox.bounce(params.id, body.kind))
  bind(mailboxRoutes.open, ({ params }) => mailbox.open(params.id))
}
