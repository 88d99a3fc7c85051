import { randomUUID } from 'node:crypto'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import { PAGE_ROWS } from '@goldpan/contract/pages'
import type { HandlerInput } from '@goldpan/contract/route'
import { type SendJob, type sendingRoutes, sendOutcome, unconfirmedText } from '@goldpan/contract/sending'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { readCursor, writeCursor } from '../../db/keyset.ts'
import { asOwner, type OwnerId, type SystemScope } from '../../db/owner.ts'
import { Refusal, refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Campaign, Campaigns } from '../campaigns/campaigns.ts'
import type { SendableRecipient } from '../campaigns/recipients.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { Notifications } from '../notifications/notifications.ts'
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
import type { Stop } from './claims.ts'
import { lockActiveJob, shareActiveJob } from './delivery.store.ts'
import type { InstallationEpoch } from './epoch.ts'
import { messageIdOf } from './messages.ts'
import type { NewPause, Pauses } from './pauses.ts'
import type { Preflight } from './preflight.ts'
import { causeOf, toDelivery, toJob, turnsBefore } from './sending.rules.ts'
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

export interface SendingDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  campaigns: Campaigns
  suppressions: Pick<Suppressions, 'findSuppressed'>
  usage: Pick<Usage, 'refundEach' | 'countAffordable' | 'lockAffordable' | 'explainLimit'>
  enrolments: Pick<Enrolments, 'hasOpen' | 'listEnrolled' | 'listHeld' | 'holdFor' | 'completeCampaigns'>
  jobs: Pick<Jobs, 'enqueue'>
  signatures: Pick<Signatures, 'getSigner'>
  notifications: Pick<Notifications, 'jobFinished'>
  tokens: Tokens
  replyDomain: string
  sendingDomain: Pick<SendingDomainCare, 'requireReady'>
  pauses: Pauses
  campaignMailboxes: Pick<CampaignMailboxCare, 'findSender' | 'findBound' | 'listWaits'>
  epoch: Pick<InstallationEpoch, 'findHold'>
  preflight: Pick<Preflight, 'require'>
  /** Null if not recognised. */
  languageOf: (text: string) => string | null
}

const JOBS_SHOWN = 20

/** `only`: sends to people whose newest message from the template ended so. */
interface StartOptions {
  resend: boolean
  only?: 'unconfirmed' | 'cancelled' | undefined
}
type DeliveriesQuery = HandlerInput<typeof sendingRoutes.listDeliveries>['query']

/** Sending as the user sees it: start, watch, cancel. delivery.ts sends the messages. */
export function createSending(deps: SendingDeps) {
  const { db, clock, systemClock, campaigns, suppressions, usage } = deps

  /** Progress is counted from the recipients' rows. */
  async function describeJobs(owner: OwnerId, jobs: store.JobRow[]): Promise<SendJob[]> {
    const ids = jobs.map(({ id }) => id)
    const counts = await store.countStates(db, owner, ids)
    const hold = jobs.some(({ completed_at }) => completed_at === null) ? await deps.epoch.findHold() : null
    return jobs.map((job) => toJob(job, counts.get(job.id) ?? [], hold))
  }

  async function getJob(owner: OwnerId, id: string): Promise<SendJob> {
    const job = (await store.findJob(db, owner, id)) ?? refuse('sending.job_not_found')
    return (await describeJobs(owner, [job]))[0]!
  }

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

  async function queue(tx: Db, owner: OwnerId, job: store.JobRow, campaign: Campaign, rows: Queued[]) {
    const at = isoNow(clock)
    const emails = rows.map(({ row }) => row.email)
    const mailboxOf = await deps.campaignMailboxes.findBound(tx, owner, emails)
    const turns = turnsBefore(at, rows.length)
    const signer = await deps.signatures.getSigner(tx, owner, campaign.signature_id)
    const language = deps.languageOf(campaign.email_body ?? '')
    const toRow = ({ row, round }: Queued, index: number): store.NewRecipient => {
      const mailbox_id = mailboxOf(row.email)
      return {
        ...newMessage(job.id, at),
        next_at: turns[index]!,
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
    await store.insertRecipients(tx, owner, rows.map(toRow))
  }

  /** Locked against ending until the transaction does. */
  async function shareFollowUpJob(
    tx: Db,
    owner: OwnerId,
    campaignId: string,
    sender: store.JobRow['sender'],
  ): Promise<store.JobRow> {
    for (;;) {
      const running = await store.findActiveJob(tx, owner, campaignId, 'follow_ups')
      const locked = running && (await shareActiveJob(tx, owner, running.id))
      if (locked) return locked
      const kind = 'follow_ups'
      const job = {
        campaign_id: campaignId,
        kind,
        resend: false,
        sender,
        created_at: isoNow(clock),
        looked_at: isoNow(systemClock),
      } as const
      const started = await store.insertJob(tx, owner, job)
      if (started) return started
    }
  }

  const endJob = (owner: OwnerId, id: string, end: JobEnd): Promise<void> =>
    db.transaction((tx) => endJobIn(tx, owner, id, end))

  async function endJobIn(tx: Db, owner: OwnerId, id: string, end: JobEnd): Promise<void> {
    const job = await store.findJob(tx, owner, id)
    if (!job) return
    // Lock the campaign first, as starting does, so that two calls can't deadlock.
    const campaign = await campaigns.lockCampaign(tx, owner, job.campaign_id).catch(ignoreRefusal)
    // Then the job, to which planning may add follow-ups until here.
    if (!(await lockActiveJob(tx, owner, id))) return
    if (end.status === 'completed' && (await store.hasUnfinished(tx, owner, id))) return
    const at = isoNow(clock)
    const { status, error = null, isPaused = false } = end
    if (!(await store.endJob(tx, owner, id, { status, error, completed_at: at }))) return
    const reason = error ?? 'Sending was cancelled'
    // Claimed messages are paid for. Only a cancellation or a pause takes them back.
    const includesClaimed = status === 'cancelled' || isPaused
    const cancelled = await store.cancelWaiting(tx, owner, id, { includesClaimed, reason, at })
    const charged = cancelled.filter(({ is_charged }) => is_charged)
    const causes = charged.map((row) => causeOf(row.id))
    await usage.refundEach(tx, owner, causes, reason)
    if (campaign) await settleCampaign(tx, owner, campaign, job, end.status)
    if (campaign && job.kind === 'send' && end.status !== 'cancelled')
      await notifyEnd(tx, owner, id, campaign)
  }

  /** Refuses while all campaigns of the owner are paused; the message says why and how to resume. */
  async function requireNoPause(owner: OwnerId): Promise<void> {
    await endPaused(owner, await deps.pauses.checkAccount(owner))
    const pause = await deps.pauses.findAccountPause(owner)
    if (pause) refuse('sending.paused', { message: pause.sentence, pause_id: pause.id })
  }

  async function endPaused(owner: OwnerId, pause: NewPause | null): Promise<void> {
    for (const job of pause?.jobs ?? [])
      await endJob(owner, job.id, { status: 'failed', error: pause?.sentence ?? '', isPaused: true })
  }

  /** Notifies users of an ended job, except after their own cancellation. */
  async function notifyEnd(tx: Db, owner: OwnerId, id: string, campaign: Campaign): Promise<void> {
    const job = await store.findJob(tx, owner, id)
    if (!job) return
    const ended = toJob(job, (await store.countStates(tx, owner, [id])).get(id) ?? [])
    const words = [sendOutcome(ended), unconfirmedText(ended.result?.unconfirmed_count ?? 0)]
    await deps.notifications.jobFinished(tx, owner, `sending:${id}`, {
      title: `Sending "${campaign.name}"`,
      outcome: words.filter(Boolean).join(' '),
      path: `/campaigns/${campaign.id}`,
    })
  }

  async function settleCampaign(
    tx: Db,
    owner: OwnerId,
    campaign: Campaign,
    job: store.JobRow,
    end: store.JobRow['status'],
  ): Promise<void> {
    const pause = end === 'failed' ? await deps.pauses.findHolding(tx, owner, campaign.id) : null
    // Follow-ups go on by themselves once the pause of all campaigns is lifted.
    if (job.kind === 'follow_ups' && pause?.campaign_id === null && campaign.status === 'active')
      return deps.enrolments.holdFor(tx, owner, { campaign: campaign.id }, 'account_paused')
    if (end !== 'completed') return campaigns.setCampaignStatus(tx, owner, campaign.id, 'paused')
    const isGoingOn =
      (await campaigns.countUnsent(tx, owner, campaign.id)) > 0 ||
      (await deps.enrolments.hasOpen(tx, owner, campaign.id)) ||
      (await store.listActiveJobsOf(tx, owner, campaign.id)).length > 0
    // A job that ends while the campaign is paused or was ended by hand changes nothing.
    if (job.kind === 'send' || campaign.status === 'active')
      await campaigns.setCampaignStatus(tx, owner, campaign.id, isGoingOn ? 'active' : 'completed')
  }

  /** The people this send goes to, with their next rounds. Leaves out the suppressed, held and enrolled ones. */
  async function chooseRecipients(
    tx: Db,
    owner: OwnerId,
    campaignId: string,
    sendable: SendableRecipient[],
    { resend, only }: StartOptions,
  ): Promise<Queued[]> {
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

  async function start(
    owner: OwnerId,
    campaignId: string,
    options: StartOptions,
  ): Promise<{ success: true; job_id: string }> {
    const before = await campaigns.getCampaign(db, owner, campaignId)
    const sender = await deps.campaignMailboxes.findSender(owner, before)
    if (sender === 'shared') await deps.sendingDomain.requireReady()
    await requireNoPause(owner)
    await deps.preflight.require(owner, campaignId, sender)
    const started = await db.transaction(async (tx) => {
      const sendable = await campaigns.lockSendable(tx, owner, campaignId, options)
      const running = await store.findActiveJob(tx, owner, campaignId, 'send')
      if (running) refuse('sending.already_running', { job_id: running.id })
      const rows = await chooseRecipients(tx, owner, campaignId, sendable.rows, options)
      // Not refused here: the transaction must keep the statuses of suppressed recipients.
      if (rows.length === 0) return { isWritten: sendable.without_content.length === 0 }
      const needed = rows.length
      // Read this first: a message charged between the two reads must not count twice.
      const affordable = await usage.countAffordable(tx, owner, 'emails_sent')
      requireAllowance(affordable, await store.countPromised(tx, owner), needed)
      const job = await store.insertJob(tx, owner, {
        campaign_id: campaignId,
        kind: 'send',
        resend: options.resend,
        sender,
        created_at: isoNow(clock),
        looked_at: isoNow(systemClock),
      })
      if (!job) return refuse('sending.already_running')
      await deps.pauses.liftOfCampaign(tx, owner, campaignId)
      await queue(tx, owner, job, sendable.campaign, rows)
      await campaigns.setCampaignStatus(tx, owner, campaignId, 'active')
      await deps.jobs.enqueue(tx, sendingJob, {}, { key: 'sending' })
      // Concurrent starts queue here and see each other's messages.
      const left = await usage.lockAffordable(tx, owner, 'emails_sent')
      requireAllowance(left, (await store.countPromised(tx, owner)) - needed, needed)
      return { job_id: job.id }
    })
    if (started.job_id === undefined)
      return refuse(started.isWritten ? 'sending.nobody' : 'sending.nothing_written')
    return { success: true, job_id: started.job_id }
  }

  return {
    getJob,

    start,

    /** Ends its jobs; messages that no worker is handing over go back. Everybody waits until it is resumed. */
    async pause(owner: OwnerId, campaignId: string) {
      await db.transaction(async (tx) => {
        const campaign = await campaigns.lockCampaign(tx, owner, campaignId)
        if (campaign.status !== 'active') refuse('campaigns.not_active')
        for (const job of await store.listActiveJobsOf(tx, owner, campaignId))
          await endJobIn(tx, owner, job.id, { status: 'cancelled' })
        await campaigns.setCampaignStatus(tx, owner, campaignId, 'paused')
      })
      return { status: 'paused' as const, job_id: null }
    },

    /** Goes on, also with the first messages that the pause interrupted. */
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

    /** Ends a job. Messages being handed over are completed. */
    async cancel(owner: OwnerId, id: string): Promise<SendJob> {
      await getJob(owner, id)
      await endJob(owner, id, { status: 'cancelled' })
      return getJob(owner, id)
    },

    /** After a suspension: messages that waited for a retry get the full 24 hours again. */
    restartTries: (tx: Db, owner: OwnerId | SystemScope): Promise<void> => store.restartTries(tx, owner, isoNow(clock)),

    /** For campaigns: call before deleting one. */
    async stopCampaign(owner: OwnerId, campaignId: string): Promise<void> {
      for (const job of await store.listActiveJobsOf(db, owner, campaignId))
        await endJob(owner, job.id, { status: 'cancelled' })
      await db.transaction(async (tx) => {
        const campaign = await campaigns.lockCampaign(tx, owner, campaignId).catch(ignoreRefusal)
        if (campaign?.status === 'active') await campaigns.setCampaignStatus(tx, owner, campaignId, 'paused')
      })
    },

    /** For follow-ups: puts written messages into the queue of the campaign. */
    async queueFollowUps(
      tx: Db,
      owner: OwnerId,
      campaignId: string,
      messages: readonly FollowUpMessage[],
    ): Promise<void> {
      if (messages.length === 0) return
      const at = isoNow(clock)
      const job = await shareFollowUpJob(tx, owner, campaignId, messages[0]!.sender)
      const toRow = (message: FollowUpMessage): store.NewRecipient => ({
        ...newMessage(job.id, at),
        campaign_id: campaignId,
        ...message,
      })
      await store.insertRecipients(tx, owner, messages.map(toRow))
    },

    /** Active jobs, for the list of running work. */
    async listActive(owner: OwnerId): Promise<SendJob[]> {
      return describeJobs(owner, await store.listActiveJobs(db, owner))
    },

    async listJobs(owner: OwnerId, campaignId: string): Promise<SendJob[]> {
      await campaigns.getCampaign(db, owner, campaignId)
      return describeJobs(owner, await store.listJobs(db, owner, campaignId, JOBS_SHOWN))
    },

    async listDeliveries(owner: OwnerId, campaignId: string, query: DeliveriesQuery) {
      await campaigns.getCampaign(db, owner, campaignId)
      const { cursor, limit = PAGE_ROWS, sort = 'queued', ...filter } = query
      const after = cursor === undefined ? null : readCursor(sort, cursor, 'timestamptz')
      if (cursor !== undefined && !after) refuse('sending.bad_cursor')
      const rows = await store.listDeliveries(db, owner, campaignId, { filter, sort, after, limit })
      const last = rows.length === limit ? rows.at(-1) : undefined
      const total = await store.countDeliveries(db, owner, campaignId, filter)
      const ids = rows.map(({ id }) => id)
      const held = await deps.epoch.findHold()
      const waits = await deps.campaignMailboxes.listWaits(owner)
      const attempts = Map.groupBy(await store.listAttempts(db, owner, ids), (one) => one.recipient_id)
      return {
        answer: {
          total,
          deliveries: rows.map((row) =>
            toDelivery(row, attempts.get(row.id) ?? [], {
              now: clock.now(),
              held,
              wait: waits.get(row.mailbox_id ?? '') ?? null,
            }),
          ),
        },
        next_cursor: last ? writeCursor(sort, { value: last.sorted_by, id: last.id }) : null,
        total,
      }
    },

    /** For the worker: completes a job without messages left. */
    async finishJob(job: { id: string; owner_id: string }): Promise<void> {
      const owner = asOwner(job.owner_id)
      if (!(await store.hasUnfinished(db, owner, job.id)))
        await endJob(owner, job.id, { status: 'completed' })
    },

    /** For the worker: ends a job that can't continue. */
    async stopJob(job: store.JobRow, stop: Stop): Promise<void> {
      const owner = asOwner(job.owner_id)
      if (stop.why === 'archived') await endJob(owner, job.id, { status: 'cancelled' })
      else if (stop.why === 'paused') await endPaused(owner, stop.pause)
      else {
        const error = await usage.explainLimit(owner, 'emails_sent')
        await endJob(owner, job.id, { status: 'failed', error })
      }
    },

    /** For the worker: pauses the campaign, or all of them, if refusals show a pattern. */
    async afterRefusal(
      row: Pick<store.RecipientRow, 'owner_id' | 'job_id'>,
      refusal: 'address' | 'policy' | 'other',
    ): Promise<void> {
      const owner = asOwner(row.owner_id)
      const job = row.job_id && refusal === 'policy' ? await store.findJob(db, owner, row.job_id) : null
      const isActive = job?.completed_at === null
      if (job && isActive) await endPaused(owner, await deps.pauses.checkRefusals(job))
      if (refusal === 'address') await endPaused(owner, await deps.pauses.checkAccount(owner))
    },
  }
}

export type Sending = ReturnType<typeof createSending>

interface JobEnd {
  status: 'completed' | 'failed' | 'cancelled'
  error?: string
  isPaused?: boolean
}

interface Queued {
  row: SendableRecipient
  round: number
}

/** Everybody whom the pause interrupted has left since, or is held. */
function nobodyLeft(error: unknown): { job_id: null } {
  if (error instanceof Refusal && /^sending\.(nobody|nothing_written)$/.test(error.refusal))
    return { job_id: null }
  throw error
}

/** Null for an archived campaign: its row is locked all the same, and its status stays. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}
