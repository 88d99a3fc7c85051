import { type SendJob, sendOutcome, unconfirmedText } from '@goldpan/contract/sending'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId } from '../../db/owner.ts'
import { Refusal, refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Campaign, Campaigns } from '../campaigns/campaigns.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Usage } from '../usage/usage.ts'
import type { Stop } from './claims.ts'
import type { InstallationEpoch } from './epoch.ts'
import type { NewPause, Pauses } from './pauses.ts'
import * as store from './send-jobs.store.ts'
import { causeOf, toJob } from './sending.rules.ts'
import { cancelWaiting, type JobRow, type RecipientRow, type SenderKind } from './sending.store.ts'

export interface SendJobsDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  campaigns: Pick<Campaigns, 'getCampaign' | 'lockCampaign' | 'setCampaignStatus' | 'countUnsent'>
  usage: Pick<Usage, 'refundEach' | 'explainLimit'>
  enrolments: Pick<Enrolments, 'hasOpen' | 'holdFor'>
  notifications: Pick<Notifications, 'jobFinished'>
  pauses: Pick<Pauses, 'checkAccount' | 'checkRefusals' | 'findHolding'>
  epoch: Pick<InstallationEpoch, 'findHold'>
}

interface JobEnd {
  status: 'completed' | 'failed' | 'cancelled'
  error?: string
  isPaused?: boolean
}

type NewJob = Pick<JobRow, 'campaign_id' | 'kind' | 'resend' | 'sender'>

const JOBS_SHOWN = 20

/** Jobs that send the messages of a campaign: their progress, and how they end. */
export function createSendJobs(deps: SendJobsDeps) {
  const { db, clock, systemClock, campaigns, usage } = deps

  /** Counts progress from the recipients' rows. */
  async function describeJobs(owner: OwnerId, jobs: JobRow[]): Promise<SendJob[]> {
    const ids = jobs.map(({ id }) => id)
    const counts = await store.countStates(db, owner, ids)
    const hold = jobs.some(({ completed_at }) => completed_at === null) ? await deps.epoch.findHold() : null
    return jobs.map((job) => toJob(job, counts.get(job.id) ?? [], hold))
  }

  async function getJob(owner: OwnerId, id: string): Promise<SendJob> {
    const job = (await store.findJob(db, owner, id)) ?? refuse('sending.job_not_found')
    return (await describeJobs(owner, [job]))[0]!
  }

  /** Null if the campaign has an active job of this kind. */
  const insert = (tx: Db, owner: OwnerId, job: NewJob): Promise<JobRow | null> => {
    const times = { created_at: isoNow(clock), looked_at: isoNow(systemClock) }
    return store.insertJob(tx, owner, { ...job, ...times })
  }

  /** Returns the campaign's active follow-up job, or a new one, and keeps it from ending until the transaction commits. */
  async function shareFollowUp(
    tx: Db,
    owner: OwnerId,
    campaign_id: string,
    sender: SenderKind,
  ): Promise<JobRow> {
    for (;;) {
      const running = await store.findActiveJob(tx, owner, campaign_id, 'follow_ups')
      const locked = running && (await store.shareActiveJob(tx, owner, running.id))
      if (locked) return locked
      const inserted = await insert(tx, owner, { campaign_id, kind: 'follow_ups', resend: false, sender })
      if (inserted) return inserted
    }
  }

  const endJob = (owner: OwnerId, id: string, end: JobEnd): Promise<void> =>
    db.transaction((tx) => endJobIn(tx, owner, id, end))

  async function endJobIn(tx: Db, owner: OwnerId, id: string, end: JobEnd): Promise<void> {
    const job = await store.findJob(tx, owner, id)
    if (!job) return
    // Lock the campaign first, as starting does, so that two calls can't deadlock.
    const campaign = await lockCampaign(tx, owner, job.campaign_id)
    // Then the job: planning may add follow-ups to it until it is locked.
    if (!(await store.lockActiveJob(tx, owner, id))) return
    if (end.status === 'completed' && (await store.hasUnfinished(tx, owner, id))) return
    const at = isoNow(clock)
    const { status, error = null, isPaused = false } = end
    if (!(await store.endJob(tx, owner, id, { status, error, completed_at: at }))) return
    const reason = error ?? 'Sending was cancelled'
    // Claimed messages are paid for. Only a cancellation or a pause takes them back.
    const includesClaimed = status === 'cancelled' || isPaused
    const cancelled = await cancelWaiting(tx, owner, id, { includesClaimed, reason, at })
    const charged = cancelled.filter(({ is_charged }) => is_charged)
    const causes = charged.map((row) => causeOf(row.id))
    await usage.refundEach(tx, owner, causes, reason)
    if (campaign) await settleCampaign(tx, owner, campaign, job, status)
    if (campaign && job.kind === 'send' && status !== 'cancelled') await notifyEnd(tx, owner, id, campaign)
  }

  /** Locks the campaign's row. Null if it is archived: its status must stay. */
  async function lockCampaign(tx: Db, owner: OwnerId, id: string): Promise<Campaign | null> {
    return campaigns.lockCampaign(tx, owner, id).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
  }

  /** Sets the status that the campaign has after one of its jobs has ended. */
  async function settleCampaign(
    tx: Db,
    owner: OwnerId,
    campaign: Campaign,
    job: JobRow,
    end: JobEnd['status'],
  ): Promise<void> {
    const pause = end === 'failed' ? await deps.pauses.findHolding(tx, owner, campaign.id) : null
    // Follow-ups continue by themselves once the account's pause is lifted.
    if (job.kind === 'follow_ups' && pause?.campaign_id === null && campaign.status === 'active')
      return deps.enrolments.holdFor(tx, owner, { campaign: campaign.id }, 'account_paused')
    if (end !== 'completed') return campaigns.setCampaignStatus(tx, owner, campaign.id, 'paused')
    const hasWork =
      (await campaigns.countUnsent(tx, owner, campaign.id)) > 0 ||
      (await deps.enrolments.hasOpen(tx, owner, campaign.id)) ||
      (await store.listActiveJobsOf(tx, owner, campaign.id)).length > 0
    // Follow-ups that complete don't change a campaign that was paused or ended meanwhile.
    if (job.kind === 'send' || campaign.status === 'active')
      await campaigns.setCampaignStatus(tx, owner, campaign.id, hasWork ? 'active' : 'completed')
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

  /** Ends the jobs that a new pause stops. */
  async function endPaused(owner: OwnerId, pause: NewPause | null): Promise<void> {
    for (const job of pause?.jobs ?? [])
      await endJob(owner, job.id, { status: 'failed', error: pause?.sentence ?? '', isPaused: true })
  }

  /** Ends the campaign's active jobs. Messages that are being handed over are completed. */
  async function cancelOf(tx: Db, owner: OwnerId, campaignId: string): Promise<void> {
    for (const job of await store.listActiveJobsOf(tx, owner, campaignId))
      await endJobIn(tx, owner, job.id, { status: 'cancelled' })
  }

  return {
    getJob,
    insert,
    shareFollowUp,
    lockCampaign,
    endPaused,
    cancelOf,

    /** Active jobs, for the list of running work. */
    async listActive(owner: OwnerId): Promise<SendJob[]> {
      return describeJobs(owner, await store.listActiveJobs(db, owner))
    },

    async listJobs(owner: OwnerId, campaignId: string): Promise<SendJob[]> {
      await campaigns.getCampaign(db, owner, campaignId)
      return describeJobs(owner, await store.listJobs(db, owner, campaignId, JOBS_SHOWN))
    },

    /** Ends a job. Messages that are being handed over are completed. */
    async cancel(owner: OwnerId, id: string): Promise<SendJob> {
      await getJob(owner, id)
      await endJob(owner, id, { status: 'cancelled' })
      return getJob(owner, id)
    },

    /** For the worker: completes a job without messages left. */
    async finishJob(job: Pick<JobRow, 'id' | 'owner_id'>): Promise<void> {
      const owner = asOwner(job.owner_id)
      if (!(await store.hasUnfinished(db, owner, job.id)))
        await endJob(owner, job.id, { status: 'completed' })
    },

    /** For the worker: ends a job that can't continue. */
    async stopJob(job: JobRow, stop: Stop): Promise<void> {
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
      row: Pick<RecipientRow, 'owner_id' | 'job_id'>,
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
