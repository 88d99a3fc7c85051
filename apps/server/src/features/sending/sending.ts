import { randomUUID } from 'node:crypto'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { Refusal, refuse } from '../../http/refuse.ts'
import { isoNow } from '../../providers/clock/port.ts'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Campaign, Campaigns } from '../campaigns/campaigns.ts'
import type { SendableRecipient } from '../campaigns/recipients.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { SendingDomainCare } from '../sending-domain/sending-domain.ts'
import { withSignature } from '../signatures/signatures.rules.ts'
import type { Signatures } from '../signatures/signatures.ts'
import {
  statusOfSuppression,
  suppressionSentences,
  toSuppressed,
} from '../suppressions/suppressions.rules.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import { refuseLimit, type Usage } from '../usage/usage.ts'
import type { CampaignMailboxCare } from './campaign-mailboxes.ts'
import { createDeliveryLog, type DeliveryLogDeps } from './delivery-log.ts'
import { messageIdOf } from './messages.ts'
import type { Pauses } from './pauses.ts'
import type { Preflight } from './preflight.ts'
import { findActiveJob } from './send-jobs.store.ts'
import { createSendJobs, type SendJobsDeps } from './send-jobs.ts'
import { orderedTimes } from './sending.rules.ts'
import * as store from './sending.store.ts'

/** Wakes a worker, which also checks every 5 seconds by itself. The rows are the queue. */
export const sendingJob = defineJob({
  name: 'sending',
  payload: z.object({}),
  every: { seconds: 5, payload: {} },
})

/** A follow-up, written for one person. */
export type FollowUpMessage = Pick<
  store.RecipientRow,
  | 'prospect_id'
  | 'email'
  | 'round'
  | 'sender'
  | 'mailbox_id'
  | 'from_name'
  | 'from_address'
  | 'reply_to'
  | 'subject'
  | 'content'
  | 'language'
  | 'in_reply_to'
  | 'reference_ids'
  | 'next_at'
> & { campaign_prospect_id: string; step_id: string; step_position: number }

export interface SendingDeps extends SendJobsDeps, DeliveryLogDeps {
  campaigns: Campaigns
  suppressions: Pick<Suppressions, 'findSuppressed'>
  usage: SendJobsDeps['usage'] & Pick<Usage, 'countAffordable' | 'lockAffordable'>
  enrolments: SendJobsDeps['enrolments'] & Pick<Enrolments, 'listEnrolled' | 'listHeld' | 'completeCampaigns'>
  jobs: Pick<Jobs, 'enqueue'>
  signatures: Pick<Signatures, 'getSigner'>
  tokens: Tokens
  replyDomain: string
  sendingDomain: Pick<SendingDomainCare, 'requireReady'>
  pauses: Pauses
  campaignMailboxes: Pick<CampaignMailboxCare, 'findSender' | 'findBound' | 'listWaits'>
  preflight: Pick<Preflight, 'require'>
  /** Null if not recognised. */
  languageOf: (text: string) => string | null
}

interface StartOptions {
  resend: boolean
  /** Sends only to people whose newest message from the template ended in this state. */
  only?: 'unconfirmed' | 'cancelled' | undefined
}

/** Sending as users see it: start, pause, resume, cancel. delivery.ts sends the messages. */
export function createSending(deps: SendingDeps) {
  const { db, clock, campaigns, suppressions, usage } = deps
  const sendJobs = createSendJobs(deps)

  /** Removes suppressed recipients. Those never written to get the reason as their status. */
  async function dropSuppressed(tx: Db, owner: OwnerId, rows: SendableRecipient[]) {
    const emails = rows.map(({ email }) => email)
    const suppressed = await suppressions.findSuppressed(tx, owner, emails)
    const changes = rows.flatMap((row) => {
      const reason = suppressed.get(toSuppressed(row.email))
      if (!reason || row.round > 0) return []
      const email_status = statusOfSuppression(reason)
      return [[row.id, { email_status, status_reason: suppressionSentences[reason] ?? null }] as const]
    })
    await campaigns.applyDeliveries(tx, owner, new Map(changes))
    return rows.filter(({ email }) => !suppressed.has(toSuppressed(email)))
  }

  /** Refuses unless allowance and tokens, minus messages queued by other sends, cover this one. */
  function requireAllowance(affordable: number, promised: number, needed: number): void {
    const remaining = Math.max(0, affordable - promised)
    if (needed > remaining) refuseLimit('emails_sent', { remaining, needed })
  }

  function newMessage(job_id: string, at: string) {
    const id = randomUUID()
    const message_id = messageIdOf(deps.tokens, id, deps.replyDomain)
    return { id, job_id, message_id, state: 'queued', next_at: at, queued_at: at } as const
  }

  /** Inserts a message for each recipient, in their order. */
  async function queueMessages(
    tx: Db,
    owner: OwnerId,
    job: store.JobRow,
    campaign: Campaign,
    chosen: ChosenRecipient[],
  ): Promise<void> {
    const at = isoNow(clock)
    const emails = chosen.map(({ row }) => row.email)
    const mailboxOf = await deps.campaignMailboxes.findBound(tx, owner, emails)
    const times = orderedTimes(at, chosen.length)
    const signer = await deps.signatures.getSigner(tx, owner, campaign.signature_id)
    const language = deps.languageOf(campaign.email_body ?? '')
    const toRow = ({ row, round }: ChosenRecipient, index: number): store.NewRecipient => {
      const mailbox_id = mailboxOf(row.email)
      return {
        ...newMessage(job.id, at),
        next_at: times[index]!,
        campaign_id: campaign.id,
        campaign_prospect_id: row.id,
        prospect_id: row.prospect_id,
        round,
        email: row.email,
        subject: row.email_subject,
        content: withSignature(row.email_content, signer),
        // An edited email may be in the recipient's language.
        language: row.is_edited ? deps.languageOf(row.email_content) : language,
        sender: mailbox_id === null ? job.sender : 'mailbox',
        mailbox_id,
      }
    }
    await store.insertRecipients(tx, owner, chosen.map(toRow))
  }

  /** Refuses while the owner's account is paused; the message says why and how to resume. */
  async function requireNoPause(owner: OwnerId): Promise<void> {
    await sendJobs.endPaused(owner, await deps.pauses.checkAccount(owner))
    const pause = await deps.pauses.findAccountPause(owner)
    if (pause) refuse('sending.paused', { message: pause.sentence, pause_id: pause.id })
  }

  /** Returns the people to send to, with their next rounds. Leaves out suppressed, held and enrolled ones. */
  async function chooseRecipients(
    tx: Db,
    owner: OwnerId,
    campaignId: string,
    sendable: SendableRecipient[],
    { resend, only }: StartOptions,
  ): Promise<ChosenRecipient[]> {
    const newest = await store.listNewestRounds(tx, owner, campaignId)
    const byRecipient = new Map(newest.map((entry) => [entry.campaign_prospect_id, entry]))
    const enrolled = resend ? await deps.enrolments.listEnrolled(tx, owner, campaignId) : null
    const emails = sendable.map(({ email }) => email)
    const held = await deps.enrolments.listHeld(tx, owner, emails)
    return (await dropSuppressed(tx, owner, sendable))
      .filter(({ id, email }) => !enrolled?.get(id) && !held.has(email.toLowerCase()))
      .map((row) => ({ row, round: Math.max(row.round, byRecipient.get(row.id)?.round ?? 0) + 1 }))
      .filter(({ row }) => !only || byRecipient.get(row.id)?.state === only)
  }

  /** Starts a job and queues its messages. Returns a refusal instead if nobody is left to send to. */
  async function startIn(
    tx: Db,
    owner: OwnerId,
    campaignId: string,
    { sender, ...options }: StartOptions & { sender: store.SenderKind },
  ): Promise<{ job_id: string } | { refusal: 'sending.nobody' | 'sending.nothing_written' }> {
    const sendable = await campaigns.lockSendable(tx, owner, campaignId, options)
    const running = await findActiveJob(tx, owner, campaignId, 'send')
    if (running) refuse('sending.already_running', { job_id: running.id })
    const chosen = await chooseRecipients(tx, owner, campaignId, sendable.rows, options)
    // Not refused here: the transaction must keep the statuses of suppressed recipients.
    if (chosen.length === 0)
      return { refusal: sendable.without_content.length === 0 ? 'sending.nobody' : 'sending.nothing_written' }
    const needed = chosen.length
    // Read this first: a message charged between the two reads must not count twice.
    const affordable = await usage.countAffordable(tx, owner, 'emails_sent')
    requireAllowance(affordable, await store.countPromised(tx, owner), needed)
    const { resend } = options
    const job = await sendJobs.insert(tx, owner, { campaign_id: campaignId, kind: 'send', resend, sender })
    if (!job) return refuse('sending.already_running')
    await deps.pauses.liftOfCampaign(tx, owner, campaignId)
    await queueMessages(tx, owner, job, sendable.campaign, chosen)
    await campaigns.setCampaignStatus(tx, owner, campaignId, 'active')
    await deps.jobs.enqueue(tx, sendingJob, {}, { key: 'sending' })
    // Concurrent starts wait here for each other's messages and count them.
    const left = await usage.lockAffordable(tx, owner, 'emails_sent')
    requireAllowance(left, (await store.countPromised(tx, owner)) - needed, needed)
    return { job_id: job.id }
  }

  async function start(
    owner: OwnerId,
    campaignId: string,
    options: StartOptions,
  ): Promise<{ success: true; job_id: string }> {
    const campaign = await campaigns.getCampaign(db, owner, campaignId)
    const sender = await deps.campaignMailboxes.findSender(owner, campaign)
    if (sender === 'shared') await deps.sendingDomain.requireReady()
    await requireNoPause(owner)
    await deps.preflight.require(owner, campaignId, sender)
    const started = await db.transaction((tx) => startIn(tx, owner, campaignId, { ...options, sender }))
    return 'refusal' in started ? refuse(started.refusal) : { success: true, job_id: started.job_id }
  }

  return {
    getJob: sendJobs.getJob,
    listActive: sendJobs.listActive,
    listJobs: sendJobs.listJobs,
    cancel: sendJobs.cancel,
    finishJob: sendJobs.finishJob,
    stopJob: sendJobs.stopJob,
    afterRefusal: sendJobs.afterRefusal,
    ...createDeliveryLog(deps),

    start,

    /** Cancels messages that no worker is handing over. Nobody is written to until the campaign is resumed. */
    async pause(owner: OwnerId, campaignId: string) {
      await db.transaction(async (tx) => {
        const campaign = await campaigns.lockCampaign(tx, owner, campaignId)
        if (campaign.status !== 'active') refuse('campaigns.not_active')
        await sendJobs.cancelOf(tx, owner, campaignId)
        await campaigns.setCampaignStatus(tx, owner, campaignId, 'paused')
      })
      return { status: 'paused' as const, job_id: null }
    },

    /** Continues the campaign. First messages that the pause cancelled are queued again. */
    async resume(owner: OwnerId, campaignId: string) {
      const campaign = await campaigns.getCampaign(db, owner, campaignId)
      if (campaign.status !== 'paused') refuse('campaigns.not_paused')
      if ((await store.countInterrupted(db, owner, campaignId)) > 0) {
        const interrupted = { resend: false, only: 'cancelled' } as const
        const { job_id } = await start(owner, campaignId, interrupted).catch(nobodyLeft)
        if (job_id !== null) return { status: 'active' as const, job_id }
      }
      return db.transaction(async (tx) => {
        const { status } = await campaigns.lockCampaign(tx, owner, campaignId)
        if (status !== 'paused') refuse('campaigns.not_paused')
        await deps.pauses.liftOfCampaign(tx, owner, campaignId)
        await campaigns.setCampaignStatus(tx, owner, campaignId, 'active')
        await deps.enrolments.completeCampaigns(tx, owner, [campaignId])
        await deps.jobs.enqueue(tx, sendingJob, {}, { key: 'sending' })
        return { status: (await campaigns.getCampaign(tx, owner, campaignId)).status, job_id: null }
      })
    },

    /** After a suspension: messages that waited for a retry get the full 24 hours again. */
    restartAttempts: (tx: Db, owner: OwnerId): Promise<void> =>
      store.restartAttempts(tx, owner, isoNow(clock)),
    restartAllAttempts: (tx: Db, scope: SystemScope): Promise<void> =>
      store.restartAllAttempts(tx, scope, isoNow(clock)),

    /** For campaigns: call before deleting one. */
    async stopCampaign(owner: OwnerId, campaignId: string): Promise<void> {
      await db.transaction(async (tx) => {
        await sendJobs.cancelOf(tx, owner, campaignId)
        const campaign = await sendJobs.lockCampaign(tx, owner, campaignId)
        if (campaign?.status === 'active') await campaigns.setCampaignStatus(tx, owner, campaignId, 'paused')
      })
    },

    /** For follow-ups: queues written messages. */
    async queueFollowUps(
      tx: Db,
      owner: OwnerId,
      campaignId: string,
      messages: readonly FollowUpMessage[],
    ): Promise<void> {
      if (messages.length === 0) return
      const at = isoNow(clock)
      const job = await sendJobs.shareFollowUp(tx, owner, campaignId, messages[0]!.sender)
      const toRow = (message: FollowUpMessage): store.NewRecipient => ({
        ...newMessage(job.id, at),
        campaign_id: campaignId,
        ...message,
      })
      await store.insertRecipients(tx, owner, messages.map(toRow))
    },
  }
}

export type Sending = ReturnType<typeof createSending>

interface ChosenRecipient {
  row: SendableRecipient
  round: number
}

/** Ignores that nobody is left: all whose messages the pause cancelled have left the campaign since or are held. */
function nobodyLeft(error: unknown): { job_id: null } {
  if (error instanceof Refusal && /^sending\.(nobody|nothing_written)$/.test(error.refusal))
    return { job_id: null }
  throw error
}
