import { and, desc, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { recipients, sending_pauses } from '../../db/schema.ts'

export type PauseRow = typeof sending_pauses.$inferSelect

/** False if there is such a pause already. */
export async function insertPause(
  tx: Db,
  owner: OwnerId,
  pause: Omit<typeof sending_pauses.$inferInsert, 'owner_id'>,
): Promise<boolean> {
  const rows = await tx
    .insert(sending_pauses)
    .values({ owner_id: owner, ...pause })
    .onConflictDoNothing()
    .returning({ id: sending_pauses.id })
  return rows.length > 0
}

/** Current pauses, newest first. */
export async function listInForce(db: Db, owner: OwnerId): Promise<PauseRow[]> {
  return db
    .select()
    .from(sending_pauses)
    .where(and(eq(sending_pauses.owner_id, owner), isNull(sending_pauses.lifted_at)))
    .orderBy(desc(sending_pauses.at))
}

/** The pause of a campaign, or that of all campaigns. */
export async function findHolding(db: Db, owner: OwnerId, campaignId: string): Promise<PauseRow | null> {
  const [row] = await db
    .select()
    .from(sending_pauses)
    .where(
      and(
        eq(sending_pauses.owner_id, owner),
        isNull(sending_pauses.lifted_at),
        or(isNull(sending_pauses.campaign_id), eq(sending_pauses.campaign_id, campaignId)),
      ),
    )
    .limit(1)
  return row ?? null
}

export async function lift(
  db: Db,
  owner: OwnerId,
  which: { id: string } | { campaign_id: string },
  at: string,
): Promise<boolean> {
  const target =
    'id' in which ? eq(sending_pauses.id, which.id) : eq(sending_pauses.campaign_id, which.campaign_id)
  const rows = await db
    .update(sending_pauses)
    .set({ lifted_at: at })
    .where(and(eq(sending_pauses.owner_id, owner), isNull(sending_pauses.lifted_at), target))
    .returning({ id: sending_pauses.id })
  return rows.length > 0
}

/** Lifts pauses of all campaigns. Returns how many. */
export async function liftAll(db: Db, _scope: SystemScope, owners: OwnerId[], at: string): Promise<number> {
  const rows = await db
    .update(sending_pauses)
    .set({ lifted_at: at })
    .where(
      and(
        inArray(sending_pauses.owner_id, owners),
        isNull(sending_pauses.campaign_id),
        isNull(sending_pauses.lifted_at),
      ),
    )
    .returning({ id: sending_pauses.id })
  return rows.length
}

/** When the last such pause of all campaigns was lifted. Rates count from then on. */
export async function lastLifted(db: Db, owner: OwnerId, kinds: PauseRow['kind'][]): Promise<string | null> {
  const [row] = await db
    .select({ lifted_at: sending_pauses.lifted_at })
    .from(sending_pauses)
    .where(
      and(
        eq(sending_pauses.owner_id, owner),
        isNull(sending_pauses.campaign_id),
        inArray(sending_pauses.kind, kinds),
        isNotNull(sending_pauses.lifted_at),
      ),
    )
    .orderBy(desc(sending_pauses.lifted_at))
    .limit(1)
  return row?.lifted_at ?? null
}

/** Messages that a server has judged: handed over, or refused because the address doesn't exist. */
export async function countJudged(db: Db, owner: OwnerId, since: string) {
  const [row] = await db
    .select({
      judged: sql<number>`count(*)::int`,
      refused: sql<number>`(count(*) filter (where ${recipients.state} = 'failed'))::int`,
    })
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        gte(recipients.finished_at, since),
        or(inArray(recipients.state, ['sent', 'unconfirmed']), eq(recipients.refusal, 'address')),
      ),
    )
  return row ?? { judged: 0, refused: 0 }
}

/** Outcomes of a job's latest finished messages. */
export async function listNewestEnds(db: Db, owner: OwnerId, jobId: string, limit: number) {
  return db
    .select({ refusal: recipients.refusal, reason: recipients.reason })
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(recipients.job_id, jobId),
        inArray(recipients.state, ['sent', 'unconfirmed', 'failed']),
      ),
    )
    .orderBy(desc(recipients.finished_at))
    .limit(limit)
}
