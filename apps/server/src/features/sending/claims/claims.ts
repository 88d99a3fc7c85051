import type { Db } from '../../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../../db/owner.ts'
import { isoNow } from '../../../providers/clock/port.ts'
import {
  statusOfSuppression,
  suppressionSentences,
  toSuppressed,
} from '../../suppressions/suppressions.rules.ts'
import type { Age } from '../age/age.ts'
import { domainOf, TAKES_NO_MAIL } from '../groups/groups.rules.ts'
import type { Groups } from '../groups/groups.ts'
import { holdJob, letJobGo } from '../pace/holds.store.ts'
import type { Allowance } from '../pace/pace.rules.ts'
import type { PaceCare } from '../pace/pace.ts'
import type { NewPause, Pauses } from '../pauses/pauses.ts'
import { noMailboxSentence, type Senders } from '../senders/senders.ts'
import { causeOf, takesNoMailReason } from '../sending.rules.ts'
import type { JobRow, RecipientRow } from '../sending.store.ts'
import type { SendingParts } from '../sending.ts'
import { commitTogether } from '../worker/group-commit.ts'
import type { Places } from '../worker/places.ts'
import * as store from './claims.store.ts'
import { releaseRow } from './held.store.ts'
import * as recovery from './recovery.store.ts'

const MARKED_TOGETHER = 50
/** A connection is held meanwhile, so not for long. */
const MARKS_GATHER_MS = 4

const scope = systemScope('workers send for all owners')

/** Why a job can't go on. */
export type Stop = { why: 'archived' } | { why: 'limit' } | { why: 'paused'; pause: NewPause }

export interface ClaimsDeps extends SendingParts {
  age: Age
  groups: Groups
  pace: PaceCare
  pauses: Pauses
  senders: Senders
  /** Of the worker that claims. */
  places: Pick<Places, 'areAllToMark'>
}

/** What a claim came to: the messages to hand over, and why the job can't go on if it can't. */
export interface Claim {
  rows: RecipientRow[]
  stop: Stop | null
  /** A limit holds messages for so long and opens again in a moment. */
  wait_ms: number | null
}

export const NOTHING: Claim = { rows: [], stop: null, wait_ms: null }

/** Which messages may leave now, and whose they are. All checks and the charge share the claim's transaction. */
export function createClaims(deps: ClaimsDeps) {
  const { db, clock, campaigns, tracking, usage, heartbeat, groups, pace, pauses, senders, age } = deps

  async function drop(tx: Db, owner: OwnerId, rows: RecipientRow[], end: store.Ending): Promise<void> {
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await store.dropRows(owner, tx, ids, { ...end, finished_at: isoNow(clock) })
    for (const row of rows.filter(({ is_charged }) => is_charged))
      await usage.refund(tx, owner, causeOf(row.id), `Not sent to ${row.email}`)
  }

  async function dropSuppressed(tx: Db, owner: OwnerId, rows: RecipientRow[]): Promise<RecipientRow[]> {
    const suppressed = await tracking.findSuppressed(
      tx,
      owner,
      rows.map(({ email }) => email),
    )
    const kept: RecipientRow[] = []
    for (const row of rows) {
      const reason = suppressed.get(toSuppressed(row.email))
      if (!reason) kept.push(row)
      else await dropOne(tx, owner, row, reason)
    }
    return kept
  }

  async function dropOne(tx: Db, owner: OwnerId, row: RecipientRow, reason: string): Promise<void> {
    const status_reason = suppressionSentences[reason] ?? ''
    if (row.campaign_prospect_id)
      await campaigns.applyDelivery(tx, owner, row.campaign_prospect_id, {
        ...{ email_status: statusOfSuppression(reason), round: row.round, status_reason },
      })
    await drop(tx, owner, [row], { state: 'suppressed', reason: status_reason })
  }

  /** The domain says that it takes no mail at all: the address is as dead as a refused one. */
  async function dropDead(tx: Db, owner: OwnerId, row: RecipientRow): Promise<void> {
    const reason = takesNoMailReason(domainOf(row.email))
    if (row.campaign_prospect_id)
      await campaigns.applyDelivery(tx, owner, row.campaign_prospect_id, {
        ...{ email_status: 'failed', round: row.round, status_reason: reason, delivery: null },
      })
    await tracking.suppress(tx, owner, { email: row.email, reason: 'bounced', recipient_id: row.id })
    await drop(tx, owner, [row], { state: 'failed', refusal: 'address', reason })
  }

  /** Ends what must not leave; answers what may. */
  async function dropUnwanted(tx: Db, owner: OwnerId, due: RecipientRow[]): Promise<RecipientRow[]> {
    const isGone = (row: RecipientRow) => row.campaign_prospect_id === null
    const isDead = ({ server_group }: RecipientRow) => server_group === TAKES_NO_MAIL
    await drop(tx, owner, due.filter(isGone), { state: 'cancelled', reason: 'Removed from the campaign' })
    const wanted = await dropSuppressed(
      tx,
      owner,
      due.filter((row) => !isGone(row)),
    )
    for (const row of wanted.filter(isDead)) await dropDead(tx, owner, row)
    return wanted.filter((row) => !isDead(row))
  }

  /** A hold is the reason that users see. Written after the claim: two that share a job must not wait for each other. */
  async function noteHold(
    owner: OwnerId,
    job: JobRow,
    hold: Allowance['hold'],
    asked_at: string,
  ): Promise<void> {
    if (hold)
      await holdJob(owner, db, job.id, {
        ...{ held_until: hold.until.toISOString(), held_reason: hold.reason, asked_at },
      })
    else if (job.held_until !== null) await letJobGo(owner, db, job.id)
  }

  async function claimOf(job: JobRow, limit: number): Promise<Claim> {
    const owner = asOwner(job.owner_id)
    const pause = await pauses.checkNowAndThen(owner)
    if (pause) return { ...NOTHING, stop: { why: 'paused', pause } }
    if (job.status === 'pending') await store.markProcessing(owner, db, job.id)
    if (!(await age.check(owner, job))) return NOTHING
    await groups.assign(owner, job.id)
    const sender = await senders.find(owner, job.sender)
    if (!sender)
      return { ...NOTHING, stop: { why: 'paused', pause: { sentence: noMailboxSentence, jobs: [job] } } }
    let allowance: Allowance | null = null
    const asked_at = isoNow(clock)
    const claim = await db.transaction(async (tx): Promise<Claim> => {
      if (!(await store.shareActiveJob(owner, tx, job.id))) return NOTHING
      const campaign = await campaigns.findCampaign(owner, job.campaign_id, tx)
      if (!campaign || campaign.status === 'archived') return { ...NOTHING, stop: { why: 'archived' } }
      const holding = await pauses.findHolding(tx, owner, job.campaign_id)
      if (holding)
        return { ...NOTHING, stop: { why: 'paused', pause: { sentence: holding.sentence, jobs: [job] } } }
      allowance = await pace.admit(tx, owner, sender, limit)
      const { count, hold } = allowance
      const due = await store.lockDue(owner, tx, {
        ...{ job_id: job.id, now: isoNow(clock), blocked: await groups.listBlocked(tx) },
        ...{ limit: hold?.isDaily ? limit : count, isOnlyRetries: hold !== null },
      })
      const admitted = await groups.admit(tx, await dropUnwanted(tx, owner, due), sender.is_mailbox)
      const causes = admitted.rows.map(({ id }) => causeOf(id))
      const { booked } = await usage.bookEach(tx, owner, 'emails_sent', causes)
      const paid = admitted.rows.filter(({ id }) => booked.has(causeOf(id)))
      const fresh = paid.filter(({ attempts }) => attempts === 0)
      await pace.took(tx, owner, sender, fresh.length, paid.length)
      const claim = { job_id: job.id, worker_id: heartbeat.id, at: isoNow(clock) }
      return {
        rows: await store.claimRows(owner, tx, paid, claim),
        stop: paid.length < admitted.rows.length ? { why: 'limit' as const } : null,
        wait_ms: admitted.wait_ms,
      }
    })
    if (allowance) await noteHold(owner, job, (allowance as Allowance).hold, asked_at)
    return claim
  }

  /** Messages of one owner. */
  async function markAll(rows: RecipientRow[]): Promise<boolean[]> {
    const owner = asOwner(rows[0]!.owner_id)
    const ids = rows.map(({ id }) => id)
    const mark = {
      worker_id: heartbeat.id,
      at: isoNow(clock),
      hashes: tracking.listHashes(rows),
    }
    const marked = await store.markTransmitting(owner, db, ids, mark)
    return rows.map(({ id }) => marked.has(id))
  }

  return {
    listDueJobs: (): Promise<JobRow[]> => store.listDueJobs(scope, db, isoNow(clock)),
    claimOf,

    /** The last check before the body leaves, committed with the mark: an unsubscription in between wins. */
    markTransmitting: commitTogether<RecipientRow, boolean>({
      keyOf: ({ owner_id }) => owner_id,
      maxItems: MARKED_TOGETHER,
      gatherMs: MARKS_GATHER_MS,
      isComplete: deps.places.areAllToMark,
      commit: markAll,
    }),

    /** After a message was withdrawn: one that was suppressed in between ends here; others have ended already. */
    async settleWithdrawn(row: RecipientRow): Promise<void> {
      const owner = asOwner(row.owner_id)
      await db.transaction(async (tx) => {
        const isBack = await releaseRow(owner, tx, row)
        const waits = isBack ? await store.lockQueued(owner, tx, row.id) : null
        if (waits) await dropSuppressed(tx, owner, [waits])
      })
    },

    release: (row: RecipientRow): Promise<boolean> => releaseRow(asOwner(row.owner_id), db, row),
    releaseBrokenOff: (row: RecipientRow): Promise<boolean> =>
      releaseRow(asOwner(row.owner_id), db, row, 'either'),

    /**
     * Puts right what dead workers and deleted campaigns left; answers what was being handed over. Called while
     * this worker holds nothing, so what bears its own name is left over as well.
     */
    async recover(): Promise<RecipientRow[]> {
      const alive = await heartbeat.listOthers()
      await recovery.releaseDead(scope, db, alive)
      for (const row of await recovery.listOrphans(scope, db))
        await db.transaction((tx) =>
          drop(tx, asOwner(row.owner_id), [row], { state: 'cancelled', reason: 'The campaign was deleted' }),
        )
      return recovery.listDeadTransmitting(scope, db, alive)
    },

    listDoneJobs: (): Promise<JobRow[]> => recovery.listDoneJobs(scope, db),
    hasUnfinished: store.hasUnfinished,
  }
}

export type Claims = ReturnType<typeof createClaims>
