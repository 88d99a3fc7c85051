import { byLevel } from '@goldpan/contract/missing-values'
import type { HandlerInput } from '@goldpan/contract/route'
import type { MissingValue, Preview, RecipientEmail, writingRoutes } from '@goldpan/contract/writing'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { nameRecipient } from '../campaigns/campaigns.rules.ts'
import type { Campaign, Campaigns } from '../campaigns/campaigns.ts'
import { toCampaignProspect } from '../campaigns/recipients.rules.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { SenderIdentities } from '../sender-identity/sender-identity.ts'
import { describeSigner, type Signer, signatureBelow } from '../signatures/signatures.rules.ts'
import type { Signatures } from '../signatures/signatures.ts'
import { checkSigner, checkTemplate } from './checks.rules.ts'
import { countMissing, type Person, SAMPLE, toFacts } from './emails.rules.ts'
import {
  type Facts,
  prepareTemplate,
  previewFooter,
  renderBody,
  renderEmail,
  toHtml,
} from './writing.rules.ts'

export interface EmailsDeps {
  db: Database
  clock: Clock
  accounts: Pick<Accounts, 'getUser'>
  campaigns: Campaigns
  prospects: Pick<Prospects, 'followCampaign'>
  signatures: Pick<Signatures, 'getSigner'>
  findSpamPhrases: (text: string) => string[]
  /** The language of a text. Null if it isn't recognised. */
  languageOf: (text: string) => string | null
  senderIdentities: SenderIdentities
}

type HandWritten = HandlerInput<typeof writingRoutes.updateEmail>['body']
interface Framed {
  address: string
  /** As written, before placeholders are filled in. */
  text: string
  /** The same as the HTML that is sent. */
  content: string
}

type PreviewForm = HandlerInput<typeof writingRoutes.preview>['body']

/** The emails of a campaign, one for each recipient, written from the template or by hand. */
export function createEmails(deps: EmailsDeps) {
  const { db, clock, campaigns } = deps

  async function readSenderName(tx: Db, owner: OwnerId): Promise<string> {
    const user = await deps.accounts.getUser(tx, owner)
    return `${user.first_name} ${user.last_name}`.trim()
  }

  /** The values of the placeholders for each recipient, in the order given. */
  async function readFacts(tx: Db, owner: OwnerId, people: readonly Person[], language: string | null) {
    const senderName = await readSenderName(tx, owner)
    const ids = people.map(({ prospect_id }) => prospect_id)
    const known = await campaigns.readFacts(tx, owner, ids)
    const common = { senderName, language }
    return people.map((person) =>
      toFacts(person, (person.prospect_id && known.get(person.prospect_id)) || null, common),
    )
  }

  /** The signature and the footer of a message, in the language of its text. */
  async function frame(owner: OwnerId, signer: Signer, { address, text, content }: Framed) {
    const language = deps.languageOf(text)
    const identity = await deps.senderIdentities.showFooter(db, owner)
    return {
      signature: signatureBelow(content, signer),
      footer: previewFooter({ ...identity, address, senderName: signer.name, language }),
    }
  }

  async function getEmail(owner: OwnerId, campaignId: string, id: string): Promise<RecipientEmail> {
    const campaign = await campaigns.getCampaign(db, owner, campaignId)
    const row = await campaigns.getRecipient(db, owner, campaignId, id)
    const text = campaign.email_body ?? ''
    const [facts] = await readFacts(db, owner, [row], deps.languageOf(text))
    const content = row.email_content ?? ''
    const signer = await deps.signatures.getSigner(db, owner, campaign.signature_id)
    return {
      subject: row.email_subject ?? '',
      content,
      body: row.edited_body ?? renderBody(text, facts!),
      recipient: toCampaignProspect(
        { ...row, has_content: row.email_content !== null },
        campaign.template_version,
        null,
      ),
      ...(await frame(owner, signer, { address: row.email, text: row.edited_body ?? text, content })),
    }
  }

  /** The recipient to show a text for, or a sample if the campaign has none. */
  async function choosePerson(
    owner: OwnerId,
    campaignId: string,
    { id, text }: { id: string | null | undefined; text: string },
  ): Promise<{ person: Person; facts: Facts }> {
    const person = await campaigns.chooseRecipient(db, owner, campaignId, id ?? null)
    const language = deps.languageOf(text)
    if (!person)
      return {
        person: SAMPLE,
        facts: toFacts(SAMPLE, SAMPLE, { senderName: await readSenderName(db, owner), language }),
      }
    const [facts] = await readFacts(db, owner, [person], language)
    return { person, facts: facts! }
  }

  return {
    readSenderName,
    readFacts,
    getEmail,

    /** Writes up to `limit` stale emails from the template, and returns how many. */
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
        await campaigns.lockCampaign(tx, owner, campaignId)
        const row = await campaigns.getRecipient(tx, owner, campaignId, id)
        const [facts] = await readFacts(tx, owner, [row], deps.languageOf(body))
        const written = renderEmail({ subject, html: toHtml(body) }, facts!)
        await campaigns.saveByHand(tx, owner, row.id, { ...written, body })
      })
      return getEmail(owner, campaignId, id)
    },

    /** Replaces an email that was written by hand by one from the template. */
    async resetEmail(owner: OwnerId, campaignId: string, id: string) {
      await db.transaction(async (tx) => {
        const campaign = await campaigns.lockCampaign(tx, owner, campaignId)
        const found = await campaigns.getRecipient(tx, owner, campaignId, id)
        if (campaign.email_body === null) refuse('writing.no_template')
        const row = await campaigns.lockUnsent(tx, owner, found.id)
        const [facts] = await readFacts(tx, owner, [row], deps.languageOf(campaign.email_body))
        const template = prepareTemplate(campaign.email_subject ?? '', campaign.email_body)
        const { subject, content } = renderEmail(template, facts!)
        const written = { id: row.id, email_subject: subject, email_content: content }
        await campaigns.saveRendered(tx, owner, campaign, [written])
      })
      return getEmail(owner, campaignId, id)
    },

    choosePerson,

    /** Shows a template as one recipient would get it, with the findings of its check. */
    async preview(owner: OwnerId, campaignId: string, form: PreviewForm): Promise<Preview> {
      const campaign = await campaigns.getCampaign(db, owner, campaignId)
      const chosen = { id: form.prospect_id, text: form.body }
      const { person, facts: shown } = await choosePerson(owner, campaignId, chosen)
      const { subject, content, missing } = renderEmail(prepareTemplate(form.subject, form.body), shown)
      const note = campaign.email_body === form.body ? campaign.writing_note : null
      const signer = await deps.signatures.getSigner(db, owner, campaign.signature_id)
      return {
        subject,
        content,
        ...(await frame(owner, signer, { address: person.email, text: form.body, content })),
        recipient: { id: person.id, name: nameRecipient(person), email: person.email },
        missing,
        findings: byLevel([
          ...checkTemplate({ ...form, note }, deps.findSpamPhrases),
          checkSigner(describeSigner(content, signer)),
        ]),
      }
    },

    /** Separate from the preview because it reads every recipient, and the preview follows the typing. */
    async missingValues(owner: OwnerId, campaignId: string): Promise<MissingValue[]> {
      const campaign = await campaigns.getCampaign(db, owner, campaignId)
      const people = await campaigns.listForChecking(db, owner, campaignId)
      const facts = await readFacts(db, owner, people, deps.languageOf(campaign.email_body ?? ''))
      return countMissing(people.map((person, at) => ({ name: nameRecipient(person), facts: facts[at]! })))
    },
  }
}

export type Emails = ReturnType<typeof createEmails>
