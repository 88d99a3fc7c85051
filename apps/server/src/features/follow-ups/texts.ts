import { randomUUID } from 'node:crypto'
import { type followUpRoutes, STEPS_MAX, type StepEmail } from '@goldpan/contract/follow-ups'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Campaign, Campaigns } from '../campaigns/campaigns.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { Usage } from '../usage/usage.ts'
import { prepareTemplate, renderBody, renderEmail } from '../writing/writing.rules.ts'
import type { Writing } from '../writing/writing.ts'
import { listMessages } from './planning.store.ts'
import type { Planning } from './planning.ts'
import { listSteps, type StepRow } from './steps.store.ts'
import { getStep } from './steps.ts'
import * as store from './texts.store.ts'
import { findSubject, replySubject } from './thread.rules.ts'

export interface TextsDeps {
  db: Database
  clock: Clock
  campaigns: Pick<Campaigns, 'getCampaign' | 'lockCampaign' | 'getRecipient'>
  enrolments: Pick<Enrolments, 'release' | 'requeue'>
  writing: Pick<Writing, 'readFacts' | 'preview' | 'sendTest' | 'writeFollowUp'>
  usage: Pick<Usage, 'book'>
  readPeople: Planning['readPeople']
  languageOf: (text: string) => string | null
}

type Body<Name extends 'generate' | 'preview' | 'sendTest' | 'updateEmail'> = HandlerInput<
  (typeof followUpRoutes)[Name]
>['body']
/** Checks that apply only to first emails: a follow-up may be short and needs no business name. */
const FIRST_EMAIL_CHECKS: readonly string[] = ['missing_placeholder', 'length']

type Recipient = Awaited<ReturnType<Campaigns['getRecipient']>>

/** The texts of follow-ups: written, shown as one person gets them, and edited for one person. */
export function createStepTexts(deps: TextsDeps) {
  const { db, clock, campaigns, writing } = deps

  /** The subject of a thread as it stands in the editor: that of the template, or of the newest step with its own. */
  async function threadSubject(tx: Db, owner: OwnerId, campaign: Campaign, before: number): Promise<string> {
    const steps = await listSteps(tx, owner, campaign.id)
    const start = steps.findLast(({ position, thread }) => position < before && thread === 'new')
    return replySubject(start?.subject ?? campaign.email_subject ?? '')
  }

  /** The subject of the thread already sent, unless an earlier step that is still to come starts another. */
  async function subjectFor(tx: Db, owner: OwnerId, campaign: Campaign, row: Recipient, step: StepRow) {
    const messages = await listMessages(tx, owner, [row.id])
    const sent = messages.filter(({ state }) => state === 'sent' || state === 'unconfirmed')
    const done = new Set(sent.map(({ step_id }) => step_id))
    const steps = await listSteps(tx, owner, campaign.id)
    const isAhead = steps.some(
      ({ id, position, thread }) => thread === 'new' && position < step.position && !done.has(id),
    )
    const subject = findSubject(sent) ?? (row.email_subject && replySubject(row.email_subject))
    if (!isAhead && subject) return { text: subject, isRendered: true }
    return { text: await threadSubject(tx, owner, campaign, step.position), isRendered: false }
  }

  async function getEmail(
    owner: OwnerId,
    campaignId: string,
    prospectId: string,
    stepId: string,
  ): Promise<StepEmail> {
    const campaign = await campaigns.getCampaign(db, owner, campaignId)
    const row = await campaigns.getRecipient(db, owner, campaignId, prospectId)
    const step = await getStep(db, owner, campaignId, stepId)
    const edited = await store.findStepEmail(db, owner, row.id, step.id)
    const person = (await deps.readPeople(db, owner, [row.id])).get(row.id) ?? row
    const body = edited?.body ?? step.body
    const [facts] = await writing.readFacts(db, owner, [person], deps.languageOf(body))
    const own = edited?.subject ?? step.subject ?? ''
    const thread = step.thread === 'same' ? await subjectFor(db, owner, campaign, row, step) : null
    const { subject, content } = renderEmail(prepareTemplate(thread?.text ?? own, body), facts!)
    return {
      step_id: step.id,
      position: step.position,
      subject: thread?.isRendered ? thread.text : subject,
      body: edited?.body ?? renderBody(step.body, facts!),
      content,
      is_edited: edited !== null,
    }
  }

  /** Changes an email that no worker has yet. One that is queued is written again. */
  async function changeEmail(
    owner: OwnerId,
    campaignId: string,
    { prospectId, stepId }: { prospectId: string; stepId: string },
    change: (tx: Db, recipientId: string, step: StepRow) => Promise<void>,
  ): Promise<StepEmail> {
    await db.transaction(async (tx) => {
      await campaigns.lockCampaign(tx, owner, campaignId)
      const row = await campaigns.getRecipient(tx, owner, campaignId, prospectId)
      const step = await getStep(tx, owner, campaignId, stepId)
      await deps.enrolments.requeue(tx, owner, { campaign_prospect_id: row.id, step_id: step.id })
      if (await store.isTaken(tx, owner, row.id, step.id)) refuse('follow_ups.is_sent')
      await change(tx, row.id, step)
      await deps.enrolments.release(tx, owner, { recipients: [row.id] }, 'missing_value')
    })
    return getEmail(owner, campaignId, prospectId, stepId)
  }

  return {
    getEmail,

    updateEmail: (
      owner: OwnerId,
      campaignId: string,
      which: { prospectId: string; stepId: string },
      { subject, body }: Body<'updateEmail'>,
    ) =>
      changeEmail(owner, campaignId, which, (tx, recipientId, step) =>
        store.saveStepEmail(tx, owner, {
          campaign_prospect_id: recipientId,
          step_id: step.id,
          subject: step.thread === 'new' ? (subject ?? step.subject) : null,
          body,
          updated_at: isoNow(clock),
        }),
      ),

    resetEmail: (owner: OwnerId, campaignId: string, which: { prospectId: string; stepId: string }) =>
      changeEmail(owner, campaignId, which, (tx, recipientId, step) =>
        store.deleteStepEmail(tx, owner, recipientId, step.id),
      ),

    /** Saves nothing. Charged only once there is a text. */
    async generate(owner: OwnerId, campaignId: string, { position, thread }: Body<'generate'>) {
      const campaign = await campaigns.getCampaign(db, owner, campaignId)
      const steps = await listSteps(db, owner, campaignId)
      const template = { subject: campaign.email_subject, body: campaign.email_body ?? '' }
      const text = await writing.writeFollowUp(owner, campaignId, {
        position,
        is_last: !steps.some((step) => step.position > position),
        thread,
        wait_days: steps.find((step) => step.position === position)?.wait_days ?? null,
        earlier: [template, ...steps.filter((step) => step.position < position)].filter(({ body }) => body),
      })
      await db.transaction((tx) =>
        deps.usage.book(tx, owner, 'email_generations', `generation:${randomUUID()}`),
      )
      return {
        subject: thread === 'new' ? text.subject : null,
        body: text.body,
        written_by: text.written_by,
      }
    },

    async preview(owner: OwnerId, campaignId: string, form: Body<'preview'>) {
      const campaign = await campaigns.getCampaign(db, owner, campaignId)
      const subject =
        form.thread === 'new'
          ? (form.subject ?? '')
          : await threadSubject(db, owner, campaign, form.position ?? STEPS_MAX + 1)
      const shown = await writing.preview(owner, campaignId, { ...form, subject })
      return { ...shown, findings: shown.findings.filter(({ kind }) => !FIRST_EMAIL_CHECKS.includes(kind)) }
    },

    async sendTest(owner: OwnerId, campaignId: string, stepId: string, { prospect_id }: Body<'sendTest'>) {
      const campaign = await campaigns.getCampaign(db, owner, campaignId)
      const step = await getStep(db, owner, campaignId, stepId)
      const subject =
        step.thread === 'new' ? (step.subject ?? '') : await threadSubject(db, owner, campaign, step.position)
      const template = { subject: subject || 'Follow-up', body: step.body }
      return writing.sendTest(owner, campaignId, { prospect_id, template })
    },
  }
}
