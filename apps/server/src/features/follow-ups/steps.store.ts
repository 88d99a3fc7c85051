import { STEPS_MAX } from '@goldpan/contract/follow-ups'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { campaign_steps } from '../../db/schema.ts'

export type StepRow = typeof campaign_steps.$inferSelect & { position: number }
export type NewStep = Omit<typeof campaign_steps.$inferInsert, 'owner_id'>

const inForce = (owner: OwnerId, campaignId: string) =>
  and(
    eq(campaign_steps.owner_id, owner),
    eq(campaign_steps.campaign_id, campaignId),
    isNull(campaign_steps.removed_at),
  )

export async function listSteps(db: Db, owner: OwnerId, campaignId: string): Promise<StepRow[]> {
  const rows = await db
    .select()
    .from(campaign_steps)
    .where(inForce(owner, campaignId))
    .orderBy(asc(campaign_steps.position))
  return rows as StepRow[]
}

export async function findStep(
  db: Db,
  owner: OwnerId,
  campaignId: string,
  id: string,
): Promise<StepRow | null> {
  if (!isRowId(id)) return null
  const [row] = await db
    .select()
    .from(campaign_steps)
    .where(and(inForce(owner, campaignId), eq(campaign_steps.id, id)))
  return (row as StepRow | undefined) ?? null
}

export async function insertStep(tx: Db, owner: OwnerId, step: NewStep): Promise<StepRow> {
  const [row] = await tx
    .insert(campaign_steps)
    .values({ owner_id: owner, ...step })
    .returning()
  return row as StepRow
}

export async function updateStep(
  tx: Db,
  owner: OwnerId,
  id: string,
  change: Partial<StepRow> | { position: null; removed_at: string },
): Promise<StepRow> {
  const [row] = await tx
    .update(campaign_steps)
    .set(change)
    .where(and(eq(campaign_steps.owner_id, owner), eq(campaign_steps.id, id)))
    .returning()
  return row as StepRow
}

/** Moves all steps past the last position before it numbers them: PostgreSQL checks that positions are unique row by row. */
export async function arrange(tx: Db, owner: OwnerId, campaignId: string, ids: string[]): Promise<void> {
  await tx
    .update(campaign_steps)
    .set({ position: sql`${campaign_steps.position} + ${STEPS_MAX}::int` })
    .where(inForce(owner, campaignId))
  await tx
    .update(campaign_steps)
    .set({ position: sql`array_position(${sql.param(ids)}::uuid[], ${campaign_steps.id})` })
    .where(inForce(owner, campaignId))
}

/** In order, with removed ones last. */
export async function listAllSteps(db: Db, owner: OwnerId, campaignId: string) {
  return db
    .select()
    .from(campaign_steps)
    .where(and(eq(campaign_steps.owner_id, owner), eq(campaign_steps.campaign_id, campaignId)))
    .orderBy(
      sql`${campaign_steps.position} asc nulls last`,
      asc(campaign_steps.removed_at),
      asc(campaign_steps.id),
    )
}
