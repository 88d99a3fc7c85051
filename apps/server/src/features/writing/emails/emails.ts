import type { HandlerInput } from '@goldpan/contract/route'
import type { Preview, RecipientEmail, writingRoutes } from '@goldpan/contract/writing'
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
import { type Person, SAMPLE, toFacts } from './emails.rules.ts'

type HandWritten = HandlerInput<typeof writingRoutes.updateEmail>['body']
type PreviewForm = HandlerInput<typeof writingRoutes.preview>['body']

/** The e-mails of a campaign, one a recipient: written from the template, by hand, and shown before they leave. */
export function createEmails(deps: WritingDeps) {
  const { db, clock, campaigns } = deps

  async function readSenderName(owner: OwnerId, tx: Db = db): Promise<string> {
    const user = await deps.accounts.getUser(owner, tx)
    return `${user.first_name} ${user.last_name}`.trim()
  }

  /** The facts for the placeholders of each recipient, in the order given. */
  async function readFacts(tx: Db, owner: OwnerId, people: readonly Person[]) {
    const senderName = await readSenderName(owner, tx)
    const known = await campaigns.readFacts(
      tx,
      owner,
      people.map(({ prospect_id }) => prospect_id),
    )
    return people.map((person) =>
      toFacts(person, (person.prospect_id && known.get(person.prospect_id)) || null, senderName),
    )
  }

  async function frame(owner: OwnerId, campaign: Campaign, address: string) {
    const senderName = await readSenderName(owner)
    return {
      signature: await deps.signatures.getContent(owner, campaign.signature_id),
      footer: previewFooter({ address, senderName, postalAddress: deps.postalAddress }),
    }
  }

  async function getEmail(owner: OwnerId, campaignId: string, id: string): Promise<RecipientEmail> {
    const campaign = await campaigns.getCampaign(owner, campaignId)
    const row = await campaigns.findRecipient(owner, campaignId, id)
    const [facts] = await readFacts(db, owner, [row])
    return {
      subject: row.email_subject ?? '',
      content: row.email_content ?? '',
      body: row.edited_body ?? renderBody(campaign.email_body ?? '', facts!),
      recipient: toCampaignProspect(
        { ...row, has_content: row.email_content !== null },
        campaign.template_version,
        null,
      ),
      ...(await frame(owner, campaign, row.email)),
    }
  }

  /** As whom a text is shown: the one asked for, else the first who is not sent to, else a sample. */
  async function choosePerson(
    owner: OwnerId,
    people: readonly (Person & { email_status: string })[],
    id: string | null | undefined,
  ): Promise<{ person: Person; facts: Facts }> {
    const isMeant = (one: (typeof people)[number]) =>
      id ? [one.id, one.prospect_id].includes(id) : ['pending', 'generated'].includes(one.email_status)
    const person = people.find(isMeant) ?? people[0]
    if (!person) return { person: SAMPLE, facts: toFacts(SAMPLE, SAMPLE, await readSenderName(owner)) }
    const [facts] = await readFacts(db, owner, [person])
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
      const facts = await readFacts(tx, owner, rows)
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
        const [facts] = await readFacts(tx, owner, [row])
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
        const [facts] = await readFacts(tx, owner, [row])
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
      const people = await campaigns.listForChecking(db, owner, campaignId)
      const facts = await readFacts(db, owner, people)
      const { person, facts: shown } = await choosePerson(owner, people, form.prospect_id)
      const { subject, content } = renderEmail(prepareTemplate(form.subject, form.body), shown)
      const note = campaign.email_body === form.body ? campaign.writing_note : null
      const checked = people.map((one, at) => ({ name: nameRecipient(one), facts: facts[at]! }))
      return {
        subject,
        content,
        ...(await frame(owner, campaign, person.email)),
        recipient: { id: person.id, name: nameRecipient(person), email: person.email },
        findings: checkTemplate({ ...form, note }, checked, deps.findSpamPhrases),
      }
    },
  }
}

export type Emails = ReturnType<typeof createEmails>
