import type { HandlerInput } from '@goldpan/contract/route'
import type { Template, writingRoutes } from '@goldpan/contract/writing'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import { createEmails, type EmailsDeps } from './emails.ts'
import { createGeneration, type GenerationDeps } from './generation.ts'
import { createTestEmail, type TestEmailDeps } from './test-email.ts'
import { toTemplate } from './writing.rules.ts'

/** Writes emails in the background. */
export const writeEmailsJob = defineJob({
  name: 'write-emails',
  ownerOf: ({ owner }) => owner,
  concurrency: 2,
  payload: z.object({ owner: z.uuid(), campaign_id: z.uuid() }),
})

export interface WritingDeps extends EmailsDeps, TestEmailDeps, GenerationDeps {
  campaigns: Campaigns
  jobs: Pick<Jobs, 'enqueue'>
}

/** Larger numbers are written in the background. */
const MAX_WITHIN_REQUEST = 200
const BATCH = 500

type TemplateForm = HandlerInput<typeof writingRoutes.updateTemplate>['body']

export function createWriting(deps: WritingDeps) {
  const { db, campaigns } = deps
  const emails = createEmails(deps)

  /** Writes all stale emails, or leaves many to a worker. The caller has locked the campaign. */
  async function writeStale(tx: Db, owner: OwnerId, campaignId: string) {
    const campaign = await campaigns.getCampaign(tx, owner, campaignId)
    const waiting = await campaigns.countWaiting(tx, owner, campaign)
    if (waiting > MAX_WITHIN_REQUEST) {
      await campaigns.setRendering(tx, owner, campaignId, waiting)
      await wake(tx, owner, campaignId)
      return { message: `${waiting} emails are being written`, rendered: 0, waiting }
    }
    const rendered = await emails.writeBatch(tx, owner, campaign, MAX_WITHIN_REQUEST)
    const unsent = rendered > 0 ? rendered : await campaigns.countUnsent(tx, owner, campaignId)
    return { message: writtenMessage(rendered, unsent), rendered, waiting: 0 }
  }

  const wake = (tx: Db, owner: OwnerId, campaignId: string): Promise<void> =>
    deps.jobs.enqueue(tx, writeEmailsJob, { owner, campaign_id: campaignId }, { key: campaignId })

  return {
    ...emails,
    ...createTestEmail(deps, emails),
    ...createGeneration(deps, { ...emails, writeStale }),

    async getTemplate(owner: OwnerId, campaignId: string): Promise<Template> {
      return toTemplate(await campaigns.getCampaign(db, owner, campaignId))
    },

    async updateTemplate(owner: OwnerId, campaignId: string, form: TemplateForm): Promise<Template> {
      return db.transaction(async (tx) => {
        const campaign = await campaigns.lockCampaign(tx, owner, campaignId)
        if (form.updated_at !== undefined && form.updated_at !== toTemplate(campaign).updated_at)
          refuse('writing.template_changed')
        const { subject, body } = form
        const text = { subject, body, written_by: 'hand', note: null, isGenerated: false }
        return toTemplate(await campaigns.saveTemplate(tx, owner, campaign, text))
      })
    },

    async listTemplateVersions(owner: OwnerId, campaignId: string) {
      const campaign = await campaigns.getCampaign(db, owner, campaignId)
      return campaigns.listTemplateVersions(db, owner, campaign.id)
    },

    async regenerate(owner: OwnerId, campaignId: string, { include_edited }: { include_edited: boolean }) {
      return db.transaction(async (tx) => {
        const campaign = await campaigns.lockCampaign(tx, owner, campaignId)
        if (campaign.email_body === null) refuse('writing.no_template')
        await campaigns.askForWriting(tx, owner, campaignId, { includeEdited: include_edited })
        return writeStale(tx, owner, campaignId)
      })
    },

    /** Goes on writing what waited for the end of a suspension. */
    async resume(tx: Db, owner: OwnerId): Promise<void> {
      for (const id of await campaigns.listRendering(tx, owner)) await wake(tx, owner, id)
    },

    /** For the worker: writes all stale emails in batches, with a transaction each. Safe to run twice. */
    async writeWaiting(owner: OwnerId, campaignId: string, signal: AbortSignal): Promise<void> {
      for (let written = 1; written > 0 && !signal.aborted; )
        written = await db.transaction(async (tx) => {
          // Goes on by `resume`.
          if ((await deps.accounts.getUser(tx, owner)).suspended_at) return 0
          const campaign = await campaigns.findCampaign(tx, owner, campaignId)
          return campaign?.email_body ? emails.writeBatch(tx, owner, campaign, BATCH) : 0
        })
      await db.transaction(async (tx) => {
        const campaign = await campaigns.findCampaign(tx, owner, campaignId)
        if (campaign && (await campaigns.countWaiting(tx, owner, campaign)) === 0)
          await campaigns.setRendering(tx, owner, campaignId, null)
      })
      signal.throwIfAborted()
    },
  }
}

function writtenMessage(rendered: number, unsent: number): string {
  if (rendered > 0) return rendered === 1 ? '1 email written' : `${rendered} emails written`
  return unsent > 0
    ? 'Template written. Emails edited by hand were kept.'
    : 'Template written. Add prospects to personalise it.'
}

export type Writing = ReturnType<typeof createWriting>
