import { domainOf } from '@goldpan/campaign-mail/address'
import { buildMessage } from '@goldpan/campaign-mail/build-message'
import { type CampaignMessage, MessageRefused } from '@goldpan/campaign-mail/campaign-message'
import { checkMessage, type MessageCheck } from '@goldpan/campaign-mail/check-message'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import { senderIdentityMessages } from '@goldpan/contract/sender-identity'
import { asOwner } from '../../db/owner.ts'
import type { OutgoingMail } from '../../providers/mail/port.ts'
import type { SendingDomainCare } from '../sending-domain/sending-domain.ts'
import type { Tracking } from '../tracking/tracking.ts'
import { noMailboxSentence, type OwnSender, type Senders, senderOf } from './senders.ts'
import type { RecipientRow } from './sending.store.ts'

export interface MessagesDeps {
  senders: Pick<Senders, 'find' | 'read'>
  tokens: Tokens
  tracking: Pick<Tracking, 'prepareContent'>
  sendingDomain: Pick<SendingDomainCare, 'findKeys'>
  replyDomain: string
  publicUrl: () => string
  /** Mail goes to the built-in outbox, so links may be plain http. */
  isLocalOnly: boolean
  /** Identifies our messages if they come back. */
  loopId: string
}

/** The Message-ID, the same on every attempt. A reply that names it is matched to the recipient. */
export const messageIdOf = (tokens: Tokens, recipientId: string, replyDomain: string): string =>
  `v1.${tokens.sign('message', recipientId, 'address')}@${replyDomain}`

export interface Inspected {
  raw: Buffer | null
  /** False if the mail server signs instead. */
  is_signed: boolean
  lines: MessageCheck[]
}

/** Builds the bytes of a message from its row, the same on every attempt. */
export function createMessages(deps: MessagesDeps) {
  const { tokens, replyDomain } = deps

  const idOf = (row: RecipientRow): string => row.message_id ?? messageIdOf(tokens, row.id, replyDomain)

  async function toMessage(
    row: RecipientRow,
    own: OwnSender,
    prepare: Tracking['prepareContent'] = deps.tracking.prepareContent,
  ): Promise<CampaignMessage> {
    const owner = asOwner(row.owner_id)
    const isMailbox = row.sender === 'mailbox'
    const footer = own.footers[row.sender]
    // Claimed messages from a mailbox name their sender.
    if (isMailbox && row.from_address === null) throw new Error(noMailboxSentence)
    const shared = senderOf(own, null)
    const name = row.from_name ?? shared.name
    const address = row.from_address ?? shared.address
    const reply_to = row.reply_to ?? shared.reply_to
    // Claims hold a job without a footer, so this is a bug, not a fault of the message.
    if (!footer) throw new Error(senderIdentityMessages.missing)
    const url = deps.publicUrl()
    const unsubscribe = tokens.sign('unsubscribe', row.id)
    const prepared = await prepare(owner, row, url)
    return {
      from: { name, address },
      reply_to,
      to: { name: null, address: row.email },
      subject: row.subject,
      html: prepared.html,
      text: prepared.text,
      open_pixel_url: prepared.open_pixel_url,
      ...(row.in_reply_to && { in_reply_to: row.in_reply_to, references: row.reference_ids ?? [] }),
      message_id: idOf(row),
      // Providers accept only their users' own addresses as sender; bounces then go to that mailbox.
      envelope_from: isMailbox ? address : `b+${tokens.sign('bounce', row.id, 'address')}@${replyDomain}`,
      envelope_id: row.id,
      unsubscribe_url: `${url}/unsubscribe?token=${unsubscribe}`,
      one_click_url: `${url}/api/email/one-click/${tokens.sign('one-click', row.id)}`,
      ...footer,
      feedback_id: `${row.campaign_id?.slice(0, 8) ?? 'none'}:${row.owner_id.slice(0, 8)}:campaign:goldpan`,
      loop_id: deps.loopId,
      date: new Date(row.first_tried_at ?? row.queued_at),
      local_only: deps.isLocalOnly,
      language: row.language || undefined,
      dkim: isMailbox ? undefined : await deps.sendingDomain.findKeys(domainOf(address)),
    }
  }

  /** The message with all its checks. */
  async function buildChecked(row: RecipientRow, own: OwnSender) {
    const message = await toMessage(row, own)
    const built = await buildMessage(message)
    // If the mail server signs, there is no signature to check yet.
    const is_signed = (message.dkim?.length ?? 0) > 0
    return { built, is_signed, lines: checkMessage(built, message) }
  }

  return {
    messageIdOf: idOf,

    /** Builds the copy for the Sent folder, without pixel and with plain links. Throws MessageRefused. */
    async buildCopy(row: RecipientRow): Promise<Buffer> {
      const own = await deps.senders.find(asOwner(row.owner_id))
      const untracked = await toMessage(row, own, async () => ({ html: row.content, open_pixel_url: null }))
      return (await buildMessage(untracked)).raw
    },

    /** Throws MessageRefused with a sentence if a check fails. */
    async build(row: RecipientRow): Promise<OutgoingMail> {
      const own = await deps.senders.find(asOwner(row.owner_id))
      const { built, is_signed, lines } = await buildChecked(row, own)
      const fault = lines.find(({ ok, line }) => !ok && (is_signed || line !== 'signature'))
      if (fault) throw new MessageRefused(fault.sentence)
      const envelope = { from: built.envelope.from, to: built.envelope.to[0]! }
      return { raw: built.raw, envelope, ...(built.dsn ? { dsn: built.dsn } : {}) }
    },

    /** For previews: all checks, with null bytes if no message could be built. */
    async inspect(row: RecipientRow): Promise<Inspected> {
      const own = await deps.senders.read(asOwner(row.owner_id))
      try {
        const { built, is_signed, lines } = await buildChecked(row, own)
        return { raw: built.raw, is_signed, lines }
      } catch (error) {
        if (!(error instanceof MessageRefused)) throw error
        return {
          raw: null,
          is_signed: true,
          lines: [{ line: 'message', ok: false, sentence: error.message }],
        }
      }
    },
  }
}

export type Messages = ReturnType<typeof createMessages>
