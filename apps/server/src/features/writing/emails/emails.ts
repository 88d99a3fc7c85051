import type { HandlerInput } from '@goldpan/contract/route'
import type { MissingValue, Preview, RecipientEmail, writingRoutes } from '@goldpan/contract/writing'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { refuse } from '../../../http/refuse.ts'
import { isoNow } from '../../../providers/clock/port.ts'
import { nameRecipient } from '../../campaigns/campaigns.rules.ts'
import type { Campaign } from '../../campaigns/campaigns.ts'
import { toCampaignProspect } from '../../campaigns/recipients/recipients.rules.ts'
import { checkTemplate } from '../checks/checks.rules.ts'
import {
  type Facts,
  prepareTemplate,
  previewFooter,
  renderBody,
  renderEmail,
  toHtml,
} from '../writing.rules.ts'
import type { WritingDeps } from '../writing.ts'
import { countMissing, type Person, SAMPLE, toFacts } from './emails.rules.ts'

type HandWritten = HandlerInput<typeof writingRoutes.updateEmail>['body']
interface Framed {
  address: string
  text: string
}

type PreviewForm = HandlerInput<typeof writingRoutes.preview>['body']

/** The e-mails of a campaign, one a recipient: written from the template, by hand, and shown before they leave. */
export function createEmails(deps: WritingDeps) {
  const { db, clock, campaigns } = deps

  async function readSenderName(owner: OwnerId, tx: Db = db): Promise<string> {
    const user = await deps.accounts.getUser(tx, owner)
    return `${user.first_name} ${user.last_name}`.trim()
  }

  /** The facts for the placeholders of each recipient, in the order given. */
  async function readFacts(tx: Db, owner: OwnerId, people: readonly Person[], language: string | null) {
    const senderName = await readSenderName(owner, tx)
    const known = await campaigns.readFacts(
      tx,
      owner,
      people.map(({ prospect_id }) => prospect_id),
    )
    return people.map((person) =>
      toFacts(person, (person.prospect_id && known.get(person.prospect_id)) || null, {
        senderName,
        language,
      }),
    )
  }

  /** What stands around a text: the signature below it and, in the text's language, the footer. */
  async function frame(owner: OwnerId, campaign: Campaign, { address, text }: Framed) {
    const senderName = await readSenderName(owner)
    const language = deps.languageOf(text)
    return {
      signature: await deps.signatures.getContent(owner, campaign.signature_id),
      footer: previewFooter({ address, senderName, postalAddress: deps.postalAddress, language }),
    }
  }

  async function getEmail(owner: OwnerId, campaignId: string, id: string): Promise<RecipientEmail> {
    const campaign = await campaigns.getCampaign(owner, campaignId)
    const row = await campaigns.findRecipient(owner, campaignId, id)
    const text = campaign.email_body ?? ''
    const [facts] = await readFacts(db, owner, [row], deps.languageOf(text))
    return {
      subject: row.email_subject ?? '',
      content: row.email_content ?? '',
      body: row.edited_body ?? renderBody(text, facts!),
      recipient: toCampaignProspect(
        { ...row, has_content: row.email_content !== null },
        campaign.template_version,
        null,
      ),
      ...(await frame(owner, campaign, { address: row.email, text: row.edited_body ?? text })),
    }
  }

  /** As whom a text is shown: the one asked for, else the first who is not sent to, else a sample. */
  async function choosePerson(
    owner: OwnerId,
    campaignId: string,
    { id, text }: { id: string | null | undefined; text: string },
  ): Promise<{ person: Person; facts: Facts }> {
    const person = await campaigns.chooseRecipient(owner, campaignId, id ?? null)
    const language = deps.languageOf(text)
    if (!person)
      return {
        person: SAMPLE,
        facts: toFacts(SAMPLE, SAMPLE, { senderName: await readSenderName(owner), language }),
      }
    const [facts] = await readFacts(db, owner, [person], language)
    return { person, facts: facts! }
  }

  return {
    readSenderName,
    getEmail,

    /** Writes up to so many stale e-mails from the template; answers how many. */
    async writeBatch(tx: Db, owner: OwnerId, campaign: Campaign, limit: number): Promise<number> {
      const rows = await campaigns.takeStale(tx, owner, campaign, limit)
      if (rows.length === 0) return 0
      const template = prepareTemplate(campaign.email_subject ?? '', campaign.email_body ?? '')
      const language = deps.languageOf(campaign.email_body ?? '')
      const facts = await readFacts(tx, owner, rows, language)
      const written = rows.map(({ id }, index) => {
        const { subject, content } = renderEmail(template, facts[index]!)
        return { id, email_subject: subject, email_content: content }
      })
      await campaigns.saveRendered(tx, owner, campaign, written)
      const ids = rows.flatMap(({ prospect_id }) => (prospect_id === null ? [] : [prospect_id]))
      await deps.prospects.followCampaign(tx, owner, ids, 'email_generated', isoNow(clock))
      return rows.length
    },

    async updateEmail(owner: OwnerId, campaignId: string, id: string, { subject, body }: HandWritten) {
      await db.transaction(async (tx) => {
        await campaigns.lockCampaign(owner, tx, campaignId)
        const row = await campaigns.findRecipient(owner, campaignId, id, tx)
        const [facts] = await readFacts(tx, owner, [row], deps.languageOf(body))
        const written = renderEmail({ subject, html: toHtml(body) }, facts!)
        await campaigns.saveByHand(tx, owner, row.id, { ...written, body })
      })
      return getEmail(owner, campaignId, id)
    },

    /** Gives up what was written by hand and writes the e-mail from the template again. */
    async resetEmail(owner: OwnerId, campaignId: string, id: string) {
      await db.transaction(async (tx) => {
        const campaign = await campaigns.lockCampaign(owner, tx, campaignId)
        const found = await campaigns.findRecipient(owner, campaignId, id, tx)
        if (campaign.email_body === null) refuse('writing.no_template')
        const row = await campaigns.lockUnsent(tx, owner, found.id)
        const [facts] = await readFacts(tx, owner, [row], deps.languageOf(campaign.email_body))
        const template = prepareTemplate(campaign.email_subject ?? '', campaign.email_body)
        const { subject, content } = renderEmail(template, facts!)
        await campaigns.saveRendered(tx, owner, campaign, [
          { id: row.id, email_subject: subject, email_content: content },
        ])
      })
      return getEmail(owner, campaignId, id)
    },

    choosePerson,

    /** A template that is being edited, as one recipient would get it, and what to know before saving it. */
    async preview(owner: OwnerId, campaignId: string, form: PreviewForm): Promise<Preview> {
      const campaign = await campaigns.getCampaign(owner, campaignId)
      const chosen = { id: form.prospect_id, text: form.body }
      const { person, facts: shown } = await choosePerson(owner, campaignId, chosen)
      const { subject, content } = renderEmail(prepareTemplate(form.subject, form.body), shown)
      const note = campaign.email_body === form.body ? campaign.writing_note : null
      return {
        subject,
        content,
        ...(await frame(owner, campaign, { address: person.email, text: form.body })),
        recipient: { id: person.id, name: nameRecipient(person), email: person.email },
        findings: checkTemplate({ ...form, note }, deps.findSpamPhrases),
      }
    },

    /** Apart from the preview, which is asked for with every pause in typing: this reads every recipient. */
    async missingValues(owner: OwnerId, campaignId: string): Promise<MissingValue[]> {
      const campaign = await campaigns.getCampaign(owner, campaignId)
      const people = await campaigns.listForChecking(db, owner, campaignId)
      const facts = await readFacts(db, owner, people, deps.languageOf(campaign.email_body ?? ''))
      return countMissing(people.map((person, at) => ({ name: nameRecipient(person), facts: facts[at]! })))
    },
  }
}

export type Emails = ReturnType<typeof createEmails>
