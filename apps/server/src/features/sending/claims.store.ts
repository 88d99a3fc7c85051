import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { recipients, send_jobs } from '../../db/schema.ts'
import { isSuspended } from '../../db/suspensions.ts'
import { rankOfJob } from './rotation.store.ts'
import { isActive } from './send-jobs.store.ts'
import type { JobRow, RecipientRow, SenderKind } from './sending.store.ts'

export type DueJob = JobRow & {
  /** Due follow-ups of the owner go before its messages and aren't queued yet. */
  is_waiting: boolean
}

/**
 * Active jobs with due messages, except those of suspended accounts. Owners with the fewest messages in progress come
 * first, each with the jobs in the order in which they are served. Ties are random, so that no owner is always last at a
 * slow provider.
 */
export async function listDueJobs(db: Db, _scope: SystemScope, now: string): Promise<DueJob[]> {
  // In the same statement, so that follow-ups are seen either here or as a job.
  const isWaiting = sql<boolean>`${rankOfJob} > 0 and exists (
    select from enrolments e join campaigns c on c.id = e.campaign_id and c.follow_ups_first
    where e.owner_id = send_jobs.owner_id and e.state = 'waiting' and e.due_at is not null and e.due_at <= ${now})`
  const inProgress = sql`(
    select count(*) from recipients
    where owner_id = ${send_jobs.owner_id} and state in ('claimed', 'transmitting'))`
  const jobOfOwner = sql`row_number() over (
    partition by ${send_jobs.owner_id} order by ${rankOfJob}, ${send_jobs.created_at}, ${send_jobs.id})`
  return db
    .select({ ...getTableColumns(send_jobs), is_waiting: isWaiting })
    .from(send_jobs)
    .where(and(isActive, not(isSuspended(send_jobs.owner_id)), hasDueMessage(now)))
    .orderBy(sql`${jobOfOwner} + ${inProgress}`, sql`random()`)
    .limit(100)
}

/**
 * A job on hold for its daily limit may still send retries: they were counted on the day of their first try. Each case
 * has its own partial index, so a job of 20,000 waiting messages costs nothing while it is on hold.
 */
const hasDueMessage = (now: string) => sql`
  case when ${send_jobs.held_until} > ${now} then ${existsDue(now, sql`and r.attempts > 0`)} else ${existsDue(now)} end`

const existsDue = (now: string, filter = sql``) => sql`exists (
  select 1 from recipients r
  where r.job_id = ${send_jobs.id} and r.state = 'queued' and r.next_at <= ${now} ${filter}
    and not exists (
      select 1 from server_groups g
      where g.name = r.server_group and (g.held_until > ${now} or g.next_at > ${now})))`

/** The sender of a job's next due message, leaving out messages from `other`. Null if nothing is due. */
export async function findDueSender(
  db: Db,
  owner: OwnerId,
  jobId: string,
  { now, other = [] }: { now: string; other?: SenderKind[] },
): Promise<SenderKind | null> {
  const { job_id, state, next_at, sender, id } = recipients
  const [row] = await db
    .select({ sender })
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(job_id, jobId),
        eq(state, 'queued'),
        lte(next_at, now),
        other.length > 0 ? notInArray(sender, other) : undefined,
      ),
    )
    .orderBy(asc(next_at), asc(id))
    .limit(1)
  return row?.sender ?? null
}

/** Locks due messages of a job from the return address, skipping those another worker has locked. */
export async function lockDueShared(
  tx: Db,
  owner: OwnerId,
  page: { job_id: string; now: string; limit: number; blockedGroups: string[]; onlyRetries: boolean },
): Promise<RecipientRow[]> {
  const { job_id, state, next_at, attempts, server_group, id } = recipients
  return tx
    .select()
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(job_id, page.job_id),
        eq(recipients.sender, 'shared'),
        eq(state, 'queued'),
        lte(next_at, page.now),
        page.onlyRetries ? gt(attempts, 0) : undefined,
        page.blockedGroups.length > 0
          ? or(isNull(server_group), notInArray(server_group, page.blockedGroups))
          : undefined,
      ),
    )
    .orderBy(asc(next_at), asc(id))
    .limit(page.limit)
    .for('update', { skipLocked: true })
}

/** Assigns locked messages to a worker and counts the attempt. */
export async function claimRows(
  tx: Db,
  owner: OwnerId,
  ids: string[],
  claim: {
    worker_id: string
    at: string
    from: { name: string; address: string; reply_to: string; mailbox_id: string | null }
  },
): Promise<RecipientRow[]> {
  if (ids.length === 0) return []
  const { step_id, from_name, from_address, reply_to } = recipients
  // Follow-ups keep the sender of the template.
  const kept = (column: typeof from_name | typeof from_address | typeof reply_to, now: string) =>
    sql`case when ${step_id} is null then ${now} else coalesce(${column}, ${now}) end`
  return tx
    .update(recipients)
    .set({
      state: 'claimed',
      worker_id: claim.worker_id,
      is_charged: true,
      attempts: sql`${recipients.attempts} + 1`,
      first_tried_at: sql`coalesce(${recipients.first_tried_at}, ${claim.at})`,
      from_name: kept(from_name, claim.from.name),
      from_address: kept(from_address, claim.from.address),
      reply_to: kept(reply_to, claim.from.reply_to),
      mailbox_id: claim.from.mailbox_id,
    })
    .where(and(eq(recipients.owner_id, owner), inArray(recipients.id, ids)))
    .returning()
}

export type UnsentEnd =
  | { state: 'cancelled' | 'suppressed' | 'expired'; reason: string }
  | { state: 'failed'; refusal: 'address'; reason: string }

/** Ends locked messages that will not be sent. */
export async function endUnsent(
  tx: Db,
  owner: OwnerId,
  ids: string[],
  end: UnsentEnd & { finished_at: string },
): Promise<void> {
  await tx
    .update(recipients)
    .set({ ...end, is_charged: false })
    .where(and(eq(recipients.owner_id, owner), inArray(recipients.id, ids)))
}

export async function lockQueued(tx: Db, owner: OwnerId, jobId: string): Promise<RecipientRow[]> {
  return tx
    .select()
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), eq(recipients.job_id, jobId), eq(recipients.state, 'queued')))
    .for('update')
}

export async function setLookedAt(db: Db, owner: OwnerId, jobId: string, at: string): Promise<void> {
  await db
    .update(send_jobs)
    .set({ looked_at: at })
    .where(and(eq(send_jobs.owner_id, owner), eq(send_jobs.id, jobId)))
}

/**
 * Sets `looked_at` of active jobs that have nothing due or whose account is suspended, if it is older than `before`.
 * Skips jobs that another worker has locked.
 */
export async function lookAtWaiting(
  db: Db,
  _scope: SystemScope,
  look: { now: string; at: string; before: string },
): Promise<void> {
  const isOlder = or(isNull(send_jobs.looked_at), lt(send_jobs.looked_at, look.before))
  const waiting = db
    .select({ id: send_jobs.id })
    .from(send_jobs)
    .where(and(isActive, isOlder, or(isSuspended(send_jobs.owner_id), not(hasDueMessage(look.now)))))
    .for('update', { skipLocked: true })
  await db.update(send_jobs).set({ looked_at: look.at }).where(inArray(send_jobs.id, waiting))
}

const ORPHANS_BATCH = 1000

/** Queued messages whose campaign was deleted, and the job with it. */
export async function listOrphans(db: Db, _scope: SystemScope): Promise<RecipientRow[]> {
  return db
    .select()
    .from(recipients)
    .where(and(isNull(recipients.job_id), eq(recipients.state, 'queued')))
    .limit(ORPHANS_BATCH)
}
