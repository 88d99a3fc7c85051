import { inboxRoutes } from '@goldpan/contract/inbox'
import { replyRoutes } from '@goldpan/contract/replies'
import type { Binder } from '../../http/bind.ts'
import type { Inbox } from './inbox.ts'

export function bindInbox(bind: Binder, { conversations, changes, notes, labels }: Inbox): void {
  bind(replyRoutes.list, ({ owner, person, query }) => conversations.list(owner, person, query))
  bind(inboxRoutes.counts, ({ owner, person, query }) => conversations.count(owner, person, query))
  bind(inboxRoutes.change, ({ owner, person, body }) => changes.change(owner, person, body))
  bind(inboxRoutes.undo, ({ owner, params }) => changes.undo(owner, params.undo))
  bind(inboxRoutes.addNote, ({ owner, person, params, body }) =>
    notes.add(owner, person, params.id, body.text),
  )
  bind(inboxRoutes.changeNote, ({ owner, person, params, body }) =>
    notes.change(owner, person, params.noteId, body.text),
  )
  bind(inboxRoutes.removeNote, ({ owner, person, params }) => notes.remove(owner, person, params.noteId))
  bind(inboxRoutes.listLabels, ({ owner }) => labels.get(owner))
  bind(inboxRoutes.addLabel, ({ owner, body }) => labels.add(owner, body))
  bind(inboxRoutes.changeLabel, ({ owner, params, body }) => labels.change(owner, params.labelId, body))
  bind(inboxRoutes.removeLabel, ({ owner, params }) => labels.remove(owner, params.labelId))
}
