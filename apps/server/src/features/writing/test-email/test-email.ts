import { randomUUID } from 'node:crypto'
import { buildMessage } from '@goldpan/campaign-mail/build-message'
import { type CampaignMessage, MessageRefused } from '@goldpan/campaign-mail/campaign-message'
import type { HandlerInput } from '@goldpan/contract/route'
import type { writingRoutes } from '@goldpan/contract/writing'
import type { OwnerId } from '../../../db/owner.ts'
import { refuse } from '../../../http/refuse.ts'
import { nameRecipient } from '../../campaigns/campaigns.rules.ts'
import type { Campaign } from '../../campaigns/campaigns.ts'
import type { Person } from '../emails/emails.rules.ts'
import type { Emails } from '../emails/emails.ts'
import { prepareTemplate, renderEmail } from '../writing.rules.ts'
import type { WritingDeps } from '../writing.ts'
import { markSubject, toTestFooter } from './test-email.rules.ts'

type TestForm = HandlerInput<typeof writingRoutes.sendTest>['body']

/** A mail server that takes longer is not waited for. */
const HAND_OVER_TIMEOUT_MS = 25_000

/** Sends users one of their own e-mails: the message a recipient would get, but for its mark, pixel and links to leave. */
export function createTestEmail(deps: WritingDeps, emails: Pick<Emails, 'choosePerson'>) {
  const { clock, campaigns } = deps

  /** The text as it stands in the editor, else as it is kept for this recipient, else from the saved template. */
  async function write(owner: OwnerId, campaign: Campaign, { prospect_id, template }: TestForm) {
    const text = template?.body ?? campaign.email_body ?? ''
    const { person, facts } = await emails.choosePerson(owner, campaign.id, { id: prospect_id, text })
    const kept = template || !person.id ? null : await campaigns.findRecipient(owner, campaign.id, person.id)
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
    const user = await deps.accounts.getUser(deps.db, owner)
    const { emailId, reply_domain } = await deps.returnAddresses.get(owner)
    const signature = await deps.signatures.getContent(owner, campaign.signature_id)
    const address = `${emailId}@${reply_domain}`
    return {
      from: { name: `${user.first_name} ${user.last_name}`.trim(), address },
      reply_to: address,
      to: { name: null, address: user.email },
      subject: markSubject(text.subject),
      html: signature ? `${text.content}\n<div>${signature}</div>` : text.content,
      message_id: `test.${randomUUID()}@${reply_domain}`,
      envelope_from: address,
      // Both lead to the page that says that a link is of no use.
      unsubscribe_url: `${deps.publicUrl()}/unsubscribe?token=test`,
      one_click_url: `${deps.publicUrl()}/api/email/one-click/test`,
      footer: toTestFooter(campaign.name, nameRecipient(text.person)),
      postal_address: deps.postalAddress,
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
      const campaign = await campaigns.getCampaign(owner, campaignId)
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
