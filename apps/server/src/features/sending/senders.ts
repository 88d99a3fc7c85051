import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { SenderFooter, SenderIdentities } from '../sender-identity/sender-identity.ts'
import type { SendingDomainCare } from '../sending-domain/sending-domain.ts'
import type { ReturnAddresses } from '../signatures/return-addresses.ts'
import { domainOf } from './groups.rules.ts'
import { findMailbox } from './own-mailbox.store.ts'
import type { OwnMailbox } from './own-mailbox.ts'
import type { FirstSender } from './senders.store.ts'
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
  sendingDomain: Pick<SendingDomainCare, 'isReady'>
  replyDomain: string
}

/** Reads each owner's sender once for many messages. */
export function createSenders(deps: SendersDeps) {
  const known = new Map<string, Promise<Sender | null>>()
  let isDomainReady = true

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

    /** Rechecks the sending domain. May query DNS, so call it outside of transactions. */
    async checkDomain(): Promise<void> {
      isDomainReady = await deps.sendingDomain.isReady()
    },

    /** Tells which senders follow-ups can't keep: their mailbox or domain is gone, or no longer verified. */
    async findGone(tx: Db, owner: OwnerId): Promise<(first: FirstSender) => boolean> {
      const mailbox = await findMailbox(tx, owner)
      const isVerified = mailbox?.check_error === null && mailbox.sealed_password !== ''
      return ({ sender, from_address, reply_to }) => {
        // Replies would get lost, and with them the reason to stop.
        if (reply_to !== null && domainOf(reply_to) !== deps.replyDomain) return true
        if (sender === 'shared') return !isDomainReady
        const isSame = from_address === null || from_address.toLowerCase() === mailbox?.address.toLowerCase()
        return !isVerified || !isSame
      }
    },

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
