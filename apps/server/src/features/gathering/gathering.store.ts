import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { gathering_items, gathering_jobs } from '../../db/schema.ts'

export type JobRow = typeof gathering_jobs.$inferSelect
export type ItemRow = typeof gathering_items.$inferSelect

export interface JobTally {
  processed: number
  prospects_found: number
  prospects_added: number
  left_out_suppressed: number
  left_out_deleted: number
  interrupted: number
  with_contacts: number
  without_websites: number
}

export const ACTIVE = ['pending', 'processing'] as const
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

export async function insertItems(
  owner: OwnerId,
  tx: Db,
  jobId: string,
  turns: { business_id: string; host: string | null; turn: number }[],
) {
  for (let start = 0; start < turns.length; start += INSERT_BATCH) {
    const rows = turns.slice(start, start + INSERT_BATCH).map((turn, index) => ({
      ...turn,
      owner_id: owner,
      job_id: jobId,
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

const sumOf = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)::int`

export async function tallyJobs(owner: OwnerId, db: Db, jobIds: string[]): Promise<Map<string, JobTally>> {
  if (jobIds.length === 0) return new Map()
  const rows = await db
    .select({
      job_id: gathering_items.job_id,
      processed: sql<number>`(count(*) filter (where ${gathering_items.state} = 'done'))::int`,
      prospects_found: sumOf(gathering_items.prospects_found),
      prospects_added: sumOf(gathering_items.prospects_added),
      left_out_suppressed: sumOf(gathering_items.left_out_suppressed),
      left_out_deleted: sumOf(gathering_items.left_out_deleted),
      interrupted: sql<number>`(count(*) filter (where ${gathering_items.outcome} = 'interrupted'))::int`,
      with_contacts: sql<number>`(count(*) filter (where ${gathering_items.prospects_found} > 0))::int`,
      without_websites: sql<number>`(count(*) filter (where ${gathering_items.outcome} = 'no_website'))::int`,
    })
    .from(gathering_items)
    .where(and(eq(gathering_items.owner_id, owner), inArray(gathering_items.job_id, jobIds)))
    .groupBy(gathering_items.job_id)
  return new Map(rows.map(({ job_id, ...tally }) => [job_id, tally]))
}

/** Active jobs, the oldest first. */
export async function listActiveJobs(owner: OwnerId, db: Db): Promise<JobRow[]> {
  return db
    .select()
    .from(gathering_jobs)
    .where(and(eq(gathering_jobs.owner_id, owner), inArray(gathering_jobs.status, [...ACTIVE])))
    .orderBy(gathering_jobs.created_at)
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
