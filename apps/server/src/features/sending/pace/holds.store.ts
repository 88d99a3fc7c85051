import { and, eq, gt, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { send_jobs, sending_paces } from '../../../db/schema.ts'
import { ACTIVE } from '../sending.store.ts'

/** Why the whole job waits; passed over when the owner has chosen another pace since that was asked. */
export async function holdJob(
  owner: OwnerId,
  tx: Db,
  id: string,
  { asked_at, ...hold }: { held_until: string; held_reason: string; asked_at: string },
): Promise<void> {
  const isNewer = and(eq(sending_paces.owner_id, owner), gt(sending_paces.updated_at, asked_at))
  await tx
    .update(send_jobs)
    .set(hold)
    .where(
      and(
        eq(send_jobs.owner_id, owner),
        eq(send_jobs.id, id),
        notExists(tx.select({ one: sql`1` }).from(sending_paces).where(isNewer)),
      ),
    )
}

/** The job goes on. */
export async function letJobGo(owner: OwnerId, tx: Db, id: string): Promise<void> {
  await tx
    .update(send_jobs)
    .set({ held_until: null, held_reason: null })
    .where(and(eq(send_jobs.owner_id, owner), eq(send_jobs.id, id)))
}

/** What waited by a pace is looked at again; what waits by the new one is held anew. */
export async function releaseHolds(owner: OwnerId, tx: Db): Promise<void> {
  await tx
    .update(send_jobs)
    .set({ held_until: null, held_reason: null })
    .where(
      and(
        eq(send_jobs.owner_id, owner),
        inArray(send_jobs.status, [...ACTIVE]),
        isNotNull(send_jobs.held_until),
      ),
    )
}
