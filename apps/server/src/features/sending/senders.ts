import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { SenderFooter, SenderIdentities } from '../sender-identity/sender-identity.ts'
import type { ReturnAddresses } from '../signatures/return-addresses.ts'
import type { OwnMailbox } from './own-mailbox.ts'
import type { JobRow } from './sending.store.ts'

/** The sender of a message. */
export interface Sender {
  name: string
  address: string
  /** Where replies go. */
  reply_to: string
  /** The user's own mailbox rather than the shared domain. */
  is_mailbox: boolean
  /** Null if nothing may leave before the owner has added a postal address. */
  footer: SenderFooter | null
}

export const noMailboxSentence =
  'Your own mailbox is no longer set up. Set it up again, or send from your return address.'

export interface SendersDeps {
  db: Database
  accounts: Pick<Accounts, 'getUser'>
  returnAddresses: Pick<ReturnAddresses, 'get'>
  mailbox: Pick<OwnMailbox, 'find'>
  senderIdentities: Pick<SenderIdentities, 'findFooter'>
}

/** Reads each owner's sender once for many messages. */
export function createSenders(deps: SendersDeps) {
  const known = new Map<string, Promise<Sender | null>>()

  async function find(owner: OwnerId, kind: JobRow['sender']): Promise<Sender | null> {
    const user = await deps.accounts.getUser(deps.db, owner)
    const { emailId, reply_domain } = await deps.returnAddresses.get(deps.db, owner)
    const name = `${user.first_name} ${user.last_name}`.trim()
    const reply_to = `${emailId}@${reply_domain}`
    const footer = await deps.senderIdentities.findFooter(deps.db, owner, kind)
    if (kind === 'shared') return { name, address: reply_to, reply_to, is_mailbox: false, footer }
    const mailbox = await deps.mailbox.find(owner)
    return (
      mailbox && { name: mailbox.name ?? name, address: mailbox.address, reply_to, is_mailbox: true, footer }
    )
  }

  return {
    /** Reads senders again: names and addresses may have changed. */
    refresh: (): void => known.clear(),

    /** Null if the user's own mailbox is no longer set up. */
    find(owner: OwnerId, kind: JobRow['sender']): Promise<Sender | null> {
      const key = `${kind} ${owner}`
      const before = known.get(key)
      if (before) return before
      const sender = find(owner, kind)
      known.set(key, sender)
      sender.catch(() => known.delete(key))
      return sender
    },
  }
}

export type Senders = ReturnType<typeof createSenders>
