import { randomUUID } from 'node:crypto'
import {
  ADDRESS_CHECK,
  EXAMPLE_ADDRESS,
  EXAMPLE_ADDRESS_CHECK,
  senderIdentityMessages,
} from '@goldpan/contract/sender-identity'
import type { SendCheck } from '@goldpan/contract/sending-care'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { SpamCheck } from '../../providers/spam/port.ts'
import type { Campaign, Campaigns } from '../campaigns/campaigns.ts'
import type { SendableRecipient } from '../campaigns/recipients.ts'
import type { SendingMailbox, SendingMailboxes } from '../own-mailboxes/sending-mailboxes.ts'
import type { SendingDomainCare } from '../sending-domain/sending-domain.ts'
import { describeSigner, type Signer, withSignature } from '../signatures/signatures.rules.ts'
import type { Signatures } from '../signatures/signatures.ts'
import { candidatesOf } from './campaign-mailboxes.ts'
import type { Messages } from './messages.ts'
import { checkOfLinks, checkOfName, checkOfSpam, checksOfDomain, checksOfMessage } from './preflight.rules.ts'
import { type Senders, senderOf } from './senders.ts'
import type { RecipientRow, SenderKind } from './sending.store.ts'

export interface PreflightDeps {
  db: Database
  clock: Clock
  campaigns: Pick<Campaigns, 'listFirstWritten' | 'getCampaign'>
  signatures: Pick<Signatures, 'getSigner'>
  messages: Pick<Messages, 'inspect'>
  senders: Pick<Senders, 'read'>
  mailboxes: Pick<SendingMailboxes, 'list'>
  sendingDomain: Pick<SendingDomainCare, 'get'>
  spam: SpamCheck
  /** Null if not recognised. */
  languageOf: (text: string) => string | null
  /** Mail goes to the built-in outbox, which looks up no sender. */
  isLocalOnly: boolean
}

const SAMPLES = 3
/** Checks that can differ between recipients. */
const OWN_LINES = new Set(['message', 'envelope'])
const NO_ADDRESS: SendCheck = {
  line: ADDRESS_CHECK,
  state: 'blocked',
  sentence: senderIdentityMessages.missing,
}
/** Only the built-in outbox accepts mail with such a footer. */
const WITH_EXAMPLE: SendCheck = {
  line: EXAMPLE_ADDRESS_CHECK,
  state: 'look',
  sentence: senderIdentityMessages.example,
}
const isBlocked = ({ line, state }: SendCheck) => state === 'blocked' && !OWN_LINES.has(line)

interface Sample {
  campaign: Campaign
  recipient: SendableRecipient
  /** From which it leaves; null for the return address. */
  mailbox: SendingMailbox | null
}

/**
 * Checks a campaign before it starts: builds its first messages as they would be sent and runs all checks that decide
 * whether receivers accept them. Each message is checked again when it is sent.
 */
export function createPreflight(deps: PreflightDeps) {
  const { db, clock, campaigns } = deps

  /** Returns the row that the campaign's message to this recipient would have. */
  async function toRow(
    owner: OwnerId,
    { campaign, recipient, mailbox }: Sample,
    signer: Signer,
  ): Promise<RecipientRow> {
    const at = isoNow(clock)
    const sender = senderOf(await deps.senders.read(owner), mailbox)
    return {
      id: randomUUID(),
      owner_id: owner,
      campaign_id: campaign.id,
      campaign_prospect_id: recipient.id,
      prospect_id: recipient.prospect_id,
      job_id: null,
      round: recipient.round + 1,
      sender: mailbox ? 'mailbox' : 'shared',
      from_name: sender.name,
      from_address: sender.address,
      reply_to: sender.reply_to,
      email: recipient.email,
      subject: recipient.email_subject,
      state: 'queued',
      reason: null,
      language: deps.languageOf(recipient.is_edited ? recipient.email_content : (campaign.email_body ?? '')),
      content: withSignature(recipient.email_content, signer),
      message_id: null,
      server_message_id: null,
      worker_id: null,
      attempts: 0,
      is_charged: false,
      next_at: at,
      queued_at: at,
      first_tried_at: null,
      transmitting_at: null,
      finished_at: null,
      server_group: null,
      refusal: null,
      step_id: null,
      step_position: null,
      in_reply_to: null,
      reference_ids: null,
      mailbox_id: sender.mailbox_id,
      sent_copy_at: null,
    }
  }

  async function checkSample(owner: OwnerId, sample: Sample): Promise<SendCheck[]> {
    const signer = await deps.signatures.getSigner(db, owner, sample.campaign.signature_id)
    const row = await toRow(owner, sample, signer)
    const { raw, lines, is_signed } = await deps.messages.inspect(row)
    const checks = [
      ...checksOfMessage(lines, is_signed || deps.isLocalOnly),
      checkOfLinks(row.content),
      checkOfName(describeSigner(sample.recipient.email_content, signer)),
    ]
    // The built-in outbox filters nothing.
    return raw && !deps.isLocalOnly ? [...checks, checkOfSpam(await deps.spam.score(raw))] : checks
  }

  /** Null without a postal address, which every footer needs: no message can be built. */
  async function findAddress(owner: OwnerId, kind: SenderKind): Promise<string | null> {
    return (await deps.senders.read(owner)).footers[kind]?.postal_address ?? null
  }

  return {
    /** All checks, for the preview. */
    async list(owner: OwnerId, sample: Sample): Promise<SendCheck[]> {
      const kind = sample.mailbox ? 'mailbox' : 'shared'
      const isShared = kind === 'shared' && !deps.isLocalOnly
      const domain = isShared ? await deps.sendingDomain.get().catch(() => null) : null
      const address = await findAddress(owner, kind)
      const ofMessage = address === null ? [NO_ADDRESS] : await checkSample(owner, sample)
      const ofAddress = address === EXAMPLE_ADDRESS ? [WITH_EXAMPLE] : []
      return [...ofAddress, ...ofMessage, ...checksOfDomain(domain)]
    },

    /**
     * Refuses to start a send if a check fails for its first messages. Problems of a single recipient's message are
     * reported at that recipient.
     */
    async require(owner: OwnerId, campaignId: string, kind: SenderKind): Promise<void> {
      const campaign = await campaigns.getCampaign(db, owner, campaignId)
      if ((await findAddress(owner, kind)) === null) refuse('sending.no_postal_address')
      const known = kind === 'mailbox' ? await deps.mailboxes.list(db, owner, 'UTC') : []
      const mailbox = candidatesOf(campaign, known)[0] ?? null
      const samples = await campaigns.listFirstWritten(owner, campaignId, SAMPLES)
      const looked = samples.map((recipient) => checkSample(owner, { campaign, recipient, mailbox }))
      const faults = (await Promise.all(looked)).map((checks) => checks.find(isBlocked))
      const [fault] = faults
      if (fault && faults.every(Boolean))
        refuse('sending.not_fit', { message: `Nothing was sent. ${fault.sentence}` })
    },
  }
}

export type Preflight = ReturnType<typeof createPreflight>
