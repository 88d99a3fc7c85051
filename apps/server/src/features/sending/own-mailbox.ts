import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { HandOver, HandOverResult, OutgoingMail } from '../../providers/mail/port.ts'
import type { MailboxAccesses } from '../own-mailboxes/access.ts'
import * as store from './own-mailbox.store.ts'

export interface OwnMailboxDeps {
  db: Database
  access: Pick<MailboxAccesses, 'handOver'>
}

/** A user's own mailbox as sender. */
export function createOwnMailbox({ db, access }: OwnMailboxDeps) {
  return {
    /** The mailbox that campaigns are sent from; null if they use the return address. */
    async findUsed(owner: OwnerId): Promise<{ address: string; name: string | null } | null> {
      const row = await store.findMailbox(db, owner)
      return row?.is_used && row.check_error === null ? { address: row.address, name: row.name } : null
    },

    find: (owner: OwnerId) => store.findMailbox(db, owner),

    async handOver(owner: OwnerId, mail: OutgoingMail, options: HandOver): Promise<HandOverResult> {
      const row = await store.findMailbox(db, owner)
      if (!row) return { outcome: 'not_sent', code: null, answer: 'your own mailbox is no longer set up' }
      return access.handOver(owner, row.id, mail, options)
    },
  }
}

export type OwnMailbox = ReturnType<typeof createOwnMailbox>
