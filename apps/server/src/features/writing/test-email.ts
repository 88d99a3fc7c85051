import { randomUUID } from 'node:crypto'
import { buildMessage } from '@goldpan/campaign-mail/build-message'
import { type CampaignMessage, MessageRefused } from '@goldpan/campaign-mail/campaign-message'
import type { DkimKey } from '@goldpan/campaign-mail/dkim'
import type { FooterWords } from '@goldpan/campaign-mail/footer-words'
import type { HandlerInput } from '@goldpan/contract/route'
import type { writingRoutes } from '@goldpan/contract/writing'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { MailPort } from '../../providers/mail/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { nameRecipient } from '../campaigns/campaigns.rules.ts'
import type { Campaign, Campaigns } from '../campaigns/campaigns.ts'
import type { SenderIdentities } from '../sender-identity/sender-identity.ts'
import type { ReturnAddresses } from '../signatures/return-addresses.ts'
import { withSignature } from '../signatures/signatures.rules.ts'
import type { Signatures } from '../signatures/signatures.ts'
import type { Person } from './emails.rules.ts'
import type { Emails } from './emails.ts'
import { prepareTemplate, renderEmail } from './writing.rules.ts'

export interface TestEmailDeps {
  db: Database
  clock: Clock
  accounts: Pick<Accounts, 'getUser'>
  campaigns: Pick<Campaigns, 'getCampaign' | 'getRecipient'>
  signatures: Pick<Signatures, 'getSigner'>
  returnAddresses: Pick<ReturnAddresses, 'get'>
  mail: Pick<MailPort, 'handOver'>
  senderIdentities: SenderIdentities
  publicUrl: () => string
  /** Mail goes to the built-in outbox: links may be plain http. */
  isLocalOnly: boolean
  /** The keys that sign messages from an address of this domain. */
  findKeys: (domain: string) => Promise<DkimKey[]>
}

type TestForm = HandlerInput<typeof writingRoutes.sendTest>['body']

const HAND_OVER_TIMEOUT_MS = 25_000

/** Sends users the message that a recipient would get, with a mark and without tracking. */
export function createTestEmail(deps: TestEmailDeps, emails: Pick<Emails, 'choosePerson'>) {
  const { db, clock, campaigns } = deps

  /** The text in the editor, else the recipient's saved email, else one from the saved template. */
  async function write(owner: OwnerId, campaign: Campaign, { prospect_id, template }: TestForm) {
    const text = template?.body ?? campaign.email_body ?? ''
    const { person, facts } = await emails.choosePerson(owner, campaign.id, { id: prospect_id, text })
    const kept =
      template || !person.id ? null : await campaigns.getRecipient(db, owner, campaign.id, person.id)
    if (kept?.email_content) return { person, subject: kept.email_subject ?? '', content: kept.email_content }
    const { subject, body } = template ?? { subject: campaign.email_subject, body: campaign.email_body }
    if (!body) return refuse('writing.no_template')
    return { person, ...renderEmail(prepareTemplate(subject ?? '', body), facts) }
  }

  async function toMessage(
    owner: OwnerId,
    campaign: Campaign,
    text: { person: Person; subject: string; content: string },
  ): Promise<CampaignMessage> {
    const user = await deps.accounts.getUser(db, owner)
    const { emailId, reply_domain } = await deps.returnAddresses.get(db, owner)
    const signer = await deps.signatures.getSigner(db, owner, campaign.signature_id)
    const address = `${emailId}@${reply_domain}`
    const identity = await deps.senderIdentities.findFooter(db, owner, 'shared')
    if (!identity) return refuse('sending.no_postal_address')
    return {
      from: { name: `${user.first_name} ${user.last_name}`.trim(), address },
      reply_to: address,
      to: { name: null, address: user.email },
      subject: markSubject(text.subject),
      html: withSignature(text.content, signer),
      message_id: `test.${randomUUID()}@${reply_domain}`,
      envelope_from: address,
      // Both lead to the page for links that don't work.
      unsubscribe_url: `${deps.publicUrl()}/unsubscribe?token=test`,
      one_click_url: `${deps.publicUrl()}/api/email/one-click/test`,
      footer: toTestFooter(campaign.name, nameRecipient(text.person)),
      ...identity,
      date: clock.now(),
      local_only: deps.isLocalOnly,
      dkim: await deps.findKeys(reply_domain),
    }
  }

  async function build(message: CampaignMessage) {
    return buildMessage(message).catch((error: unknown) => {
      if (error instanceof MessageRefused) return refuse('writing.test_refused', { message: error.message })
      throw error
    })
  }

  return {
    async sendTest(owner: OwnerId, campaignId: string, form: TestForm) {
      const campaign = await campaigns.getCampaign(db, owner, campaignId)
      const message = await toMessage(owner, campaign, await write(owner, campaign, form))
      const { raw, envelope } = await build(message)
      const to = envelope.to[0]!
      const mail = { raw, envelope: { from: envelope.from, to } }
      const { outcome, answer } = await deps.mail.handOver(mail, {
        signal: AbortSignal.timeout(HAND_OVER_TIMEOUT_MS),
      })
      if (outcome === 'rejected')
        refuse('writing.test_not_sent', { message: `The mail server did not take the test: ${answer}` })
      if (outcome !== 'accepted') refuse('writing.test_not_sent')
      return { message: `Test sent to ${to}`, sent_to: to }
    },
  }
}

const markSubject = (subject: string): string => `[Test] ${subject}`

/** Says that the message is a test, and for whom it was written. */
const toTestFooter = (campaign: string, recipient: string): FooterWords => ({
  reason: `This is a test of your campaign '${withoutBraces(campaign)}', written as for ${withoutBraces(recipient)}. It went to {address} only and is neither counted nor tracked.`,
  privacy: 'Privacy',
  unsubscribe: 'Unsubscribe (without effect in a test)',
})

/** Braces would be read as gaps of the footer. */
const withoutBraces = (text: string): string => text.replace(/[{}]/g, '')
