import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { send_jobs } from '../../../db/schema.ts'
import { isFree } from '../claims/held.store.ts'
import { ACTIVE, type JobRow } from '../sending.store.ts'

/** Says that a worker has looked at a job; at most every so often, so that it costs nothing. */
export async function markLooked(owner: OwnerId, db: Db, id: string, looked: { at: string; before: string }) {
  await db
    .update(send_jobs)
    .set({ looked_at: looked.at })
    .where(
      and(
        eq(send_jobs.owner_id, owner),
        eq(send_jobs.id, id),
        or(isNull(send_jobs.looked_at), lte(send_jobs.looked_at, looked.before)),
      ),
    )
}

/** The job itself, held against every other worker; null when it is over. */
export async function lockActiveJob(owner: OwnerId, tx: Db, id: string): Promise<JobRow | null> {
  const [row] = await tx
    .select()
    .from(send_jobs)
    .where(and(eq(send_jobs.owner_id, owner), eq(send_jobs.id, id), inArray(send_jobs.status, [...ACTIVE])))
    .for('update')
  return row ?? null
}

/** Ends everything of a job that waits; answers what was paid for. */
export async function expireWaiting(
  owner: OwnerId,
  tx: Db,
  jobId: string,
  end: { reason: string; finished_at: string },
): Promise<{ id: string; email: string }[]> {
  const result = await tx.execute<{ id: string; email: string }>(sql`
    with waiting as (
      select id, is_charged from recipients
      where owner_id = ${owner} and job_id = ${jobId} and state = 'queued' and ${isFree(owner)} for update),
    ended as (
      update recipients set state = 'expired', reason = ${end.reason}, finished_at = ${end.finished_at}, is_charged = false
      from waiting where recipients.id = waiting.id)
    select waiting.id, recipients.email from waiting join recipients using (id) where waiting.is_charged`)
  return result.rows
}
