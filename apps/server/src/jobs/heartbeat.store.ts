import { and, eq, gte, lt, lte } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import type { SystemScope } from '../db/owner.ts'
import { workers } from '../db/schema.ts'

export async function upsertBeat(db: Db, _scope: SystemScope, id: string, at: string): Promise<void> {
  await db
    .insert(workers)
    .values({ id, started_at: at, beat_at: at })
    .onConflictDoUpdate({ target: workers.id, set: { beat_at: at } })
}

/** Workers whose last beat lies in this period, the oldest first. */
export const listLive = (db: Db, _scope: SystemScope, time: { since: string; until: string }) =>
  db
    .select({ id: workers.id, started_at: workers.started_at })
    .from(workers)
    .where(and(gte(workers.beat_at, time.since), lte(workers.beat_at, time.until)))
    .orderBy(workers.started_at)

export async function deleteBeat(db: Db, _scope: SystemScope, id: string): Promise<void> {
  await db.delete(workers).where(eq(workers.id, id))
}

export async function deleteDead(db: Db, _scope: SystemScope, before: string): Promise<void> {
  await db.delete(workers).where(lt(workers.beat_at, before))
}
