import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { gathering_items, gathering_jobs } from '../../db/schema.ts'

export type JobRow = typeof gathering_jobs.$inferSelect
export type ItemRow = typeof gathering_items.$inferSelect

export interface JobTally {
  processed: number
  prospects_found: number
  with_contacts: number
  without_websites: number
}

const ACTIVE = ['pending', 'processing'] as const
const INSERT_BATCH = 5000

/** Null when the table has an active job already. */
export async function insertJob(
  owner: OwnerId,
  tx: Db,
  job: { table_id: string; total: number; created_at: string },
): Promise<JobRow | null> {
  const [row] = await tx
    .insert(gathering_jobs)
    .values({ owner_id: owner, status: 'pending', ...job })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

export async function insertItems(owner: OwnerId, tx: Db, jobId: string, businessIds: string[]) {
  for (let start = 0; start < businessIds.length; start += INSERT_BATCH) {
    const rows = businessIds.slice(start, start + INSERT_BATCH).map((business_id, index) => ({
      owner_id: owner,
      job_id: jobId,
      business_id,
      position: start + index,
      state: 'queued' as const,
    }))
    await tx.insert(gathering_items).values(rows)
  }
}

export async function findJob(owner: OwnerId, db: Db, id: string): Promise<JobRow | null> {
  const [row] = await db
    .select()
    .from(gathering_jobs)
    .where(and(eq(gathering_jobs.owner_id, owner), eq(gathering_jobs.id, id)))
  return row ?? null
}

export async function listJobs(owner: OwnerId, db: Db, tableId: string, limit: number): Promise<JobRow[]> {
  return db
    .select()
    .from(gathering_jobs)
    .where(and(eq(gathering_jobs.owner_id, owner), eq(gathering_jobs.table_id, tableId)))
    .orderBy(desc(gathering_jobs.created_at), desc(gathering_jobs.id))
    .limit(limit)
}

export async function tallyJobs(owner: OwnerId, db: Db, jobIds: string[]): Promise<Map<string, JobTally>> {
  if (jobIds.length === 0) return new Map()
  const rows = await db
    .select({
      job_id: gathering_items.job_id,
      processed: sql<number>`(count(*) filter (where ${gathering_items.state} = 'done'))::int`,
      prospects_found: sql<number>`coalesce(sum(${gathering_items.prospects_found}), 0)::int`,
      with_contacts: sql<number>`(count(*) filter (where ${gathering_items.prospects_found} > 0))::int`,
      without_websites: sql<number>`(count(*) filter (where ${gathering_items.outcome} = 'no_website'))::int`,
    })
    .from(gathering_items)
    .where(and(eq(gathering_items.owner_id, owner), inArray(gathering_items.job_id, jobIds)))
    .groupBy(gathering_items.job_id)
  return new Map(rows.map(({ job_id, ...tally }) => [job_id, tally]))
}

/** Ends an active job; null when it was not active any more. */
export async function endJob(
  owner: OwnerId,
  tx: Db,
  id: string,
  end: { status: 'completed' | 'failed' | 'cancelled'; completed_at: string; error?: string },
): Promise<JobRow | null> {
  const [row] = await tx
    .update(gathering_jobs)
    .set(end)
    .where(
      and(
        eq(gathering_jobs.owner_id, owner),
        eq(gathering_jobs.id, id),
        inArray(gathering_jobs.status, [...ACTIVE]),
      ),
    )
    .returning()
  return row ?? null
}

/** Cancels every active job of an owner; workers that read a website for one stop by themselves. */
export async function endActiveJobs(owner: OwnerId, tx: Db, at: string) {
  await tx
    .update(gathering_jobs)
    .set({ status: 'cancelled', completed_at: at })
    .where(and(eq(gathering_jobs.owner_id, owner), inArray(gathering_jobs.status, [...ACTIVE])))
  await tx
    .update(gathering_items)
    .set({ state: 'cancelled' })
    .where(and(eq(gathering_items.owner_id, owner), eq(gathering_items.state, 'queued')))
}

export async function cancelQueuedItems(owner: OwnerId, tx: Db, jobId: string) {
  await tx
    .update(gathering_items)
    .set({ state: 'cancelled' })
    .where(
      and(
        eq(gathering_items.owner_id, owner),
        eq(gathering_items.job_id, jobId),
        eq(gathering_items.state, 'queued'),
      ),
    )
}

/** The first business of a job turns it from pending to processing; says so once. */
export async function markProcessing(owner: OwnerId, tx: Db, id: string): Promise<boolean> {
  const rows = await tx
    .update(gathering_jobs)
    .set({ status: 'processing' })
    .where(
      and(
        eq(gathering_jobs.owner_id, owner),
        eq(gathering_jobs.id, id),
        eq(gathering_jobs.status, 'pending'),
      ),
    )
    .returning({ id: gathering_jobs.id })
  return rows.length > 0
}

/** Businesses of a job that are not finished. Holds the job, so that of two last ones the second sees the first. */
export async function countUnfinished(owner: OwnerId, tx: Db, jobId: string): Promise<number> {
  await tx
    .select({ id: gathering_jobs.id })
    .from(gathering_jobs)
    .where(eq(gathering_jobs.id, jobId))
    .for('no key update')
  return tx.$count(
    gathering_items,
    and(
      eq(gathering_items.owner_id, owner),
      eq(gathering_items.job_id, jobId),
      inArray(gathering_items.state, ['queued', 'claimed']),
    ),
  )
}

/**
 * Takes queued businesses under a lease: those that other workers hold are passed over, and the jobs of all
 * owners take turns, so that a large one does not hold up a small one.
 */
export async function claimItems(
  _scope: SystemScope,
  db: Db,
  claim: { worker_id: string; lease_until: string; limit: number },
): Promise<ItemRow[]> {
  const { worker_id, lease_until, limit } = claim
  const { rows } = await db.execute<{ id: string }>(sql`
    update ${gathering_items} set state = 'claimed', worker_id = ${worker_id}, lease_until = ${lease_until}, attempts = attempts + 1
    where id in (
      select turn.id from (
        select item.id, row_number() over (partition by item.owner_id order by item.created_at, item.position) as place
        from ${gathering_jobs} job
        cross join lateral (
          select id, owner_id, position, job.created_at from ${gathering_items}
          where job_id = job.id and state = 'queued'
          order by position limit ${limit} for update skip locked
        ) item
        where job.status in ('pending', 'processing')
      ) turn
      order by turn.place limit ${limit}
    )
    returning id`)
  if (rows.length === 0) return []
  return db
    .select()
    .from(gathering_items)
    .where(
      inArray(
        gathering_items.id,
        rows.map(({ id }) => id),
      ),
    )
}

export async function renewLeases(_scope: SystemScope, db: Db, itemIds: string[], leaseUntil: string) {
  await db
    .update(gathering_items)
    .set({ lease_until: leaseUntil })
    .where(and(inArray(gathering_items.id, itemIds), eq(gathering_items.state, 'claimed')))
}

/** A claimed business goes back to the queue as if it had not been claimed: its worker is stopping. */
export async function releaseItem(owner: OwnerId, db: Db, item: ItemRow) {
  await db
    .update(gathering_items)
    .set({ state: 'queued', worker_id: null, lease_until: null, attempts: item.attempts - 1 })
    .where(
      and(
        eq(gathering_items.owner_id, owner),
        eq(gathering_items.id, item.id),
        eq(gathering_items.state, 'claimed'),
        eq(gathering_items.worker_id, item.worker_id ?? ''),
      ),
    )
}

/** Businesses of workers that gave no sign of life go back to the queue, or are given up after several tries. */
export async function releaseExpired(
  _scope: SystemScope,
  db: Db,
  now: string,
  maxAttempts: number,
): Promise<ItemRow[]> {
  const isExpired = and(eq(gathering_items.state, 'claimed'), lt(gathering_items.lease_until, now))
  await db
    .update(gathering_items)
    .set({ state: 'queued', worker_id: null, lease_until: null })
    .where(and(isExpired, lt(gathering_items.attempts, maxAttempts)))
  return db.select().from(gathering_items).where(isExpired)
}

/** Finishes a claimed business; false when the claim was lost meanwhile, so that nothing counts twice. */
export async function finishItem(
  owner: OwnerId,
  tx: Db,
  item: { id: string; worker_id: string | null },
  end: { state: 'done' | 'cancelled'; outcome: string; prospects_found: number; finished_at: string },
): Promise<boolean> {
  const rows = await tx
    .update(gathering_items)
    .set({ ...end, worker_id: null, lease_until: null })
    .where(
      and(
        eq(gathering_items.owner_id, owner),
        eq(gathering_items.id, item.id),
        eq(gathering_items.state, 'claimed'),
        item.worker_id === null ? undefined : eq(gathering_items.worker_id, item.worker_id),
      ),
    )
    .returning({ id: gathering_items.id })
  return rows.length > 0
}

/** Which of these jobs are over: cancelled by their owner, or gone with their table. */
export async function listOverJobs(_scope: SystemScope, db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: gathering_jobs.id })
    .from(gathering_jobs)
    .where(and(inArray(gathering_jobs.id, ids), inArray(gathering_jobs.status, [...ACTIVE])))
  const active = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !active.has(id)))
}

/** Jobs whose businesses are all finished though nobody said so: their last worker died in between. */
export async function listDoneJobs(_scope: SystemScope, db: Db): Promise<JobRow[]> {
  return db
    .select()
    .from(gathering_jobs)
    .where(
      and(
        inArray(gathering_jobs.status, [...ACTIVE]),
        sql`not exists (select 1 from ${gathering_items} where ${gathering_items.job_id} = ${gathering_jobs.id} and ${gathering_items.state} in ('queued', 'claimed'))`,
      ),
    )
}

export async function setFound(owner: OwnerId, tx: Db, itemId: string, prospectsFound: number) {
  await tx
    .update(gathering_items)
    .set({ prospects_found: prospectsFound })
    .where(and(eq(gathering_items.owner_id, owner), eq(gathering_items.id, itemId)))
}
