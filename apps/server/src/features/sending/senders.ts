import { domainOf } from '@goldpan/campaign-mail/address'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { SendingMailbox, SendingMailboxes } from '../own-mailboxes/sending-mailboxes.ts'
import type { SenderFooter, SenderIdentities } from '../sender-identity/sender-identity.ts'
import type { SendingDomainCare } from '../sending-domain/sending-domain.ts'
import type { ReturnAddresses } from '../signatures/return-addresses.ts'
import { type ClaimedSender, listLastSenders } from './senders.store.ts'
import type { RecipientRow, SenderKind } from './sending.store.ts'

/** The sender of a message. */
export interface Sender {
  name: string
  address: string
  /** The address for replies. No Reply-To is written if it is `address`. */
  reply_to: string
  /** Null for the return address. */
  mailbox_id: string | null
  /** Null until the owner has added a postal address; nothing may leave before. */
  footer: SenderFooter | null
}

/** The details that all senders of an owner share: mailboxes and return address. */
export interface OwnSender {
  name: string
  return_address: string
  footers: Record<SenderKind, SenderFooter | null>
}

/** The sender of the next follow-up to a person. */
export interface NextSender
  extends Pick<RecipientRow, 'sender' | 'mailbox_id' | 'from_name' | 'from_address' | 'reply_to'> {
  /** The person hears from this mailbox; null for the return address. */
  mailbox: { id: string; address: string } | null
  /** The reason why it can't leave now, such as 'the mailbox pat@own.example is gone'. Null if it can. */
  wait: string | null
  /** True if it is another mailbox than that of the last message. A new thread begins then. */
  isMoved: boolean
}

/** Decides which of an owner's messages can leave. */
interface SenderState {
  mailboxById: ReadonlyMap<string, SendingMailbox>
  /** As of the last check of the sending domain. */
  isDomainReady: boolean
}

const NOT_SET_UP = 'the sender of the first message is no longer set up'

export const noMailboxSentence =
  'Your own mailbox is no longer set up. Set it up again, or send from your return address.'

export interface SendersDeps {
  db: Database
  accounts: Pick<Accounts, 'getUser'>
  returnAddresses: Pick<ReturnAddresses, 'get'>
  mailboxes: Pick<SendingMailboxes, 'list' | 'listBound' | 'move'>
  senderIdentities: Pick<SenderIdentities, 'findFooter'>
  sendingDomain: Pick<SendingDomainCare, 'wasReady'>
  replyDomain: string
}

/** From whom the messages of an owner leave, and why some can't. */
export function createSenders(deps: SendersDeps) {
  const known = new Map<string, Promise<OwnSender>>()

  async function read(owner: OwnerId): Promise<OwnSender> {
    const user = await deps.accounts.getUser(deps.db, owner)
    const { emailId, reply_domain } = await deps.returnAddresses.get(deps.db, owner)
    return {
      name: `${user.first_name} ${user.last_name}`.trim(),
      return_address: `${emailId}@${reply_domain}`,
      footers: {
        shared: await deps.senderIdentities.findFooter(deps.db, owner, 'shared'),
        mailbox: await deps.senderIdentities.findFooter(deps.db, owner, 'mailbox'),
      },
    }
  }

  async function listMailboxes(
    tx: Db,
    owner: OwnerId,
    time_zone = 'UTC',
  ): Promise<Map<string, SendingMailbox>> {
    return new Map((await deps.mailboxes.list(tx, owner, time_zone)).map((mailbox) => [mailbox.id, mailbox]))
  }

  async function readState(tx: Db, owner: OwnerId, time_zone?: string): Promise<SenderState> {
    return {
      mailboxById: await listMailboxes(tx, owner, time_zone),
      isDomainReady: await deps.sendingDomain.wasReady(tx),
    }
  }

  /** Returns the reason why a message can't leave now, and whether that ends by itself. Null if it can leave. */
  function findWait(
    last: ClaimedSender,
    { mailboxById, isDomainReady }: SenderState,
  ): { sentence: string; endsByItself: boolean } | null {
    const forGood = (sentence: string) => ({ sentence, endsByItself: false })
    const { sender, mailbox_id, from_address, reply_to } = last
    // Replies to another address would get lost, and follow-ups wouldn't stop.
    const isOwn = reply_to === null || reply_to === from_address || domainOf(reply_to) === deps.replyDomain
    if (!isOwn) return forGood(NOT_SET_UP)
    if (sender === 'shared') return isDomainReady ? null : forGood(NOT_SET_UP)
    const mailbox = mailboxById.get(mailbox_id ?? '')
    const address = from_address ?? mailbox?.address
    if (!mailbox || mailbox.isGone || !isAddressOf(mailbox, from_address))
      return forGood(address ? `the mailbox ${address} is gone` : NOT_SET_UP)
    if (mailbox.canSend) return null
    const { sentence, state } = mailbox
    return { sentence, endsByItself: state === 'connected' || state === 'failing' }
  }

  /** The sender of the next follow-up to each recipient. Recipients to whom nothing was sent have none. */
  async function listNext(
    tx: Db,
    owner: OwnerId,
    recipients: readonly string[],
    time_zone?: string,
  ): Promise<Map<string, NextSender>> {
    if (recipients.length === 0) return new Map()
    const last = await listLastSenders(tx, owner, recipients)
    const state = await readState(tx, owner, time_zone)
    const emails = last.map(({ email }) => email)
    const bound = await deps.mailboxes.listBound(tx, owner, emails)
    return new Map(
      last.map(({ campaign_prospect_id, email, ...one }) => {
        const id = bound.get(email.toLowerCase()) ?? one.mailbox_id
        const hearsFrom = state.mailboxById.get(id ?? '')
        // Another campaign may have bound them since, and the address of a mailbox may change.
        const isMoved =
          one.sender === 'mailbox'
            ? id !== one.mailbox_id || (hearsFrom !== undefined && !isAddressOf(hearsFrom, one.from_address))
            : hearsFrom?.isGone === false
        const fresh = { mailbox_id: id, from_name: null, from_address: null, reply_to: null }
        const sender: SenderKind = isMoved ? 'mailbox' : one.sender
        const next = { ...one, ...(isMoved && fresh), sender }
        const mailbox =
          next.sender === 'mailbox' && hearsFrom
            ? { id: hearsFrom.id, address: next.from_address ?? hearsFrom.address }
            : null
        const wait = findWait(next, state)?.sentence ?? null
        return [campaign_prospect_id!, { ...next, isMoved, mailbox, wait }]
      }),
    )
  }

  return {
    /** As it is now. */
    read,

    /** As it was at the last `refresh`: one read serves the many messages of a claim. */
    find(owner: OwnerId): Promise<OwnSender> {
      const before = known.get(owner)
      if (before) return before
      const sender = read(owner)
      known.set(owner, sender)
      sender.catch(() => known.delete(owner))
      return sender
    },

    /** Call before a claim: names and addresses may have changed. */
    refresh: (): void => known.clear(),

    /** The state of the owner's mailboxes and the sending domain, as a text to compare with later. */
    async describe(tx: Db, owner: OwnerId): Promise<string> {
      const { mailboxById, isDomainReady } = await readState(tx, owner)
      const facts = [...mailboxById.values()].map(({ id, address, canSend, isGone }) => [
        id,
        address,
        canSend,
        isGone,
      ])
      return JSON.stringify([isDomainReady, facts])
    },

    /** True for messages whose sender can't send until somebody acts, such as signing in. */
    async findBlocked(tx: Db, owner: OwnerId): Promise<(claimed: ClaimedSender) => boolean> {
      const state = await readState(tx, owner)
      return (claimed) => findWait(claimed, state)?.endsByItself === false
    },

    listNext,

    /**
     * Moves people who heard from a mailbox to this one, and returns their recipient ids. Null if the mailbox is gone.
     */
    async move(
      tx: Db,
      owner: OwnerId,
      recipients: readonly string[],
      mailboxId: string,
    ): Promise<string[] | null> {
      if ((await listMailboxes(tx, owner)).get(mailboxId)?.isGone !== false) return null
      const last = await listLastSenders(tx, owner, recipients)
      const bound = await deps.mailboxes.listBound(
        tx,
        owner,
        last.map(({ email }) => email),
      )
      const moved = last.filter(({ sender, email }) => sender === 'mailbox' || bound.has(email.toLowerCase()))
      const emails = moved.map(({ email }) => email)
      await deps.mailboxes.move(tx, owner, emails, mailboxId)
      return moved.flatMap(({ campaign_prospect_id }) => campaign_prospect_id ?? [])
    },
  }
}

export type Senders = ReturnType<typeof createSenders>

/** Older rows have no address; theirs is the mailbox's. */
const isAddressOf = (mailbox: SendingMailbox, address: string | null): boolean =>
  (address ?? mailbox.address).toLowerCase() === mailbox.address.toLowerCase()

/** The sender of messages from a mailbox, or from the return address. */
export function senderOf(
  { name, return_address, footers }: OwnSender,
  mailbox: Pick<SendingMailbox, 'id' | 'name' | 'address' | 'reads'> | null,
): Sender {
  if (!mailbox)
    return {
      name,
      address: return_address,
      reply_to: return_address,
      mailbox_id: null,
      footer: footers.shared,
    }
  return {
    name: mailbox.name ?? name,
    address: mailbox.address,
    reply_to: mailbox.reads === 'answers' ? mailbox.address : return_address,
    mailbox_id: mailbox.id,
    footer: footers.mailbox,
  }
}
