import { and, desc, eq, inArray, not, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { isSendingHeld } from '../../db/installation.store.ts'
import { type OwnerId, type SystemScope, systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { recipients, send_jobs } from '../../db/schema.ts'
import { isSuspended } from '../../db/suspensions.ts'
import { ACTIVE, type JobRow, type RecipientRow, UNFINISHED } from './sending.store.ts'

export interface StateCount {
  state: RecipientRow['state']
  count: number
  /** The earliest next attempt of messages that were tried before. */
  next_try_at: string | null
}

const installation = systemScope('a hold concerns the whole installation')

const FINISHED_BATCH = 1000

export const isActive = inArray(send_jobs.status, [...ACTIVE])

const isActiveJob = (owner: OwnerId, id: string) =>
  and(eq(send_jobs.owner_id, owner), eq(send_jobs.id, id), isActive)

/** Null if the campaign has an active job of this kind. */
export async function insertJob(
  tx: Db,
  owner: OwnerId,
  job: Pick<JobRow, 'campaign_id' | 'kind' | 'resend' | 'sender' | 'created_at' | 'looked_at'>,
): Promise<JobRow | null> {
  const [row] = await tx
    .insert(send_jobs)
    .values({ owner_id: owner, status: 'pending', ...job })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

export async function findJob(db: Db, owner: OwnerId, id: string): Promise<JobRow | null> {
  if (!isRowId(id)) return null
  const [row] = await db
    .select()
    .from(send_jobs)
    .where(and(eq(send_jobs.owner_id, owner), eq(send_jobs.id, id)))
  return row ?? null
}

/** The campaign's active jobs, at most one of each kind. */
export async function listActiveJobsOf(db: Db, owner: OwnerId, campaignId: string): Promise<JobRow[]> {
  return db
    .select()
    .from(send_jobs)
    .where(and(eq(send_jobs.owner_id, owner), eq(send_jobs.campaign_id, campaignId), isActive))
}

export async function findActiveJob(
  db: Db,
  owner: OwnerId,
  campaignId: string,
  kind: JobRow['kind'],
): Promise<JobRow | null> {
  return (await listActiveJobsOf(db, owner, campaignId)).find((job) => job.kind === kind) ?? null
}

/** Active jobs, oldest first. */
export async function listActiveJobs(db: Db, owner: OwnerId): Promise<JobRow[]> {
  return db
    .select()
    .from(send_jobs)
    .where(and(eq(send_jobs.owner_id, owner), isActive))
    .orderBy(send_jobs.created_at)
}

export async function listJobs(db: Db, owner: OwnerId, campaignId: string, limit: number): Promise<JobRow[]> {
  return db
    .select()
    .from(send_jobs)
    .where(and(eq(send_jobs.owner_id, owner), eq(send_jobs.campaign_id, campaignId)))
    .orderBy(desc(send_jobs.created_at), desc(send_jobs.id))
    .limit(limit)
}

export async function markJobProcessing(db: Db, owner: OwnerId, id: string): Promise<void> {
  await db
    .update(send_jobs)
    .set({ status: 'processing' })
    .where(and(eq(send_jobs.owner_id, owner), eq(send_jobs.id, id), eq(send_jobs.status, 'pending')))
}

/** Keeps an active job from ending until the transaction commits. Null if it has ended. */
export async function shareActiveJob(tx: Db, owner: OwnerId, id: string): Promise<JobRow | null> {
  const [row] = await tx.select().from(send_jobs).where(isActiveJob(owner, id)).for('share')
  return row ?? null
}

/**
 * Like `shareActiveJob`, for a claim: also null if the account is suspended, if sending is on hold, or if the database
 * was replaced since the last check.
 */
export async function shareSendableJob(tx: Db, owner: OwnerId, id: string): Promise<JobRow | null> {
  const [job] = await tx
    .select()
    .from(send_jobs)
    .where(and(isActiveJob(owner, id), not(isSuspended(send_jobs.owner_id))))
    .for('share')
  return job && !(await isSendingHeld(tx, installation)) ? job : null
}

/** Locks an active job against other workers until the transaction ends. */
export async function lockActiveJob(tx: Db, owner: OwnerId, id: string): Promise<JobRow | null> {
  const [row] = await tx.select().from(send_jobs).where(isActiveJob(owner, id)).for('update')
  return row ?? null
}

/** Null if the job wasn't active. */
export async function endJob(
  tx: Db,
  owner: OwnerId,
  id: string,
  end: { status: 'completed' | 'failed' | 'cancelled'; completed_at: string; error: string | null },
): Promise<JobRow | null> {
  const [row] = await tx.update(send_jobs).set(end).where(isActiveJob(owner, id)).returning()
  return row ?? null
}

/** Counts each job's messages by state. */
export async function countStates(
  db: Db,
  owner: OwnerId,
  jobIds: string[],
): Promise<Map<string, StateCount[]>> {
  if (jobIds.length === 0) return new Map()
  const { job_id, state } = recipients
  const rows = await db
    .select({
      job_id: sql<string>`${job_id}`,
      state,
      count: sql<number>`count(*)::int`,
      next_try_at: sql<string | null>`min(${recipients.next_at}) filter (
        where ${state} = 'queued' and ${recipients.attempts} > 0)`.mapWith(recipients.next_at),
    })
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), inArray(job_id, jobIds)))
    .groupBy(job_id, state)
  return Map.groupBy(rows, (row) => row.job_id)
}

export async function hasUnfinished(db: Db, owner: OwnerId, jobId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: recipients.id })
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(recipients.job_id, jobId),
        inArray(recipients.state, [...UNFINISHED]),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Active jobs without an unfinished message, whose last worker died before it ended them. */
export async function listFinishedJobs(db: Db, _scope: SystemScope): Promise<JobRow[]> {
  const unfinished = db
    .select({ one: sql`1` })
    .from(recipients)
    .where(and(eq(recipients.job_id, send_jobs.id), inArray(recipients.state, [...UNFINISHED])))
  return db
    .select()
    .from(send_jobs)
    .where(and(isActive, notExists(unfinished)))
    .limit(FINISHED_BATCH)
}
