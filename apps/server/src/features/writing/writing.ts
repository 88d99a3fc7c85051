import type { DkimKey } from '@goldpan/campaign-mail/dkim'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Template, writingRoutes } from '@goldpan/contract/writing'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Jobs } from '../../providers/jobs/port.ts'
import type { MailPort } from '../../providers/mail/port.ts'
import type { TextPort } from '../../providers/text/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { ReturnAddresses } from '../signatures/return-address/return-address.ts'
import type { Signatures } from '../signatures/signatures.ts'
import type { Usage } from '../usage/usage.ts'
import { createEmails } from './emails/emails.ts'
import type { TextPrices } from './generation/generation.rules.ts'
import { createGeneration } from './generation/generation.ts'
import { createTestEmail } from './test-email/test-email.ts'
import { writeEmailsJob } from './writing.jobs.ts'
import { toTemplate } from './writing.rules.ts'

export interface WritingDeps {
  db: Database
  clock: Clock
  jobs: Jobs
  text: TextPort
  accounts: Pick<Accounts, 'getUser'>
  usage: Pick<Usage, 'book' | 'countAffordable'>
  campaigns: Campaigns
  prospects: Pick<Prospects, 'followCampaign'>
  signatures: Pick<Signatures, 'getContent'>
  returnAddresses: Pick<ReturnAddresses, 'get'>
  mail: Pick<MailPort, 'handOver'>
  /** The spam-trigger phrases in a text. */
  findSpamPhrases: (text: string) => string[]
  /** The language a text is written in; null where it is not recognised. */
  languageOf: (text: string) => string | null
  /** What the model costs; null where the operator has set no price. */
  textPrices: TextPrices | null
  postalAddress: string
  publicUrl: () => string
  /** Mail goes to the built-in outbox: links may be plain http. */
  isLocalOnly: boolean
  /** What signs messages from an address of this domain. */
  findKeys: (domain: string) => Promise<DkimKey[]>
}

/** Up to so many e-mails are written within the request; more in the background. */
const WRITTEN_AT_ONCE = 200
const BATCH = 500

type TemplateForm = HandlerInput<typeof writingRoutes.updateTemplate>['body']

export function createWriting(deps: WritingDeps) {
  const { db, campaigns } = deps
  const emails = createEmails(deps)

  /** Writes all stale e-mails, or leaves them to a worker when there are many. The campaign is locked by the caller. */
  async function writeStale(tx: Db, owner: OwnerId, campaignId: string) {
    const campaign = await campaigns.getCampaign(owner, campaignId, tx)
    const waiting = await campaigns.countWaiting(tx, owner, campaign)
    if (waiting > WRITTEN_AT_ONCE) {
      await campaigns.setRendering(tx, owner, campaignId, waiting)
      await deps.jobs.enqueue(tx, writeEmailsJob, { owner, campaign_id: campaignId }, { key: campaignId })
      return { message: `${waiting} emails are being written`, rendered: 0, waiting }
    }
    const rendered = await emails.writeBatch(tx, owner, campaign, WRITTEN_AT_ONCE)
    return {
      message: rendered === 1 ? '1 email written' : `${rendered} emails written`,
      rendered,
      waiting: 0,
    }
  }

  return {
    ...emails,
    ...createTestEmail(deps, emails),
    ...createGeneration({ ...deps, emails, writeStale }),

    async getTemplate(owner: OwnerId, campaignId: string): Promise<Template> {
      return toTemplate(await campaigns.getCampaign(owner, campaignId))
    },

    async updateTemplate(owner: OwnerId, campaignId: string, form: TemplateForm): Promise<Template> {
      return db.transaction(async (tx) => {
        const campaign = await campaigns.lockCampaign(owner, tx, campaignId)
        if (form.updated_at !== undefined && form.updated_at !== toTemplate(campaign).updated_at)
          refuse('writing.template_changed')
        const { subject, body } = form
        const text = { subject, body, written_by: 'hand', note: null, isGenerated: false }
        return toTemplate(await campaigns.saveTemplate(tx, owner, campaign, text))
      })
    },

    async regenerate(owner: OwnerId, campaignId: string, { include_edited }: { include_edited: boolean }) {
      return db.transaction(async (tx) => {
        const campaign = await campaigns.lockCampaign(owner, tx, campaignId)
        if (campaign.email_body === null) refuse('writing.no_template')
        await campaigns.askForWriting(tx, owner, campaignId, { includeEdited: include_edited })
        return writeStale(tx, owner, campaignId)
      })
    },

    /** For the worker: writes what waits, in batches that each stand for themselves; running it twice does no harm. */
    async writeWaiting(owner: OwnerId, campaignId: string, signal: AbortSignal): Promise<void> {
      for (let written = 1; written > 0 && !signal.aborted; )
        written = await db.transaction(async (tx) => {
          const campaign = await campaigns.findCampaign(owner, campaignId, tx)
          return campaign?.email_body ? emails.writeBatch(tx, owner, campaign, BATCH) : 0
        })
      await db.transaction(async (tx) => {
        const campaign = await campaigns.findCampaign(owner, campaignId, tx)
        if (campaign && (await campaigns.countWaiting(tx, owner, campaign)) === 0)
          await campaigns.setRendering(tx, owner, campaignId, null)
      })
      signal.throwIfAborted()
    },
  }
}

export type Writing = ReturnType<typeof createWriting>
